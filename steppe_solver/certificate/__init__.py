"""Certificates: a position's value with its proof, and a checker that knows nothing of the solver.

The checker is `checking` with `board`, `bounds`, `likeness`, `proof`, `setting` and `claims`: a few
hundred lines of Python to be read in one sitting. The writer is `writing` with `recording`.
"""

from steppe_solver.certificate.checking import Confirmed, check
from steppe_solver.certificate.claims import HEADER
from steppe_solver.certificate.directory import check_certificate, load, save
from steppe_solver.certificate.proof import RefusedError
from steppe_solver.certificate.writing import Certificate, certify, write_certificate

__all__ = [
    "HEADER",
    "Certificate",
    "Confirmed",
    "RefusedError",
    "certify",
    "check",
    "check_certificate",
    "load",
    "save",
    "write_certificate",
]
