// Prints, for each tsconfig named on the command line, the path aliases that the TypeScript compiler reads from it,
// as absolute paths. A base that is not installed is passed over, and aliases of references fill the gaps.
const path = require("node:path");
const ts = require("typescript");

function readAliases(file, depth) {
  const document = ts.readConfigFile(file, ts.sys.readFile).config ?? {};
  const host = { ...ts.sys, readDirectory: () => [] };
  const parsed = ts.parseJsonConfigFileContent(document, host, path.dirname(file), undefined, file);
  const options = parsed.options;
  const origin = options.pathsBasePath ?? options.baseUrl ?? path.dirname(file);
  const paths = {};
  for (const [alias, targets] of Object.entries(options.paths ?? {})) {
    paths[alias] = targets.map((target) => path.resolve(options.baseUrl ?? origin, target));
  }
  let merged = { baseUrl: options.baseUrl, paths };
  for (const reference of depth === 0 ? (parsed.projectReferences ?? []) : []) {
    const other = readAliases(ts.resolveProjectReferencePath(reference), depth + 1);
    merged = { baseUrl: merged.baseUrl ?? other.baseUrl, paths: { ...other.paths, ...merged.paths } };
  }
  return merged;
}

const answers = process.argv.slice(2).map((file) => [file, readAliases(file, 0)]);
process.stdout.write(JSON.stringify(Object.fromEntries(answers)));
