"""Emitted functions that can stop at a question and be continued, copied and continued twice."""
