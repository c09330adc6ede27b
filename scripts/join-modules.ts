import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import { rollup } from 'rollup';
import type { GetModuleInfo, OutputChunk, Plugin } from 'rollup';

/** Programs that are started by their name. */
const programs = [
  'main',
  'wiring/alone-program',
  'docs/parse-worker',
  'analytics/store/pack-worker',
  'workspace/search/search-worker',
  'workspace/programs/spawner-program',
];

/**
 * Packages that are joined with our code, with what only they need: each consists of many small ECMAScript modules, reads
 * no files of its own, and is loaded by every server.
 */
const joined = new Set([
  '@copydesk/client',
  '@copydesk/contract',
  'kysely',
  'zod',
  'diff',
  'structured-headers',
  'd3-array',
  'd3-color',
  'd3-format',
  'd3-interpolate',
  'd3-path',
  'd3-scale',
  'd3-shape',
  'd3-time',
  'd3-time-format',
  'internmap',
  'markdown-it',
  'entities',
  'linkify-it',
  'mdurl',
  'punycode.js',
  'uc.micro',
]);

/** Warnings for bundles that leave out what is unused. Packages of others have some. */
const harmless = new Set(['CIRCULAR_DEPENDENCY', 'INVALID_ANNOTATION']);

/**
 * Joins the compiled modules of the command into fewer files: a server loads 1,500 of ours and 500 of the packages
 * above, and Node needs 0.3 to 0.5 ms for each. What is imported later stays in files of its own. Each file has a source
 * map to the sources.
 *
 * @param folder the package, with the compiled modules in `src`, which are replaced, and with its `node_modules`.
 * @throws Error on a warning of the bundler, such as a name that a module does not export.
 */
export async function joinModules(folder: string): Promise<void> {
  const source = path.join(folder, 'src');
  const modules = (await readdir(source, { recursive: true })).filter(isModule);
  const bundle = await rollup({
    input: Object.fromEntries(programs.map((name) => [name, path.join(source, `${name}.js`)])),
    external: (id) => id.endsWith('.json') || !(/^[./]/.test(id) || joined.has(packageOf(id))),
    plugins: [keepAddresses(source), readMaps, nodeResolve({ exportConditions: ['node'] })],
    // What a module does when it is loaded stays.
    treeshake: false,
    onwarn: ({ code = '', message }) => {
      if (!harmless.has(code)) throw new Error(`Joining the modules: ${message}`);
    },
  });
  for (const name of modules) await rm(path.join(source, name));
  let first: Set<string> | undefined;
  const { output } = await bundle.write({
    dir: source,
    format: 'es',
    sourcemap: true,
    // The sources are in the repository; their text is not shipped twice.
    sourcemapExcludeSources: true,
    sourcemapPathTransform: (name, map) => withoutPlace(path.resolve(path.dirname(map), name), folder),
    importAttributesKey: 'with',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    manualChunks: (id, { getModuleInfo }) => {
      first ??= loadedFirst(path.join(source, 'main.js'), getModuleInfo);
      return first.has(id) ? 'command' : null;
    },
  });
  await bundle.close();
  for (const file of output) if (file.type === 'chunk') refuseProgram(file);
}

/**
 * What the program imports at once goes into a file of its own. Otherwise it would be a part of the program's file, and
 * what is imported later would wait for the end of the program, which waits for it.
 */
function loadedFirst(program: string, infoOf: GetModuleInfo): Set<string> {
  const found = new Set<string>();
  const open = [...(infoOf(program)?.importedIds ?? [])];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const info = infoOf(id);
    if (found.has(id) || info === null || info.isExternal) continue;
    found.add(id);
    open.push(...info.importedIds);
  }
  return found;
}

/** Names a source by its path in the repository or in the package: where these lay says nothing to a reader of a map. */
function withoutPlace(source: string, folder: string): string {
  if (source.startsWith(path.join(folder, 'node_modules'))) return path.relative(folder, source);
  return /\/((?:client|contract|server)\/src\/.*)$/.exec(source)?.[1] ?? path.basename(source);
}

/** @throws Error when a file imports a program. */
function refuseProgram({ fileName, imports, dynamicImports }: OutputChunk): void {
  const program = [...imports, ...dynamicImports].find((name) => programs.some((one) => name === `${one}.js`));
  if (program !== undefined) throw new Error(`${fileName} imports the program ${program}: it would wait for its end`);
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** Scripts for browsers are files that the server sends. */
function isModule(name: string): boolean {
  return /\.js(?:\.map)?$/.test(name) && !/^(?:pages\/assets|http\/script)\//.test(name);
}

/** A module finds the files beside it by `import.meta.url`: the address stays what it was, wherever its code is now. */
function keepAddresses(source: string): Plugin {
  return {
    name: 'keep addresses',
    resolveImportMeta(property, { chunkId, moduleId }) {
      const place = path.relative(path.join(source, path.dirname(chunkId)), moduleId);
      return property === 'url' ? `new URL(${JSON.stringify(`./${place}`)}, import.meta.url).href` : null;
    },
  };
}

/** The compiler writes a map beside each module. */
const readMaps: Plugin = {
  name: 'read maps',
  async load(id) {
    const map = await readFile(`${id}.map`, 'utf8').catch(() => undefined);
    return map === undefined ? null : { code: await readFile(id, 'utf8'), map };
  },
};
