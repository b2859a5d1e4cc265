"""The data of a match: values, state, frames, requests, events. No rules are evaluated here."""
