"""Imports of Rust, C, Java, Ruby, PHP, C# and shell."""

from __future__ import annotations

from indexer.modules.edges import resolve_imports
from indexer.tree import SourceTree
from tests.support.trees import tree_of


def targets(tree: SourceTree, source: str) -> dict[str, float]:
    """Return what a file imports, with confidences."""
    return {edge.target: edge.confidence for edge in resolve_imports(tree).imports if edge.source == source}


CRATE = {
    "Cargo.toml": '[package]\nname = "shop-core"\n',
    "src/lib.rs": "pub mod cart;\nmod pay;\n",
    "src/cart.rs": "mod item;\nuse crate::pay::card::Card;\nuse self::item::Item;\nuse super::pay;\n",
    "src/cart/item.rs": "use super::super::pay::{cash, card::Card};\nuse std::io;\nuse serde::Serialize;\n",
    "src/pay/mod.rs": "pub mod card;\npub mod cash;\n",
    "src/pay/card.rs": "pub struct Card;\n",
    "src/pay/cash.rs": "",
}


def test_rust_mod_declarations_make_the_tree() -> None:
    """A mod is x.rs or x/mod.rs, below the directory of the declaring module."""
    tree = tree_of(CRATE)
    assert set(targets(tree, "src/lib.rs")) == {"src/cart.rs", "src/pay/mod.rs"}
    assert set(targets(tree, "src/pay/mod.rs")) == {"src/pay/card.rs", "src/pay/cash.rs"}


def test_rust_use_finds_the_deepest_module_of_its_path() -> None:
    """Crate, self and super paths end at the file of the last module in them."""
    tree = tree_of(CRATE)
    assert set(targets(tree, "src/cart.rs")) == {"src/cart/item.rs", "src/pay/card.rs", "src/pay/mod.rs"}
    assert set(targets(tree, "src/cart/item.rs")) == {"src/pay/cash.rs", "src/pay/card.rs"}
    assert resolve_imports(tree).unresolved == {"external": 1, "standard_library": 1}


def test_rust_workspace_crates_find_each_other_by_name() -> None:
    """A hyphen is written as an underscore; a renamed dependency by its local name; a program finds its library."""
    tree = tree_of(
        {
            **{f"core/{path}": text for path, text in CRATE.items()},
            "app/Cargo.toml": '[package]\nname = "app"\n[dependencies]\nbase = {package = "shop-core"}\n',
            "app/src/main.rs": "use base::cart::Cart;\nuse app::run;\n",
            "app/src/lib.rs": "use shop_core::pay;\n",
        }
    )
    assert targets(tree, "app/src/main.rs") == {"core/src/cart.rs": 0.95, "app/src/lib.rs": 0.95}
    assert set(targets(tree, "app/src/lib.rs")) == {"core/src/pay/mod.rs"}


def test_rust_published_crate_is_not_the_one_of_the_same_name_here() -> None:
    """A dependency by version alone comes from the registry, also where the workspace hands it down."""
    files = {
        "Cargo.toml": '[workspace]\nmembers = ["*"]\n[workspace.dependencies]\narena = "1"\nbase = {path = "base"}\n',
        "arena/Cargo.toml": '[package]\nname = "arena"\n',
        "arena/src/lib.rs": "",
        "base/Cargo.toml": '[package]\nname = "base"\n[dependencies]\narena = {version = "1", path = "../arena"}\n',
        "base/src/lib.rs": "use arena::Arena;\n",
        "app/Cargo.toml": '[package]\nname = "app"\n[dependencies]\narena.workspace = true\nbase.workspace = true\n',
        "app/src/lib.rs": "use arena::Arena;\nuse base::Base;\n",
    }
    tree = tree_of(files)
    assert set(targets(tree, "app/src/lib.rs")) == {"base/src/lib.rs"}
    assert set(targets(tree, "base/src/lib.rs")) == {"arena/src/lib.rs"}
    patched = tree_of({**files, "Cargo.toml": f'{files["Cargo.toml"]}[patch.crates-io]\narena = {{path = "arena"}}\n'})
    assert set(targets(patched, "app/src/lib.rs")) == {"base/src/lib.rs", "arena/src/lib.rs"}


def test_rust_paths_in_code_need_no_use() -> None:
    """A call, a type and a macro's tokens name a module as well as a use does; other paths are not counted."""
    tree = tree_of(
        {
            **CRATE,
            "src/pay/cash.rs": 'fn f() -> crate::cart::Cart { println!("{}", super::card::number()); Vec::new() }\n',
        }
    )
    assert set(targets(tree, "src/pay/cash.rs")) == {"src/cart.rs", "src/pay/card.rs"}
    assert resolve_imports(tree).unresolved == resolve_imports(tree_of(CRATE)).unresolved


