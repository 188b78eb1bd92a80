"""`/mcp`: the tools of `kontor mcp` for remote language models. `service/front/haproxy.py` sends `/mcp` to this
process."""
