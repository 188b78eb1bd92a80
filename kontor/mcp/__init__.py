"""For language models: the public API as tools of an MCP server, `kontor mcp` (docs/python.md; needs `kontor[mcp]`)."""
