//! Tables of results: CSV for other programs, one HTML file for people.
