"""A layout file with some values changed, and everything else as it was written."""

from casino31.layoutfile.document import Document
from casino31.layoutfile.scan import KeyPath


class Edits:
    """The text of a document with new values.

    >>> edits = Edits(Document('[play]\\n"31" = 10   # published\\n"24" = 2\\n'))
    >>> edits.put(("play", "31"), "12", "was 10")
    >>> edits.put(("play", "30"), "4", "new")
    >>> edits.put(("ante", "17"), '"lose"', "")
    >>> print(edits.text)
    [play]
    "31" = 12                       # was 10
    "24" = 2
    "30" = 4                        # new
    <BLANKLINE>
    [ante]
    "17" = "lose"
    <BLANKLINE>
    """

    def __init__(self, document: Document) -> None:
        self.document = document
        self.text = document.text if document.text.endswith("\n") else document.text + "\n"

    def put(self, path: KeyPath, value: str, comment: str) -> None:
        """Set the value of a key: in its place, after the last key of its table, or in a table of its own.

        What stands behind the value on its line is a comment on the value that was, and goes.
        """
        document = Document(self.text)
        *table, key = map(str, path)
        if document.get(path) is not None:
            start, end = document.statement(path)
            name = self.text[slice(*document.spans(path).key)]
            self._write(start, end, _line(name, value, comment))
            return
        name = _key(key)
        if not table or isinstance(document.get(tuple(table)), dict):
            keys = document.get(tuple(table)) if table else {}
            last = [document.statement((*table, key))[1] for key in keys if not isinstance(keys[key], dict)]
            at = max(last, default=document.line_end(tuple(table)) if table else 0)
            self._write(at, at, "\n" + _line(name, value, comment))
            return
        self.text += f"\n[{'.'.join(map(_key, table))}]\n{_line(name, value, comment)}\n"

    def drop(self, path: KeyPath) -> None:
        """Take a key out, with its line."""
        document = Document(self.text)
        if document.get(path) is not None:
            start, end = document.statement(path)
            self.text = self.text[:start] + self.text[end + 1 :]

    def _write(self, start: int, end: int, line: str) -> None:
        self.text = self.text[:start] + line + self.text[end:]


def _line(name: str, value: str, comment: str) -> str:
    said = f"{name} = {value}"
    return f"{said:<32}# {comment}" if comment else said


def _key(name: str) -> str:
    return name if name.isidentifier() else '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'
