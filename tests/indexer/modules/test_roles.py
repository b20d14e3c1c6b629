"""The role of a path, by a table of real layouts."""

from __future__ import annotations

import pytest

from indexer.facts import Role
from indexer.modules.roles import role_of, role_root

PATHS = {
    Role.PRODUCT: """src/app/core/setup.py shop/handlers/setup.py src/Identity/Quickstart/Login.cs
        lib/shop/command/spec/lint.rb src/t/words.py
        src/flask/app.py src/flask/testing.py lib/express.js index.js cmd/server/main.go manage.py
        Cargo.toml pyproject.toml package.json go.mod Dockerfile src/agent/tools/shell.py
        src/app/scripts/run.py app/api/deps.py src/main/java/com/example/demo/Application.java
        com/example/demo/Application.java latest/news.py src/contest.py src/Latest.java src/changelog.py
        license.py internal/external/client.go crates/core/flags/doc/man.rs src/pkg/deps/graph.py
        coverage/report.py src/main/java/io/example/samples/A.java src/cmd/build.rs src/guide/tour.py
        docs/urls.py docs/management/commands/build.py shop_example/orders/models.py""",
    Role.TEST: """tests/test_basic.py test/app.js src/pkg/conftest.py context_test.go src/button.test.tsx
        src/button.spec.ts src/__tests__/button.js spec/models/user_spec.rb
        src/test/java/com/acme/AppTest.java src/UserServiceTests.cs Foo.UnitTests/UserSpecs.cs
        MyAppTests/Login.swift testdata/input.txt tests/README.md e2e/login.ts foo/tests.py
        testing/helpers.go cypress/support/index.js runtest-cluster scripts/tests/test_release.py
        integration-tests/a.sh src/util_unittest.cc app/src/androidTest/java/A.kt scripts/test_release.py
        examples_test.go test/fixtures/dist/built.js load/fixtures/config.js test-projects/one/Program.cs
        tests_functional/legacy/app.py shop_example/orders/tests/test_models.py tests-integration/src/lib.rs
        t/unit/app.py spec/lib/a.rb""",
    Role.EXAMPLE: """examples/hello.py example/main.go samples/Program.cs demo/index.html docs_src/first_steps/a.py
        crates/grep/examples/simple.rs playground/main.ts src/button.stories.tsx
        examples/tests/test_flaskr.py examples/README.md sample-app/index.js docs/examples/a.py
        src/shop_example/models.py shop-example/models.py quickstart/app.py""",
    Role.DOCS: """docs/conf.py doc/build.sh README.md src/flask/sansio/README.md LICENSE COPYING.txt CHANGES.rst
        LICENSE-MIT packages/core/docs/guide.js website/src/pages/index.tsx mkdocs.yml UNLICENSE
        python/docs/conf.py guide.mdx guide/src/main.rs docs/api/urls.py docs/tools.py""",
    Role.VENDORED: """vendor/github.com/pkg/errors/errors.go deps/jemalloc/src/arena.c third_party/zlib/zlib.h
        external/a.c src/pip/_vendor/rich/box.py node_modules/react/index.js lib/third-party/jquery.js
        tests/vendor/x.py vendor/lib/tests/a_test.go""",
    Role.GENERATED: """static/app.min.js api/v1/service_pb2.py api/service.pb.go api/service.pb.gw.go Cargo.lock uv.lock
        go.sum package-lock.json pnpm-lock.yaml src/generated/client.ts dist/index.js
        zz_generated.deepcopy.go src/__generated__/types.ts Form1.Designer.cs schema.gen.go app.js.map""",
    Role.DEV: """scripts/release.sh tools/lint.py .github/workflows/ci.yml ci/build.sh Makefile noxfile.py setup.py
        tox.ini benchmarks/bench.py packages/core/scripts/build.js webpack.config.js .eslintrc.js
        requirements-dev.txt rules.mk build.rs hack/update.sh .circleci/config.yml tsconfig.build.json
        benches/search.rs src/benchmarks/run.py crates/core/benches/x.rs dev-tools/install.sh
        packages/core/setup.py python/setup.py""",
}
TABLE = [(path, role) for role, paths in PATHS.items() for path in paths.split()]


@pytest.mark.parametrize(("path", "role"), TABLE)
def test_path_tells_the_role(path: str, role: Role) -> None:
    """Each path of the table serves whom a maintainer would say."""
    assert role_of(path) is role


@pytest.mark.parametrize(
    ("directory", "root"),
    [
        ("tests/unit/deep", "tests"),
        ("packages/core/tests/unit", "packages/core/tests"),
        ("src/flask", ""),
        ("a/vendor/github.com/pkg", "a/vendor"),
        ("docs/_static", "docs"),
        ("", ""),
    ],
)
def test_role_root_is_the_outermost_directory_that_tells(directory: str, root: str) -> None:
    """The root of a role is where it begins, and product code has none."""
    assert role_root(directory) == root
