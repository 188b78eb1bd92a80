"""What a browser is told of what it shows: what may be loaded and run, and to tell nobody where a reader came from."""

NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
PAGE = f"{NOTHING}; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'"
PICTURE = f"{NOTHING}; style-src 'unsafe-inline'"  # an SVG brings its styles, and does nothing but be seen
MANUAL = PAGE.replace("img-src", "img-src data:")  # its stylesheet holds its signs
VIEWER = MANUAL.replace("style-src", "style-src 'unsafe-inline'")  # not ours: it styles its parts by attributes


def security_headers(policy: str) -> dict[str, str]:
    return {"Content-Security-Policy": policy, "Referrer-Policy": "no-referrer"}