def test_rust_crate_that_is_not_declared_is_not_meant() -> None:
    """A name that happens to be that of another crate here leads nowhere unless the manifest asks for that crate."""
    files = {
        "base/Cargo.toml": '[package]\nname = "base-kit"\n[lib]\nname = "base"\n',
        "base/src/lib.rs": "",
        "app/Cargo.toml": '[package]\nname = "app"\n',
        "app/src/lib.rs": "",
        "app/src/main.rs": "use app::start;\nuse base::Base;\n",
    }
    assert set(targets(tree_of(files), "app/src/main.rs")) == {"app/src/lib.rs"}
    files["app/Cargo.toml"] += '[dependencies]\nbase-kit = {path = "../base"}\n'
    assert set(targets(tree_of(files), "app/src/main.rs")) == {"app/src/lib.rs", "base/src/lib.rs"}


def test_rust_dependencies_of_a_single_platform_can_be_renamed() -> None:
    """The sections below target count like those of every platform."""
    tree = tree_of(
        {
            "core/Cargo.toml": '[package]\nname = "shop-core"\n',
            "core/src/lib.rs": "",
            "app/Cargo.toml": "[package]\nname = 'app'\n[target.'cfg(unix)'.dependencies]\n"
            "base = {path = '../core', package = 'shop-core'}\n",
            "app/src/main.rs": "use base::Shop;\nfn main() {}\n",
        }
    )
    assert set(targets(tree, "app/src/main.rs")) == {"core/src/lib.rs"}


def test_rust_module_without_a_file_is_missing() -> None:
    """A mod that a macro or a path attribute provides is counted."""
    assert resolve_imports(tree_of({**CRATE, "src/pay/cash.rs": "mod nowhere;\n"})).unresolved["missing"] == 1


def test_c_quoted_include_is_relative_to_its_file() -> None:
    """The including file's directory comes first, whatever else has the name."""
    tree = tree_of({"src/a.c": '#include "b.h"\n#include <stdio.h>\n', "src/b.h": "", "other/b.h": ""})
    assert targets(tree, "src/a.c") == {"src/b.h": 1.0}
    assert resolve_imports(tree).unresolved == {"standard_library": 1}


def test_c_include_directories_of_cmake() -> None:
    """Directories stated with and without a source-directory variable are searched."""
    tree = tree_of(
        {
            "CMakeLists.txt": "target_include_directories(x PUBLIC\n"
            "  $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/api>)\n",
            "lib/CMakeLists.txt": "include_directories(headers)\n",
            "lib/headers/inner.h": "",
            "api/x/outer.h": "",
            "src/a.cpp": "#include <x/outer.h>\n#include <inner.h>\n#include <vector>\n",
        }
    )
    assert targets(tree, "src/a.cpp") == {"api/x/outer.h": 0.95, "lib/headers/inner.h": 0.95}


def test_c_only_path_that_ends_like_the_include() -> None:
    """One such path is likely, several are ambiguous, none is missing."""
    tree = tree_of(
        {
            "app/a.c": '#include "net/socket.h"\n#include "util.h"\n#include "gone.h"\n#include HEADER\n',
            "lib/core/net/socket.h": "",
            "x/util.h": "",
            "y/util.h": "",
        }
    )
    assert targets(tree, "app/a.c") == {"lib/core/net/socket.h": 0.6}
    assert resolve_imports(tree).unresolved == {"ambiguous": 1, "missing": 1}


def test_c_vendored_code_does_not_include_from_the_product() -> None:
    """A header of the same name beside a vendored project's parent is not climbed to."""
    tree = tree_of({"deps/lib/a.c": '#include "config.h"\n', "include/config.h": "", "src/config.h": ""})
    assert resolve_imports(tree).unresolved == {"ambiguous": 1}


def test_java_class_below_any_source_root() -> None:
    """Plain, nested and static imports lead to the file of the outermost class."""
    tree = tree_of(
        {
            "app/src/main/java/com/acme/App.java": "package com.acme;\nimport com.acme.pay.Card;\n"
            "import com.acme.pay.Card.Kind;\nimport static com.acme.Text.join;\nimport java.util.List;\n"
            "import org.junit.Test;\nimport com.acme.gen.Made;\nclass App {}\n",
            "pay/src/main/java/com/acme/pay/Card.java": "package com.acme.pay;\nclass Card {}\n",
            "app/src/main/java/com/acme/Text.java": "package com.acme;\nclass Text {}\n",
            "app/src/main/java/com/acme/gen/Other.java": "package com.acme.gen;\nclass Other {}\n",
        }
    )
    assert set(targets(tree, "app/src/main/java/com/acme/App.java")) == {
        "pay/src/main/java/com/acme/pay/Card.java",
        "app/src/main/java/com/acme/Text.java",
    }
    assert resolve_imports(tree).unresolved == {"external": 1, "missing": 1, "standard_library": 1}


