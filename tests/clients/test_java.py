"""The Java clients of openapi-generator compile without a registry of Java.

`native`: openapi-generator's own jar contains Jackson. The document has no ruleset here: this template cannot write a
union with a list in it, such as an open field of a legal command. `okhttp-gson`, the usual one: with Debian's jars.
"""

from pathlib import Path

import httpx
import openapi_generator_cli
import pytest

from tests.clients.generating import empty_folder, openapi_generator, run

pytestmark = pytest.mark.xdist_group("clients")

GENERATOR = Path(openapi_generator_cli.__file__).with_name("openapi-generator.jar")
DEBIAN = [Path("/usr/share/java", name) for name in ("okhttp.jar", "okio.jar", "gson.jar")]
# Classes that are in none of these jars, or have an older form there: the generated code only has to compile.
GENERATED = '@interface Generated { String[] value(); String date() default ""; String comments() default ""; }'
STUBS = {
    "native": {
        "javax.annotation.Generated": GENERATED,
        "org.apache.http.entity.mime.MultipartEntityBuilder": "class MultipartEntityBuilder {}",
    },
    "okhttp-gson": {
        "javax.annotation.Generated": GENERATED,
        "io.gsonfire.TypeSelector": """interface TypeSelector<T> {
            Class<? extends T> getClassForElement(com.google.gson.JsonElement json); }""",
        "io.gsonfire.GsonFireBuilder": """class GsonFireBuilder {
            public <T> GsonFireBuilder registerTypeSelector(Class<T> kind, TypeSelector<T> selector) { return this; }
            public com.google.gson.GsonBuilder createGsonBuilder() { return null; } }""",
        "okhttp3.logging.HttpLoggingInterceptor": """class HttpLoggingInterceptor implements okhttp3.Interceptor {
            public enum Level { BODY }
            public void setLevel(Level level) {}
            public okhttp3.Response intercept(Chain chain) { return null; } }""",
        "okhttp3.RequestBody": """abstract class RequestBody {
            public static RequestBody create(Object content, MediaType type) { return null; }
            public long contentLength() throws java.io.IOException { return -1; }
            public abstract MediaType contentType();
            public abstract void writeTo(okio.BufferedSink sink) throws java.io.IOException; }""",
    },
}


def test_its_native_java_client_compiles(server: str) -> None:
    folder = empty_folder("java-native")
    (folder / "openapi.json").write_text(httpx.get(f"{server}/openapi.json?ruleset=none").raise_for_status().text)
    openapi_generator("java", folder, "library=native,openApiNullable=false", folder / "openapi.json")
    compile_java(folder, "native", [])


@pytest.mark.skipif(
    not all(each.exists() for each in DEBIAN),
    reason="there is no okhttp or gson here; on Debian: apt-get install libokhttp-java libgoogle-gson-java",
)
def test_its_usual_java_client_compiles() -> None:
    folder = empty_folder("java")
    openapi_generator("java", folder, "openApiNullable=false")
    compile_java(folder, "okhttp-gson", DEBIAN)


def compile_java(folder: Path, library: str, jars: list[Path]) -> None:
    for name, source in STUBS[library].items():
        package, _, kind = name.rpartition(".")
        path = folder / "stubs" / package.replace(".", "/") / f"{kind}.java"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"package {package};\n\npublic {source}\n")
    classes = ":".join(map(str, [*jars, GENERATOR]))
    sources = [*folder.glob("stubs/**/*.java"), *folder.glob("src/main/java/**/*.java")]
    assert len(sources) > 100
    (folder / "sources").write_text("\n".join(map(str, sources)))
    run("javac", "-proc:none", "-d", folder / "classes", "-classpath", classes, f"@{folder / 'sources'}", cwd=folder)
