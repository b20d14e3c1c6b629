"""C#: routes of minimal APIs, controllers, pages and endpoints, tools and their commands."""

from __future__ import annotations

from tests.support.entry_points import found, names, only

BUILDER = "public static RouteGroupBuilder"


def routes(texts: dict[str, str]) -> list[str]:
    """Return the routes of a tree."""
    return names(texts, "http_route")


def test_routes_of_minimal_apis_lie_in_the_groups_that_methods_are_called_on() -> None:
    """An extension of the builder, in a chain of groups and on a variable; the slash of a group's root is dropped."""
    texts = {
        "Program.cs": (
            'var app = builder.Build();\nvar api = app.MapGroup("api").WithTags("x");\n'
            'api.MapUsers();\napp.MapGroup("/v1").MapGroup("/b").MapOrders();\nUserEndpoints.Map(api);\napp.Run();\n'
        ),
        "Users.cs": (
            "public static class Users\n{\n"
            f"    {BUILDER} MapUsers(this IEndpointRouteBuilder routes)\n    {{\n"
            '        var group = routes.MapGroup("/users").WithOpenApi();\n        group.MapGet("/", All);\n'
            '        group.MapPost("{id:int}/pay", async (int id) => { });\n        return group;\n    }\n}\n'
        ),
        "Orders.cs": (
            "public static class Orders\n{\n"
            f"    {BUILDER} MapOrders(\n        this IEndpointRouteBuilder routes)\n    {{\n"
            '        routes.MapMethods("/o", [HttpMethods.Options], O);\n        return null;\n    }\n}\n'
        ),
        "UserEndpoints.cs": (
            "static class UserEndpoints\n{\n    public static void Map(IEndpointRouteBuilder app)\n    {\n"
            "        app.MapDelete(Paths.Me, Drop);\n"
            "    }\n}\n"
            ""
            ""
            'static class Paths { public const string Me = Base + "/me"; const string Base = "/who"; }\n'
        ),
    }
    expected = ["DELETE /api/who/me", "GET /api/users", "OPTIONS /v1/b/o", "POST /api/users/{id:int}/pay"]
    assert routes(texts) == expected


def test_groups_that_are_classes_are_mapped_by_their_names() -> None:
    """The mapping file mentions what they implement; the repository's own overloads take the handler first."""
    texts = {
        "Groups.cs": (
            "public static class Extensions\n{\n"
            "    public static WebApplication MapEndpoints(this WebApplication app)\n    {\n"
            "        foreach (var type in All(typeof(IEndpointGroup)))\n        {\n"
            '            var prefix = Read(type) ?? $"/api/{groupName}";\n'
            '            app.MapGroup(prefix).WithTags("x");\n'
            "        }\n    }\n"
            "    public static RouteHandlerBuilder MapGet(this IEndpointRouteBuilder "
            'builder, Delegate handler, string pattern = "")\n'
            "    {\n        return builder.MapGet(pattern, handler);\n    }\n}\n"
        ),
        "Lists.cs": (
            "public class Lists : IEndpointGroup\n{\n    public static void Map(RouteGroupBuilder group)\n    {\n"
            '        group.MapGet(All);\n        group.MapGet(One, "{id}");\n    }\n}\n'
        ),
        "Users.cs": (
            'public class Users : IEndpointGroup\n{\n    public static string? RoutePrefix => "/people";\n'
            "    public static void Map(RouteGroupBuilder group)\n    {\n        group.MapGet(All);\n    }\n}\n"
        ),
    }
    assert routes(texts) == ["GET /api/Lists", "GET /api/Lists/{id}", "GET /people"]


