"""The hosts of the drill and their addresses: all on loopback, or each in its own network namespace.

The drill enters a network namespace before it starts anything. The kernel removes that namespace, the namespaces of the
hosts and the links between them with the last process in them, so no clean-up is needed after Ctrl-C. The addresses
exist only inside: 192.0.2.0/24 is reserved for documentation.
"""

import ctypes
import os
import shutil
import subprocess
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from kontor.service.stack.postgres_account import Identity

NODES = ("one", "two", "three")
ETCD, FRONT = "etcd", "front"  # FRONT: API, worker, PgBouncer, HAProxy and Redis
HOSTS = (*NODES, ETCD, FRONT)
PATH = "/usr/sbin:/usr/bin:/sbin:/bin"
PROGRAMS = ("ip", "nft", "nsenter", "setpriv", "mount", "sysctl", "unshare")
PACKAGES = "iproute2 nftables util-linux mount procps"
NAMES = Path("/run/netns")  # where `ip netns` keeps the names
BRIDGE = "bridge"
# pg_rewind has no timeout. If its source is cut off, it waits until the kernel closes the connection: by default after
# two hours, and until then its node does not follow.
KEEPALIVE = [f"net.ipv4.tcp_keepalive_{name}" for name in ("time=10", "intvl=5", "probes=3")]
NEW_MOUNTS, NEW_NETWORK = 0x00020000, 0x40000000  # CLONE_NEWNS, CLONE_NEWNET

Link = tuple[str, str]  # packets from one host to another
Command = tuple[list[str], Identity | None]  # a command, and the user who starts it; None: the user of the drill


class Network(Protocol):
    """The addresses of the hosts, and how to start programs on them."""

    addresses: str  # the range of all addresses, for pg_hba.conf

    def address(self, host: str) -> str: ...

    def command(self, host: str, argv: Sequence[str], identity: Identity | None) -> Command:
        """Return the command that starts a program on a host as a user."""
        ...


class Loopback:
    """One host: nothing can be cut."""

    addresses = "127.0.0.1/32"

    def address(self, host: str) -> str:
        return "127.0.0.1"

    def command(self, host: str, argv: Sequence[str], identity: Identity | None) -> Command:
        return list(argv), identity


class Namespaces:
    """One namespace for each host, connected by a bridge in the drill's own namespace, whose links are never cut."""

    addresses = "192.0.2.0/24"

    def __init__(self) -> None:
        _enter_own_namespace()
        _run("ip", "link", "set", "lo", "up")
        _run("ip", "link", "add", BRIDGE, "type", "bridge")
        _run("ip", "address", "add", "192.0.2.254/24", "dev", BRIDGE)
        _run("ip", "link", "set", BRIDGE, "up")
        for host in HOSTS:
            self._join(host)

    def _join(self, host: str) -> None:
        _run("ip", "netns", "add", host)
        _run("ip", "link", "add", f"to-{host}", "type", "veth", "peer", "name", "eth0", "netns", host)
        _run("ip", "link", "set", f"to-{host}", "master", BRIDGE, "up")
        _run("ip", "-n", host, "address", "add", f"{self.address(host)}/24", "dev", "eth0")
        for link in ("lo", "eth0"):
            _run("ip", "-n", host, "link", "set", link, "up")
        _run("nsenter", f"--net={NAMES / host}", "sysctl", "-q", "-w", *KEEPALIVE)

    def address(self, host: str) -> str:
        return address(host)

    def command(self, host: str, argv: Sequence[str], identity: Identity | None) -> Command:
        """Return a command that enters the namespace and then changes the user, because only root may enter it."""
        entered = ["nsenter", f"--net={NAMES / host}"]
        if identity is None:
            return [*entered, *argv], None
        # A change of user clears the signal that ends a child with its parent, so `setpriv` sets it again.
        user = [f"--reuid={identity.uid}", f"--regid={identity.gid}", "--clear-groups", "--pdeathsig=KILL"]
        return [*entered, "--wd=/", "setpriv", *user, *argv], None

    def cut(self, links: Iterable[Link]) -> None:
        """Drop all packets on these links, and on no others."""
        rules = filter_rules(links)
        for host in HOSTS:
            given = f"flush ruleset\n{rules.get(host, '')}"
            _run("nsenter", f"--net={NAMES / host}", "nft", "-f", "-", given=given)


def address(host: str) -> str:
    return f"192.0.2.{HOSTS.index(host) + 1}"


def filter_rules(links: Iterable[Link]) -> Mapping[str, str]:
    """Return for each receiving host the nftables rules that drop the packets of the senders."""
    unheard = defaultdict(set)
    for sender, receiver in links:
        unheard[receiver].add(address(sender))
    return {
        receiver: "table ip cut {\n chain input {\n  type filter hook input priority 0\n"
        f"  ip saddr {{ {', '.join(sorted(senders))} }} drop\n }}\n}}\n"
        for receiver, senders in unheard.items()
    }


def obstacle() -> str | None:
    """Return why this process cannot create the namespaces, or None if it can."""
    if os.geteuid() != 0:
        return "Partitions need root, to create network namespaces."
    if lacking := [name for name in PROGRAMS if shutil.which(name, path=PATH) is None]:
        return f"Partitions need {', '.join(lacking)}; on Debian 12: apt-get install {PACKAGES}."
    if subprocess.run(["unshare", "--net", "--mount", "true"], env={"PATH": PATH}, check=False).returncode:
        return "Partitions need the right to create network namespaces (CAP_SYS_ADMIN), which this container lacks."
    return None


def _enter_own_namespace() -> None:
    """Enter a new namespace. Only later children and threads are in it, so call this before the first of them. The
    names of namespaces are files; keep them on a file system that no other process sees."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(NEW_MOUNTS | NEW_NETWORK):
        raise OSError(ctypes.get_errno(), "cannot create a network namespace")
    _run("mount", "--make-rprivate", "/")
    NAMES.mkdir(exist_ok=True)
    _run("mount", "-t", "tmpfs", "none", str(NAMES))


def _run(*argv: str, given: str = "") -> None:
    done = subprocess.run(argv, env={"PATH": PATH}, input=given, capture_output=True, text=True, check=False)
    assert not done.returncode, f"{' '.join(argv)}: {done.stderr}"
