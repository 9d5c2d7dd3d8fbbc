//! The ledger of C features: what the front end takes, what it simplifies, what it refuses.