def test_java_wildcard_means_one_representative() -> None:
    """package-info.java stands for its package."""
    tree = tree_of(
        {
            "src/main/java/a/App.java": "package a;\nimport a.b.*;\nclass App {}\n",
            "src/main/java/a/b/Alpha.java": "package a.b;\nclass Alpha {}\n",
            "src/main/java/a/b/package-info.java": "package a.b;\n",
        }
    )
    assert targets(tree, "src/main/java/a/App.java") == {"src/main/java/a/b/package-info.java": 0.6}


def test_java_product_does_not_import_a_test_class() -> None:
    """Of two classes of one name, product code means the one that is no test."""
    tree = tree_of(
        {
            "src/main/java/a/App.java": "package a;\nimport a.b.C;\nclass App {}\n",
            "src/main/java/a/b/C.java": "package a.b;\nclass C {}\n",
            "src/test/java/a/b/C.java": "package a.b;\nclass C {}\n",
        }
    )
    assert set(targets(tree, "src/main/java/a/App.java")) == {"src/main/java/a/b/C.java"}


def test_ruby_require_and_require_relative() -> None:
    """One looks below lib, the other beside the file."""
    tree = tree_of(
        {
            "lib/shop.rb": 'require "shop/cart"\nrequire_relative "shop/pay"\nrequire "json"\nrequire "rails"\n',
            "lib/shop/cart.rb": "",
            "lib/shop/pay.rb": "",
        }
    )
    assert targets(tree, "lib/shop.rb") == {"lib/shop/cart.rb": 0.95, "lib/shop/pay.rb": 1.0}
    assert resolve_imports(tree).unresolved == {"external": 1, "standard_library": 1}


def test_php_namespaces_of_composer() -> None:
    """PSR-4 maps the longest prefix to its directories; groups and included files count too."""
    tree = tree_of(
        {
            "composer.json": r'{"autoload": {"psr-4": {"App\\": "src/", "App\\Pay\\": ["payments/"]}}}',
            "src/Kernel.php": "<?php\nuse App\\Pay\\Card;\nuse App\\Model\\{User, Order};\nuse Exception;\n"
            "use Vendor\\Thing;\nuse App\\Gone;\nrequire __DIR__ . '/boot.php';\n",
            "payments/Card.php": "<?php\n",
            "src/Model/User.php": "<?php\n",
            "src/Model/Order.php": "<?php\n",
            "src/boot.php": "<?php\n",
        }
    )
    assert set(targets(tree, "src/Kernel.php")) == {
        "payments/Card.php",
        "src/Model/User.php",
        "src/Model/Order.php",
        "src/boot.php",
    }
    assert resolve_imports(tree).unresolved == {"external": 1, "missing": 1, "standard_library": 1}


def test_csharp_namespace_is_one_file_of_its_directory() -> None:
    """A namespace declared in one place has a representative; the framework's is standard."""
    tree = tree_of(
        {
            "App/Program.cs": "using Shop.Core;\nusing System.Text;\nusing Newtonsoft.Json;\n"
            "namespace App;\nclass Program {}\n",
            "Core/Cart.cs": "namespace Shop.Core;\npublic class Cart {}\n",
            "Core/Item.cs": "namespace Shop.Core { public class Item {} }\n",
        }
    )
    assert targets(tree, "App/Program.cs") == {"Core/Cart.cs": 0.6}
    assert resolve_imports(tree).unresolved == {"external": 1, "standard_library": 1}


def test_shell_source_with_a_written_path() -> None:
    """A path from the script's own directory is followed; a computed one is dynamic."""
    tree = tree_of(
        {
            "bin/run.sh": 'source "$(dirname "$0")/../lib/log.sh"\n. ./env.sh\nsource "$CONFIG"\nsource /etc/profile\n',
            "bin/env.sh": "",
            "lib/log.sh": "",
        }
    )
    assert targets(tree, "bin/run.sh") == {"lib/log.sh": 0.8, "bin/env.sh": 1.0}
    assert resolve_imports(tree).unresolved == {"dynamic": 1, "external": 1}
