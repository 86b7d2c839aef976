"""One profile for all property tests, the same examples on every machine and no clock; outputs keep contracts."""

import json
from functools import cache
from typing import Any

import pytest
from hypothesis import settings

from casino31.cli import app
from casino31.contracts.outputs import contract, contracts
from casino31.render import files

settings.register_profile("casino31", derandomize=True, deadline=None)
settings.load_profile("casino31")


@cache
def _validator(name: str) -> Any:
    import jsonschema

    return jsonschema.Draft202012Validator(dict(contract(name)))


class _Held:
    """``json`` as the command line uses it: an object that breaks its contract is not printed."""

    @staticmethod
    def dumps(whole: dict[str, Any], **options: Any) -> str:
        text = json.dumps(whole, **options)
        if whole.get("schema") in contracts():
            _validator(whole["schema"]).validate(json.loads(text))
        return text


@pytest.fixture(autouse=True)
def _nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests compute anew, and leave nothing in the user's cache."""
    monkeypatch.setenv("CASINO31_CACHE", "")


@pytest.fixture(autouse=True)
def _contracts_are_held(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever ``--json`` prints in any test holds to the schema that it names."""
    monkeypatch.setattr(app, "json", _Held)
    monkeypatch.setattr(files, "json", _Held)
