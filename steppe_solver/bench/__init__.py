"""Benchmarks of the search: fixed suites with known values, measured, compared and laid out."""
