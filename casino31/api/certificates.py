"""Certificates: made of a layout, read, and held against what their own layout comes to."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from casino31.api.layouts import Bets, LayoutLike, analyse, layout_of
from casino31.audit.workbooks.safe_reader import LARGEST_PART
from casino31.bounded import content_of
from casino31.certificate import pays
from casino31.certificate.seal import Certificate, canonical, read, signature_holds, signed
from casino31.faults import NotCapableError, RulesError, refused
from casino31.notebook import Shown
from casino31.rulesfile import RulesFile, parse
from casino31.serialize import JsonMapping, JsonObject
from casino31.version import MAKER

CENSUS = "exact: a census of all deals, and the best action at every decision"
REPLIES = "exact best replies of each side to the stored policy of the other, rounded outwards"


@dataclass(frozen=True, repr=False)
class CertificateCheck(Shown):
    """What became of a certificate when its figures were made anew."""

    certificate: Certificate
    differs: tuple[str, ...]
    """The fields that are not what the quoted layout comes to."""
    signature: str
    """Whether it is signed, and whether the signature is right."""
    signature_wrong: bool
    notes: tuple[str, ...]
    """What could not be compared."""

    @property
    def holds(self) -> bool:
        """Whether every figure is what the layout comes to, and nothing is wrong with the signature."""
        return not self.differs and not self.signature_wrong

    @property
    def facts(self) -> Mapping[str, object]:
        """The verdict, what differs, and the signature."""
        return {
            "verdict": "holds" if self.holds else "does not hold",
            "differs": self.differs,
            "signature": self.signature,
            "notes": self.notes,
            "SHA-256": self.certificate.digest,
        }


def certify(
    layout: LayoutLike,
    *,
    objective: Bets | None = None,
    key: str | Path | None = None,
    workbook: str | Path | None = None,
) -> Certificate:
    """Return the certificate of a layout: its rules card by card, its counts, its strategy and its exact figures.

    ``objective`` is that of ``analyse``; ``key`` signs with an Ed25519 key file in PEM. ``workbook`` is a par sheet
    whose digest goes in; else it is the one that ``parsheet`` writes with these options, of a game with a banker
    none. NotCapableError for a game without a description at the level of cards, or a stated banker; RulesError for
    a faulty file; ValueError for a bet that the layout does not offer; ModuleNotFoundError for a key without the
    extra ``sign``; OSError for a workbook that cannot be read.

    >>> import casino31
    >>> casino31.certify("natural-31").content["claims"]["natural 31"]["house edge"]
    '336/5525'
    """
    file = layout_of(layout)
    if file.game.solver is not None:
        if objective is not None:
            raise NotCapableError(f"{file.game.name} has no objective: each bet follows a card")
        body, method = file.game.sides.certified(file.rules, file.folder), REPLIES
    else:
        analysis = analyse(file, objective=objective)
        body, method = pays.content(file.game, analysis), CENSUS
    if workbook is not None:
        sheet: str | None = _digest(Path(workbook))
    else:
        sheet = None if file.game.solver is not None else _workbook(file, objective)
    made = Certificate(_plain({**_head(file, method, sheet), **body}))
    return made if key is None else signed(made, Path(key))


def _digest(workbook: Path) -> str:
    try:
        return hashlib.sha256(content_of(workbook, LARGEST_PART)).hexdigest()
    except OSError as error:
        raise refused(str(workbook), f"it cannot be read: {error.strerror}", "a par sheet") from None


def _head(file: RulesFile, method: str, workbook: str | None) -> JsonObject:
    return {
        "title": file.rules.title,
        "game": file.game.name,
        "clauses": [list(clause) for clause in file.game.clauses],
        "assumptions": list(file.rules.assumptions),
        "layout": {"name": file.name, "sha256": hashlib.sha256(file.text.encode()).hexdigest(), "text": file.text},
        "workbook sha256": workbook,
        "made": {"by": MAKER, "how": method},
    }


def _workbook(file: RulesFile, objective: Bets | None) -> str:
    from casino31.api.reports import deliverable
    from casino31.render.files import rendered

    return hashlib.sha256(rendered(deliverable(file, objective=objective), ".xlsx")).hexdigest()


def _plain(content: JsonMapping) -> JsonObject:
    """The content as a file gives it back: lists for tuples."""
    import json

    plain: JsonObject = json.loads(canonical(content))
    return plain


def verify_certificate(
    path: str | Path, *, key: str | Path | None = None, workbook: str | Path | None = None
) -> CertificateCheck:
    """Return what a certificate is worth: its figures made anew from the layout that it quotes, and its signature.

    With ``key``, the file of a public key, it must be signed by that key; with ``workbook`` it must be the
    certificate of that par sheet. RulesError when the file is no certificate, was altered after it was sealed, or
    quotes a layout that cannot be read, and when the key is none; ModuleNotFoundError for a signed one, and for a
    key, without the extra ``sign``.

    >>> import casino31, pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder, "sheet.c31cert")
    ...     written = file.write_bytes(casino31.certify("natural-31").file)
    ...     casino31.verify_certificate(file).holds
    True
    """
    certificate = read(Path(path))
    content, notes = certificate.content, []
    try:
        anew = _anew(content, workbook)
    except (KeyError, TypeError, ValueError, AttributeError):
        anew = {}
    by, now = content.get("made"), anew.get("made")
    if by != now and anew:
        notes.append(f"made by {by}, made anew by {now}")
        anew = {**anew, "made": by}
    differs = tuple(name for name in sorted({*content, *anew}) if content.get(name) != anew.get(name))
    asked = None if key is None else Path(key)
    wrong = (certificate.signature or asked) is not None and not signature_holds(certificate, asked)
    if certificate.signature is None:
        said = "it is not signed"
    else:
        said = f"signed by {certificate.signature.public_key}" if not wrong else "the signature is not right"
    return CertificateCheck(certificate, differs, said, wrong, tuple(notes))


def _anew(content: JsonMapping, workbook: str | Path | None) -> JsonMapping:
    """The content that the quoted layout comes to; of solved policies, what they prove themselves."""
    quoted = content["layout"]
    file = parse(quoted["text"], f"the layout {quoted['name']}")
    file = replace(file, name=quoted["name"])
    if "policies" not in content:
        objective = tuple(content["objective"])
        return certify(file, objective=objective, workbook=workbook).content
    with TemporaryDirectory() as folder:
        named = Path(folder, file.game.sides.policies(file.rules))
        if Path(folder).resolve() not in named.resolve().parents:
            raise ValueError("the layout names a file of policies in another folder")
        named.parent.mkdir(parents=True, exist_ok=True)
        named.write_bytes(_packed(named, canonical(content["policies"])))
        anew = dict(certify(replace(file, folder=Path(folder)), workbook=workbook).content)
    if workbook is None:
        anew["workbook sha256"] = content.get("workbook sha256")
    return anew


def _packed(path: Path, data: bytes) -> bytes:
    """The bytes of a file of policies, by its name."""
    import gzip
    import lzma

    if path.suffix == ".gz":
        return gzip.compress(data)
    return lzma.compress(data) if path.suffix == ".xz" else data


__all__ = ["CertificateCheck", "RulesError", "certify", "verify_certificate"]
