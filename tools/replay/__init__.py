"""A recorded match to look through: step forward and back, jump, ask why, and play on from any moment."""