def test_controllers_inherit_the_route_of_their_base() -> None:
    """The nearest class of the name counts, wherever its bases are written."""
    base = '[Route("/api/[controller]")]\n[ApiController]\npublic abstract class Base : ControllerBase { }\n'
    texts = {
        "A/Base.cs": base,
        "A/Cats.cs": (
            "public class CatsController\n    : Base\n{\n"
            '    [HttpGet("{id}")]\n'
            "    public Cat One(int id) => null;\n}\n"
        ),
        "B/Base.cs": base.replace("/api/", "/b/"),
        "B/Dogs.cs": "public class DogsController : Base\n{\n    [HttpPost]\n    public Dog Add(Dog dog) => dog;\n}\n",
        "C/Other.cs": (
            "public class CatsController : Controller\n{\n"
            '    [Route("own")]\n'
            ""
            ""
            "    public IActionResult X() => Ok();\n}\n"
        ),
    }
    assert routes(texts) == ["GET /api/Cats/{id}", "GET /own", "POST /b/Dogs"]


def test_actions_without_a_route_lie_where_the_default_route_leads() -> None:
    """What it fills in itself is left out; helpers, and classes that are no controllers, have none."""
    text = (
        "public class HomeController : Controller\n{\n    public IActionResult Index() => View();\n"
        "    public async Task<IActionResult> Error(string id) => View();\n    [NonAction]\n"
        "    public IActionResult Helper() => View();\n    private IActionResult Hidden() => View();\n"
        "    public string Name() => null;\n}\n"
        '[Area("Admin")]\npublic class ShopsController : Controller\n{\n    [HttpGet]\n'
        "    public IActionResult Edit(int id) => View();\n"
        "    [HttpPost]\n"
        ""
        ""
        "    public IActionResult Edit(Shop shop) => View();\n}\n"
        "public class ViewHelper\n{\n    public IActionResult Index() => null;\n}\n"
    )
    assert routes({"Controllers.cs": text}) == [
        "GET /",
        "GET /Admin/Shops/Edit",
        "GET /Home/Error",
        "POST /Admin/Shops/Edit",
    ]


def test_overloads_keep_the_attributes_above_them_and_constants_are_read() -> None:
    """Two methods of one name, one with a verb; routes of a class of constants."""
    text = (
        '[Route(Routes.Sales)]\npublic class SalesController : Controller\n{\n    [Route("create")]\n'
        '    public ViewResult Create() => View();\n    [Route("create")]\n    [HttpPost]\n'
        '    public IActionResult Create(Sale sale) => View();\n    [AcceptVerbs("PUT", "PATCH")]\n'
        "    public IActionResult Change() => View();\n}\n"
        "public static class Routes\n"
        ""
        "{\n"
        '    public const string Sales = $"{Root}/sales";\n'
        '    private const string Root = "api";\n}\n'
    )
    expected = ["GET /api/sales/create", "PATCH /api/sales", "POST /api/sales/create", "PUT /api/sales"]
    assert routes({"Sales.cs": text}) == expected


def test_pages_are_routes_by_their_place_or_directive() -> None:
    """Areas, templates and rooted ones; a layout, a view and a component without the directive are none."""
    texts = {
        "Web/Pages/Index.cshtml": "\ufeff@page\n@model IndexModel\n",
        "Web/Pages/Courses/Edit.cshtml": '@page "{id:int}"\n',
        "Web/Pages/Courses/Index.cshtml": "@page\n",
        "Web/Pages/Old.cshtml": '@page "/new"\n',
        "Web/Areas/Identity/Pages/Account/Login.cshtml": "@page\n",
        "Web/Pages/_ViewStart.cshtml": "@page\n",
        "Web/Views/Home/Index.cshtml": "@model X\n",
        "App/Counter.razor": '@page "/counter"\n@page "/count/{Start:int}"\n<h1/>\n',
        "App/Button.razor": "<button/>\n",
    }
    expected = [
        "/",
        "/Courses",
        "/Courses/Edit/{id:int}",
        "/Identity/Account/Login",
        "/count/{Start:int}",
        "/counter",
        "/new",
    ]
    assert routes(texts) == expected


