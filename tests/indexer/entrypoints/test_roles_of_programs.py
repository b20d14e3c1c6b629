"""Whom a program serves, where the directory alone does not tell."""

from __future__ import annotations

import pytest

from indexer.facts import Role
from tests.support.entry_points import found, names, only

SHELL = "#!/bin/sh\necho\n"


@pytest.mark.parametrize(
    ("path", "role"),
    [
        ("install.sh", Role.PRODUCT),
        ("bin/serve", Role.PRODUCT),
        ("docker/entrypoint.sh", Role.PRODUCT),
        ("backend/scripts/prestart.sh", Role.PRODUCT),
        ("backend/scripts/lint.sh", Role.DEV),
        ("backend/scripts/tests-start.sh", Role.DEV),
        ("release.sh", Role.DEV),
        ("assets/create.sh", Role.DEV),
        ("src/mkheader.sh", Role.DEV),
        ("utils/graph.sh", Role.DEV),
        ("tests/run.sh", Role.TEST),
        ("vendor/x/install.sh", Role.VENDORED),
    ],
)
def test_scripts_serve_the_product_where_users_meet_them(path: str, role: Role) -> None:
    """A place on the path, or a word for serving, makes a product's script; a developer's word does not."""
    assert only({path: SHELL}, "script", executable=[path]).role is role


@pytest.mark.parametrize(
    ("body", "role"),
    [
        ("main()", Role.PRODUCT),
        ("sys.exit(cli())", Role.PRODUCT),
        ("app.run(debug=True)", Role.PRODUCT),
        ("print(render('demo'))", Role.DEV),
        ("import doctest; doctest.testmod(); main()", Role.DEV),
    ],
)
def test_a_module_that_only_shows_itself_serves_its_authors(body: str, role: Role) -> None:
    """A guard in a package that starts nothing is a demonstration."""
    texts = {"pkg/__init__.py": "", "pkg/part.py": f'if __name__ == "__main__":\n    {body}\n'}
    assert only(texts, "module_main").role is role


def test_a_guard_in_the_file_of_a_package_itself_is_never_run_by_name() -> None:
    """``python -m pkg`` runs ``__main__``, not ``__init__``."""
    texts = {"pkg/__init__.py": 'if __name__ == "__main__":\n    main()\n', "pkg/__main__.py": "run()\n"}
    assert names(texts) == ["python -m pkg"]


def test_a_service_that_is_only_overridden_is_told_once() -> None:
    """The base file names it; what an override adds serves developers."""
    texts = {
        "compose.override.yml": "services:\n  web:\n    command: dev\n  mail:\n    image: mailpit\n",
        "compose.yml": "services:\n  web:\n    image: web\n",
    }
    services = {entry.name: (entry.path, entry.role) for entry in found(texts, "compose_service")}
    assert services == {"web": ("compose.yml", Role.PRODUCT), "mail": ("compose.override.yml", Role.DEV)}


def test_a_prefix_that_is_a_constant_elsewhere_is_followed() -> None:
    """A setting of the repository is as plain as a literal."""
    texts = {
        "app/__init__.py": "",
        "app/config.py": 'class Settings:\n    API: str = "/api/v1"\n\nsettings = Settings()\n',
        "app/main.py": (
            "from fastapi import APIRouter, FastAPI\nfrom app.config import settings\nrouter = APIRouter()\n"
            '@router.get("/x")\ndef x(): ...\napp = FastAPI()\napp.include_router(router, prefix=settings.API)\n'
            '@app.get(f"{settings.API}/y/{{id}}")\ndef y(id): ...\n'
        ),
    }
    assert names(texts, "http_route") == ["GET /api/v1/x", "GET /api/v1/y/{id}"]


def test_what_tests_do_with_a_router_does_not_move_the_product() -> None:
    """A router mounted by a test elsewhere keeps the place that the product gives it."""
    texts = {
        "api.py": (
            'from fastapi import APIRouter, FastAPI\nr = APIRouter()\n@r.get("/x")\ndef x(): ...\n'
            'app = FastAPI()\napp.include_router(r, prefix="/api")\n'
        ),
        "tests/test_api.py": (
            'from fastapi import FastAPI\nfrom api import r\napp = FastAPI()\napp.include_router(r, prefix="/t")\n'
        ),
    }
    assert names(texts, "http_route") == ["GET /api/x"]


