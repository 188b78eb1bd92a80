"""Kontor: the rules (`kontor.domain`), the service (`kontor.service`) and its workers (`kontor.workers`).

The three are folders at the top of the repository; here they are links, so that everything has one name wherever it is
installed (docs/decisions/0005-one-import-name.md).
"""