def test_endpoints_configure_their_own_routes() -> None:
    """A constant of the request, verbs with routes, a group and the prefix of all; another ``Configure`` is none."""
    texts = {
        "Program.cs": (
            'var app = builder.Build();\napp.UseFastEndpoints(c => c.Endpoints.RoutePrefix = "api");\napp.Run();\n'
        ),
        "Create.cs": (
            "public class Create(IMediator mediator)\n  : Endpoint<CreateRequest,\n      Created>\n{\n"
            "  public override void Configure()\n  {\n    Post(CreateRequest.Route);\n    Group<Users>();\n  }\n}\n"
            'public class CreateRequest { public const string Route = "/add"; }\n'
            'public class Users : Group\n{\n  public Users() { Configure("users", ep => { }); }\n}\n'
        ),
        "Find.cs": (
            "public class Find : EndpointWithoutRequest\n{\n  public override void Configure()\n  {\n"
            '    Verbs(Http.GET, Http.HEAD);\n    Routes("/find");\n  }\n}\n'
        ),
        "Startup.cs": 'public class Startup\n{\n  public void Configure()\n  {\n    Get("/none");\n  }\n}\n',
    }
    assert routes(texts) == ["GET /api/find", "HEAD /api/find", "POST /api/users/add"]


def test_a_tool_is_a_command_that_is_installed() -> None:
    """By the name it states, or the assembly's, or the project's; a project that is no tool installs none."""
    project = "<Project>\n<PropertyGroup>\n<PackAsTool>true</PackAsTool>\n{}\n</PropertyGroup>\n</Project>\n"
    stated = project.format("<ToolCommandName>dotnet-serve</ToolCommandName>")
    tool = only({"src/Serve/Serve.csproj": stated}, "binary")
    assert (tool.name, tool.path, tool.line) == ("dotnet-serve", "src/Serve/Serve.csproj", 4)
    assert names({"a/Serve.csproj": project.format("<AssemblyName>serve</AssemblyName>")}, "binary") == ["serve"]
    assert names({"a/Serve.csproj": project.format("")}, "binary") == ["Serve"]
    assert names({"a/Serve.csproj": stated.replace("true", "false")}, "binary") == []


def test_commands_are_named_by_attributes_objects_and_branches() -> None:
    """McMaster and CommandLineParser, System.CommandLine, Spectre; the program's own name is no command."""
    project = "<Project><PackAsTool>true</PackAsTool><ToolCommandName>shop</ToolCommandName></Project>"
    texts = {
        "src/Shop.csproj": project,
        "src/Mcp.cs": (
            'using McMaster.Extensions.CommandLineUtils;\n[Command(Name = "mcp", Description '
            '= "Serve")]\nclass Mcp { }\n'
            '[Command(Name = "dotnet shop")]\nclass Program { }\n'
        ),
        "src/Root.cs": (
            "using System.CommandLine;\nclass Root {\n  static void Build() {\n    var root = new RootCommand();\n"
            '    var remote = new Command("remote", "Remotes");\n    var add = new Command("add", "Add");\n'
            "    remote.AddCommand(add);\n    root.AddCommand(remote);\n  }\n}\n"
        ),
        "src/Spectre.cs": (
            "using Spectre.Console.Cli;\nclass S {\n  void Build(IConfigurator config) {\n"
            '    config.AddBranch<Settings>("db", db => { db.AddCommand<Up>("up"); });\n  }\n}\n'
        ),
        "src/Other.cs": 'class Command { }\nclass Other { object made = new Command("none"); }\n',
    }
    assert names(texts, "cli_command") == ["shop db up", "shop mcp", "shop remote", "shop remote add"]
    assert all(entry.line > 1 for entry in found(texts, "cli_command"))


def test_an_action_is_called_without_the_suffix_that_tells_it_is_awaited() -> None:
    """By convention and in a template alike; a tilde leads to the root of the site from a class too."""
    text = (
        "public class AccountController : Controller\n{\n    [HttpGet]\n"
        "    public async Task<IActionResult> LoginAsync() => View();\n}\n"
        '[Route("sso/[action]")]\npublic class SsoController : Controller\n{\n    [HttpPost]\n'
        "    public async Task<IActionResult> SignOutAsync() => View();\n}\n"
        '[Route("~/probe")]\npublic class ProbeController : Controller\n{\n    [HttpGet("state")]\n'
        "    public IActionResult State() => View();\n}\n"
    )
    assert routes({"Controllers.cs": text}) == ["GET /Account/Login", "GET /probe/state", "POST /sso/SignOut"]


