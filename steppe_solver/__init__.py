"""Exact solver and analyser for the board game Steppe."""
