"""Compose, Kubernetes and systemd files follow the published schemas, and what they name exists in the image."""

import json
import re
import shutil
import subprocess
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema_rs
import kubernetes_validate  # type: ignore[import-untyped]  # for this test only
import pytest
import yaml  # type: ignore[import-untyped]  # for this test only

from kontor.service.http.app import create_app
from kontor.service.settings import Settings
from tests.support import compose_up
from tests.support.image_build import is_ignored, steps
from tests.support.paths import ROOT

DEPLOY = ROOT / "deploy"
MANIFESTS = (DEPLOY / "kubernetes" / "kontor.yaml").read_text(encoding="utf-8")
PARTS = {(each["kind"], each["metadata"]["name"]): each for each in yaml.safe_load_all(MANIFESTS)}
PODS = {name: each["spec"]["template"]["spec"] for (_, name), each in PARTS.items() if "template" in each["spec"]}
OURS = {name: each for name, each in compose_up.services().items() if each["image"] == "kontor"}
STEPS = list(steps((DEPLOY / "Dockerfile").read_text(encoding="utf-8")))
USER = next(rest for word, rest in STEPS if word == "USER")


def test_compose_follows_its_published_schema() -> None:
    published = files("check_jsonschema.builtin_schemas.vendor").joinpath("compose-spec.json").read_text()
    found = list(
        jsonschema_rs.validator_for(json.loads(published)).iter_errors(yaml.safe_load(compose_up.FILE.read_text()))
    )
    assert [error.message for error in found] == []


@pytest.mark.parametrize("version", ["1.30", kubernetes_validate.latest_version()])
@pytest.mark.parametrize("part", PARTS, ids=lambda part: "/".join(part))
def test_manifests_follow_the_published_schemas(part: tuple[str, str], version: str) -> None:
    """1.30 is the oldest version that the file claims. Strict: a field that no schema knows is an error."""
    kubernetes_validate.validate(PARTS[part], version, strict=True)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed here")
def test_systemd_accepts_the_unit(tmp_path: Path) -> None:
    """In a copy that names an existing program: systemd-analyze also checks that it can be executed."""
    program = tmp_path / "opt/kontor/.venv/bin/kontor"
    program.parent.mkdir(parents=True)
    program.touch(0o755)
    unit = tmp_path / "kontor.service"
    text = (DEPLOY / "systemd" / "kontor.service").read_text(encoding="utf-8")
    unit.write_text(text.replace("/opt/kontor", str(tmp_path / "opt/kontor")))
    argv = ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", str(unit)]
    done = subprocess.run(argv, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_every_file_that_the_image_and_compose_take_from_the_project_exists() -> None:
    for word, rest in STEPS:
        if word == "COPY" and "--from" not in rest:
            for source in rest.split()[:-1]:
                assert (ROOT / source).exists(), source
                assert not is_ignored(source), source
    assert is_ignored(".kontor")
    assert is_ignored(".git")
    for service in compose_up.services().values():
        mounted = [each.split(":")[0] for each in service.get("volumes", []) if each.startswith(".")]
        built = [service["build"]["context"]] if "build" in service else []
        for path in (*mounted, *built):
            assert (compose_up.FILE.parent / path).exists(), path
    assert {(ROOT / each["build"]["dockerfile"]).exists() for each in OURS.values()} == {True}


def test_the_table_of_the_readme_names_all_files() -> None:
    text = (DEPLOY / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"^\| `([^`/][^`]*)` \|", text, re.MULTILINE))
    assert all((DEPLOY / each).exists() for each in named)
    shown = {each.name for each in DEPLOY.iterdir() if each.name not in ("README.md", "__pycache__")}
    assert {each.partition("/")[0] for each in named} == shown


@pytest.mark.parametrize("name", OURS)
def test_a_container_of_compose_writes_to_named_paths_alone(name: str) -> None:
    service = OURS[name]
    assert (service["read_only"], service["tmpfs"], service["cap_drop"]) == (True, ["/tmp"], ["ALL"])
    writable = [each for each in service["volumes"] if not each.endswith(":ro")]
    assert writable == {"keys": ["keys:/data"], "worker": ["signer:/signer"]}.get(name, [])


