"""Read the descriptions of a dataclass and of its fields from its docstring.

The first paragraph describes the class. The text after "`seat`: ", or "`traders` and `merchants`: ", describes fields
until the next such name or the end of the paragraph.
"""

import re
from collections.abc import Collection

_NAMES = re.compile(r"(?:^|(?<=\s))((?:`\w+`(?:, | and ))*`\w+`): ")


def descriptions(form: type, fields: Collection[str]) -> tuple[str, dict[str, str]]:
    """Return the description of a dataclass, and those of its fields by name in JSON. Both may be empty."""
    text = form.__doc__ or ""
    if text.startswith(f"{form.__name__}("):  # the docstring that dataclass generates
        return "", {}
    found: dict[str, str] = {}
    about = ""
    for paragraph in text.split("\n\n"):
        described: tuple[str, ...] = ()  # the fields that the text describes; none: the class
        for n, part in enumerate(_NAMES.split(" ".join(paragraph.split()))):
            names = tuple(re.findall(r"`(\w+)`", part)) if n % 2 else ()
            if names and set(names) <= set(fields):
                described = names
            elif described:
                # names of other things, such as the values of a field, belong to the text
                found |= {name: _sentence(f"{found.get(name, '')}{part}{': ' if n % 2 else ''}") for name in described}
            elif paragraph is text or text.startswith(paragraph):
                about += f"{part}: " if n % 2 else part
    return about.strip(), {name: told.strip() for name, told in found.items()}


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
