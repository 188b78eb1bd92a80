"""HTTP without TLS: `httpx.get(url, verify=NO_TLS)`. Without a context, httpx reads the certificates of all authorities
for every client. That takes 20 ms of a processor, and tests make hundreds of clients."""

import ssl

NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