def test_a_program_made_of_another_alone_is_a_program_too() -> None:
    """The same binary under another name is a way in when the Makefile builds it with everything else."""
    makefile = (
        "SENTINEL=db-sentinel$(X)\nall: db $(SENTINEL)\ndb: db.o\n\tcc\n$(SENTINEL): db\n"
        "\tln -s db $@\nrun-tests: db\n\t./t\n"
    )
    texts = {"src/Makefile": makefile, "src/db.c": "int main(void) {\n}\n"}
    assert [(entry.name, entry.path, entry.line) for entry in found(texts, "binary")] == [
        ("db-sentinel", "src/Makefile", 5),
        ("db", "src/db.c", 1),
    ]


def test_routers_of_chained_calls_are_followed() -> None:
    """``Router().use(a)`` is a router though it never has a name of its own."""
    texts = {
        "main.ts": (
            "import express from 'express';\nimport routes from './routes';\nconst app = express();\napp.use(routes);\n"
        ),
        "routes.ts": (
            "import { Router } from 'express';\nimport tags from './tags';\nconst api = Router()\n"
            "  .use(tags);\nexport default Router().use('/api', api);\n"
        ),
        "tags.ts": (
            "import { Router } from 'express';\nconst router = Router();\n"
            "router.get('/tags', (req, res) => {});\nexport default router;\n"
        ),
    }
    assert names(texts, "http_route") == ["GET /api/tags"]


def test_a_group_made_for_a_function_prefixes_the_routes_in_it() -> None:
    """Groups are often made in the argument."""
    texts = {
        "main.go": (
            'package main\nimport "github.com/gin-gonic/gin"\nfunc main() {\n\tr := gin.Default()\n'
            '\tv1 := r.Group("/api")\n\tRegister(v1.Group("/users"))\n}\n'
        ),
        "users.go": (
            'package main\nimport "github.com/gin-gonic/gin"\nfunc Register(r *gin.RouterGroup) {\n'
            '\tr.POST("/", add)\n}\n'
        ),
    }
    assert names(texts, "http_route") == ["POST /api/users/"]


def test_other_files_of_an_installed_package_are_no_scripts() -> None:
    """The manifest says which files are commands."""
    texts = {
        "package.json": '{"name": "np", "bin": "./source/cli.js"}',
        "source/cli.js": "#!/usr/bin/env node\n",
        "source/implementation.js": "#!/usr/bin/env node\n",
    }
    assert names(texts, executable=["source/cli.js", "source/implementation.js"]) == ["np"]


def test_stubs_for_the_programs_of_dependencies_are_not_the_product() -> None:
    """Bundler writes a file for each program of each gem."""
    stub = "#!/usr/bin/env ruby\n#\n# This file was generated by Bundler.\n#\n"
    texts = {"bin/nokogiri": stub, "bin/rails": "#!/usr/bin/env ruby\nrequire 'x'\n"}
    roles = {entry.name: entry.role for entry in found(texts, "script", executable=list(texts))}
    assert roles == {"bin/nokogiri": Role.DEV, "bin/rails": Role.PRODUCT}


def test_a_package_full_of_guards_holds_plugins_where_scripts_are_installed() -> None:
    """Files of one family are loaded by something else; without an installed script they are the programs."""
    files = {f"pkg/plugins/p{number}.py": 'if __name__ == "__main__":\n    main()\n' for number in range(9)}
    texts = {"pkg/__init__.py": "", "pkg/plugins/__init__.py": "", **files}
    manifest = {"pyproject.toml": '[project.scripts]\ntool = "pkg.cli:main"\n'}
    assert {entry.role for entry in found(texts, "module_main")} == {Role.PRODUCT}
    assert {entry.role for entry in found({**texts, **manifest}, "module_main")} == {Role.DEV}
