"""Exact table-game mathematics and certification for the "31" family of card games.

``import casino31`` is enough: each name of ``__all__`` is a function that takes a shipped name, a path or a loaded
layout and returns a typed, frozen result. Nothing is printed, and nothing heavy is imported before it is needed.

>>> import casino31
>>> casino31.par_sheet("natural-31").stakes["natural 31"].metrics.house_edge
Fraction(336, 5525)
"""

from importlib import import_module
from typing import TYPE_CHECKING

from casino31.version import __version__ as __version__

if TYPE_CHECKING:
    from casino31.api.audits import (
        audit_log,
        audit_parsheet,
        audit_selftest,
        audit_shuffle,
        audit_table,
        guess_schema,
    )
    from casino31.api.certificates import certify, verify_certificate
    from casino31.api.contracts import schema
    from casino31.api.home_laws import home_announcement, home_deal, home_draws, home_knock, home_solve_small
    from casino31.api.home_play import (
        home_against,
        home_best,
        home_claims,
        home_compare,
        home_fairness,
        home_readings,
    )
    from casino31.api.imports import import_layout, new_layout
    from casino31.api.layouts import analyse, compare, load, par_sheet, solve, verify
    from casino31.api.pays import design, exposure, formula, sensitivity, solve_pay
    from casino31.api.reports import write_par_sheet, write_report
    from casino31.api.rounds import simulate


__all__ = [
    "analyse",
    "audit_log",
    "audit_parsheet",
    "audit_selftest",
    "audit_shuffle",
    "audit_table",
    "certify",
    "compare",
    "design",
    "exposure",
    "formula",
    "guess_schema",
    "home_against",
    "home_announcement",
    "home_best",
    "home_claims",
    "home_compare",
    "home_deal",
    "home_draws",
    "home_fairness",
    "home_knock",
    "home_readings",
    "home_solve_small",
    "import_layout",
    "load",
    "new_layout",
    "par_sheet",
    "schema",
    "sensitivity",
    "simulate",
    "solve",
    "solve_pay",
    "verify",
    "verify_certificate",
    "write_par_sheet",
    "write_report",
]

_ROOMS = {
    "audits": ("audit_log", "audit_parsheet", "audit_selftest", "audit_shuffle", "audit_table", "guess_schema"),
    "contracts": ("schema",),
    "home_play": ("home_against", "home_best", "home_claims", "home_compare", "home_fairness", "home_readings"),
    "home_laws": ("home_announcement", "home_deal", "home_draws", "home_knock", "home_solve_small"),
    "imports": ("import_layout", "new_layout"),
    "certificates": ("certify", "verify_certificate"),
    "layouts": ("analyse", "compare", "load", "par_sheet", "solve", "verify"),
    "pays": ("design", "exposure", "formula", "sensitivity", "solve_pay"),
    "reports": ("write_par_sheet", "write_report"),
    "rounds": ("simulate",),
}


def _function(name: str) -> object:
    room = next(room for room, names in _ROOMS.items() if name in names)
    return getattr(import_module(f"casino31.api.{room}"), name)


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return _function(name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
