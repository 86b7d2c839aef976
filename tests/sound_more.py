"""More sound files: home games, certificates, keys, packed logs, workbooks of hands and .ods sheets."""

from __future__ import annotations

import gzip
import json
import zipfile
from contextlib import suppress
from functools import cached_property
from pathlib import Path

import casino31
from casino31.certificate.seal import read, signature_holds, signed
from casino31.home.fairness import study
from casino31.home.parts import part_bytes, read_part, read_study
from casino31.home.policy_text import load as load_policy
from casino31.home.reader import load, shipped
from tests.sound_files import SoundFiles, same_json

_NAMES = "urn:oasis:names:tc:opendocument:xmlns"
_ODS = f"""<?xml version="1.0"?>
<office:document-content xmlns:office="{_NAMES}:office:1.0" xmlns:table="{_NAMES}:table:1.0"
 xmlns:text="{_NAMES}:text:1.0"><office:body><office:spreadsheet>
 <table:table table:name="Pair Plus">{{rows}}</table:table>
</office:spreadsheet></office:body></office:document-content>"""
_PAYS = (("Hand", "Pays (to one)"), ("straight flush", "40"), ("flush", "4"), ("straight", "6"), ("pair", "1"))


class MoreFiles(SoundFiles):
    """The files that other people's programs write, and those of the home games."""

    @cached_property
    def home_rules(self) -> list[Path]:
        """The rules of every shipped home game."""
        return [self._copied(f"{name}.toml") for name in shipped()]

    @cached_property
    def home_policies(self) -> list[Path]:
        """The policy of every shipped home game."""
        return [self._copied(f"policies/{name}.txt") for name in shipped()]

    @cached_property
    def home_part(self) -> Path:
        """The counts of a few deals of a home game."""
        what = study(load("scat"), 3, deals=40, seed=31)
        path = self.folder / "home-part.json"
        path.write_bytes(part_bytes(what, what.play()))
        return path

    @cached_property
    def certificate(self) -> Path:
        """A certificate, not signed."""
        path = self.folder / "sheet.c31cert"
        path.write_bytes(casino31.certify("natural-31").file)
        return path

    @cached_property
    def signature(self) -> Path:
        """The same, signed."""
        path = self.folder / "signed.c31cert"
        path.write_bytes(signed(read(self.certificate), self.keys[0]).file)
        return path

    @cached_property
    def keys(self) -> list[Path]:
        """A private key and its public key."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
        from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

        secret = Ed25519PrivateKey.from_private_bytes(bytes([31]) * 32)
        private, public = self.folder / "key.pem", self.folder / "key.pub"
        private.write_bytes(secret.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
        public.write_bytes(secret.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo))
        return [private, public]

    @cached_property
    def packed_logs(self) -> list[Path]:
        """The hands, packed."""
        plain = [self.log, self.log.with_suffix(".jsonl")]
        packed = [path.with_name(path.name + ".gz") for path in plain]
        for path, made in zip(plain, packed, strict=True):
            made.write_bytes(gzip.compress(path.read_bytes()))
        return packed

    @cached_property
    def log_book(self) -> Path:
        """The hands as a workbook."""
        import openpyxl

        book = openpyxl.Workbook()
        for line in self.log.read_text().splitlines()[:12]:
            book.worksheets[0].append([float(word) if word.isdigit() else word for word in line.split(",")])
        book.save(self.folder / "hands.xlsx")
        return self.folder / "hands.xlsx"

    @cached_property
    def ods(self) -> Path:
        """Pays of a game, as other office programs write them."""
        path = self.folder / "pays.ods"
        cell = '<table:table-cell office:value-type="string"><text:p>{}</text:p></table:table-cell>'
        rows = "".join(
            f"<table:table-row>{''.join(map(cell.format, row))}"
            '<table:table-cell table:number-columns-repeated="3"/></table:table-row>'
            for row in _PAYS
        )
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
            archive.writestr("content.xml", _ODS.format(rows=rows))
        return path

    def _copied(self, name: str) -> Path:
        source = Path(casino31.__file__).parents[1] / "homegames" / name
        path = self.folder / f"home-{source.name}"
        path.write_bytes(source.read_bytes())
        return path

    def read_home_policy(self, path: Path, _: bytes) -> None:
        load_policy(str(path), load("scat").rules)

    def read_home_part(self, path: Path, original: bytes) -> None:
        read_part(path, read_study(path))
        same_json(path, original)

    def take_home_part(self, path: Path, _: bytes) -> None:
        read_part(path, read_study(path))

    def read_certificate(self, path: Path, original: bytes) -> None:
        answer, written = casino31.verify_certificate(path), json.loads(original)["content"]
        if answer.holds and path.read_bytes() != original:
            found = answer.certificate.content
            if found["layout"] == written["layout"]:
                assert {**found, "made": None} == {**written, "made": None}, "an altered certificate holds"

    def read_key(self, path: Path, _: bytes) -> None:
        with suppress(ModuleNotFoundError):
            signature_holds(read(self.signature), path)
        signed(read(self.certificate), path)

    def read_import(self, path: Path, _: bytes) -> None:
        try:
            casino31.import_layout(path, game="Pair Plus")
        except ValueError as error:
            if type(error) is not ValueError:
                raise
