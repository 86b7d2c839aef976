"""Any TOML is read as tomllib reads it, with every place right; any text is read or refused."""

import tomllib

from hypothesis import example, given, settings
from hypothesis import strategies as st

from casino31.layoutfile.document import Document
from casino31.layoutfile.scan import KeyPath
from casino31.layoutfile.toml import exact_decimal, locate


def value_text(source: str, path: KeyPath) -> str:
    """What stands at the place of a value."""
    return source[slice(*locate(source).places[path].value)]


def key_text(source: str, path: KeyPath) -> str:
    return source[slice(*locate(source).places[path].key)]


KEYS = st.one_of(st.text("ab-1", min_size=1, max_size=3), st.text("a \"'.#=[\\é", max_size=4))
VALUES: st.SearchStrategy[object] = st.recursive(
    st.one_of(
        st.booleans(), st.integers(-99, 99), st.decimals(-9, 9, places=2), st.text('a"#=[]{},\n\t', max_size=6)
    ),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(KEYS, inner, max_size=3)),
    max_leaves=6,
)


def written(value: object) -> str:
    """A value as TOML writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, list):
        return "[\n" + " , # [\n".join(map(written, value)) + "]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{quoted(key)} = {written(each)}" for key, each in value.items()) + " }"
    return str(value)


def quoted(value: str) -> str:
    return '"' + "".join(f"\\u{ord(c):04x}" if c in '"\\\n\t' else c for c in value) + '"'


def paths(data: object, path: KeyPath = ()) -> list[KeyPath]:
    """Every path of a value but its own."""
    inside: list[tuple[str | int, object]] = []
    if isinstance(data, dict):
        inside = list(data.items())
    elif isinstance(data, list):
        inside = list(enumerate(data))
    return [each for name, value in inside for each in ((*path, name), *paths(value, (*path, name)))]


@given(st.dictionaries(KEYS, st.one_of(VALUES, st.dictionaries(KEYS, VALUES, max_size=3)), max_size=4))
def test_any_toml_is_read_as_tomllib_reads_it_and_placed_where_it_stands(data: dict[str, object]) -> None:
    tables = {key: value for key, value in data.items() if isinstance(value, dict)}
    lines = [f"{quoted(key)} = {written(value)} # =" for key, value in data.items() if key not in tables]
    for name, rows in tables.items():
        lines += [f" [ {quoted(name)} ] # [", *(f"{quoted(key)}={written(value)}" for key, value in rows.items())]
    source = "\n".join(lines)
    found = locate(source)
    expected = tomllib.loads(source, parse_float=exact_decimal)
    assert found.problems == []
    assert found.data == expected
    for path in paths(expected):
        value: object = expected
        for step in path:
            value = value[step]  # type: ignore[index]
        place = found.places[path]
        if len(path) > 1 or path[0] not in tables:
            assert tomllib.loads("x = " + source[slice(*place.value)], parse_float=exact_decimal)["x"] == value
        if isinstance(last := path[-1], str):
            assert source[slice(*place.key)] == quoted(last)


@settings(max_examples=300)
@example("[.")
@given(st.text("ab1.\"'#=[]{},\n\r\t \\–é\ufeff\x00", max_size=40))
def test_any_text_is_read_or_refused_with_places_inside(source: str) -> None:
    document = Document(source)
    plain = source.removeprefix("\ufeff").replace("\r\n", "\n")
    lines = plain.split("\n")
    for fault in document.faults:
        assert 1 <= fault.line <= len(lines)
        assert 1 <= fault.column <= len(lines[fault.line - 1]) + 1
        assert fault.source == lines[fault.line - 1]
        assert str(fault)
    try:
        data = tomllib.loads(plain, parse_float=exact_decimal)
    except tomllib.TOMLDecodeError:
        assert document.faults
    else:
        refused = {fault.code for fault in document.faults}
        assert refused <= {"type"}  # an array of tables is TOML, and no layout's
        assert refused or document.data == data