def test_health_checks_are_routes_where_they_are_mapped() -> None:
    """One whose path is not stated is none."""
    text = (
        "public class Startup\n{\n    public void Configure(IApplicationBuilder app)\n    {\n"
        "        app.UseEndpoints(endpoints =>\n        {\n"
        '            endpoints.MapHealthChecks("/health");\n            endpoints.MapHealthChecks(options.Path);\n'
        "        });\n    }\n}\n"
    )
    assert routes({"Startup.cs": text}) == ["GET /health"]


def test_the_program_of_a_project_for_tests_or_benchmarks_is_none_of_the_product() -> None:
    """The last word of the project's name tells; a word that only ends alike does not."""
    main = "class Program\n{\n    static void Main(string[] args) {}\n}\n"
    texts = {
        f"{name}/{part}": text
        for name in ("Shop.ManualTest", "ShopBenchmarks", "Contest")
        for part, text in (("Program.cs", main), (f"{name}.csproj", "<Project />\n"))
    }
    assert {entry.name: entry.role.value for entry in found(texts, "main_function")} == {
        "Contest": "product",
        "Shop.ManualTest": "test",
        "ShopBenchmarks": "dev",
    }


def test_a_route_that_is_mapped_to_one_action_is_the_address_of_that_action() -> None:
    """What is mapped by name has no address by convention; a pattern that names controllers is the convention."""
    startup = (
        "public class Startup\n{\n    public void Map(IEndpointRouteBuilder endpoints)\n    {\n"
        "        endpoints.MapControllerRoute(\n            name: Names.Index,\n"
        '            pattern: "v3/index.json",\n'
        '            defaults: new { controller = "Feed", action = "Get" });\n'
        '        endpoints.MapControllerRoute("push", "v2/package",\n'
        '            new { controller = "Feed", action = "Push" },\n'
        '            new { httpMethod = new HttpMethodRouteConstraint("PUT") });\n'
        '        endpoints.MapControllerRoute("default", "{controller=Home}/{action=Index}/{id?}");\n'
        "    }\n}\n"
    )
    controller = (
        "public class FeedController : Controller\n{\n    public IActionResult Get() => View();\n"
        "    public async Task<IActionResult> PushAsync() => View();\n    public IActionResult Search() => View();\n}\n"
    )
    assert routes({"Startup.cs": startup, "FeedController.cs": controller}) == [
        "GET /Feed/Search",
        "GET /v3/index.json",
        "PUT /v2/package",
    ]


def test_commands_of_an_application_lie_in_the_brackets_of_others() -> None:
    """The application says what it is called; a call of the same name without the library is none."""
    text = (
        "class Program\n{\n    static void Main(string[] args)\n    {\n        var app = new CommandLineApplication\n"
        '        {\n            Name = "shop",\n        };\n        app.Command("import", import =>\n        {\n'
        '            import.Command("orders", orders => orders.OnExecute(() => 0));\n        });\n    }\n}\n'
    )
    library = "using McMaster.Extensions.CommandLineUtils;\n"
    assert names({"Program.cs": library + text}, "cli_command") == ["shop import", "shop import orders"]
    assert names({"Program.cs": "using Shop.Sql;\n" + text}, "cli_command") == []


def test_a_route_that_is_mapped_only_where_a_program_is_developed_serves_its_developers() -> None:
    """What stands before and behind the condition is the product's."""
    text = (
        'var app = builder.Build();\napp.MapGet("/before", Show);\nif (app.Environment.IsDevelopment())\n{\n'
        '    app.MapHealthChecks("/health");\n}\napp.MapGet("/behind", Show);\n'
    )
    assert {entry.name: entry.role.value for entry in found({"Program.cs": text}, "http_route")} == {
        "GET /before": "product",
        "GET /behind": "product",
        "GET /health": "dev",
    }