@pytest.mark.parametrize("name", PODS)
def test_a_pod_runs_without_privileges_and_writes_to_named_paths_alone(name: str) -> None:
    pod = PODS[name]
    uid, gid = map(int, USER.split(":"))
    as_user = pod["securityContext"]
    assert (as_user["runAsNonRoot"], as_user["runAsUser"], as_user["runAsGroup"]) == (True, uid, gid)
    (container,) = pod["containers"]
    locked = container["securityContext"]
    assert (locked["readOnlyRootFilesystem"], locked["allowPrivilegeEscalation"]) == (True, False)
    assert locked["capabilities"] == {"drop": ["ALL"]}
    writable = ["/signer", "/tmp"] if name == "kontor-worker" else ["/tmp"]
    assert [each["mountPath"] for each in container["volumeMounts"] if not each.get("readOnly")] == writable
    assert {each["name"] for each in container["volumeMounts"]} == {each["name"] for each in pod["volumes"]}


@pytest.mark.parametrize("name", PODS)
def test_a_pod_finds_its_keys_and_its_secrets(name: str) -> None:
    (container,) = PODS[name]["containers"]
    mounts = {each["name"]: each["mountPath"] for each in container["volumeMounts"]}
    there = {f"{mounts['keys']}/{item['path']}" for each in PODS[name]["volumes"] for item in _items(each)}
    taken = [each["valueFrom"]["secretKeyRef"]["key"] for each in container["env"] if "valueFrom" in each]
    there |= {mounts[each["name"]] for each in PODS[name]["volumes"] if "persistentVolumeClaim" in each}
    assert {each["value"] for each in container["env"] if "value" in each} == there
    written = set(re.findall(r"--from-(?:literal|file)=([\w.-]+)", MANIFESTS))
    assert {*taken, *(item["key"] for each in PODS[name]["volumes"] for item in _items(each))} <= written


def _items(volume: dict[str, Any]) -> list[dict[str, str]]:
    return list(volume.get("secret", {}).get("items", []))


def test_the_api_is_scaled_spread_and_never_drained_to_nothing() -> None:
    api = PARTS["Deployment", "kontor-api"]["spec"]
    labels = api["template"]["metadata"]["labels"]
    scaler = PARTS["HorizontalPodAutoscaler", "kontor-api"]["spec"]
    assert "replicas" not in api  # every `kubectl apply` would set it back
    assert scaler["scaleTargetRef"]["name"] == "kontor-api"
    assert scaler["minReplicas"] > PARTS["PodDisruptionBudget", "kontor-api"]["spec"]["minAvailable"] > 0
    assert PARTS["PodDisruptionBudget", "kontor-api"]["spec"]["selector"]["matchLabels"] == labels
    assert PARTS["Service", "kontor"]["spec"]["selector"] == labels
    (container,) = api["template"]["spec"]["containers"]
    assert container["resources"]["requests"]["cpu"]  # of which the autoscaler takes its percentage
    near = api["template"]["spec"]["affinity"]["podAntiAffinity"]["preferredDuringSchedulingIgnoredDuringExecution"]
    assert all(each["podAffinityTerm"]["labelSelector"]["matchLabels"] == labels for each in near)


def test_probes_ask_for_paths_that_the_api_has(settings: Settings) -> None:
    paths = {rule.rule for rule in create_app(settings).url_map.iter_rules()}
    (container,) = PODS["kontor-api"]["containers"]
    probes = [container[f"{kind}Probe"]["httpGet"] for kind in ("startup", "readiness", "liveness")]
    assert {each["path"] for each in probes} <= paths
    assert {each["port"] for each in probes} == {each["name"] for each in container["ports"]}
    exposed = {int(rest) for word, rest in STEPS if word == "EXPOSE"}
    assert {each["containerPort"] for each in container["ports"]} == exposed == {Settings().port}
