import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown, RolldownMagicString } from 'rolldown';
import type { ChunkingContext, OutputChunk, Plugin } from 'rolldown';
import manifest from '../server/package.json' with { type: 'json' };

const source = fileURLToPath(new URL('../server/src', import.meta.url));

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

/** A package that is neither joined nor needed by the command is an error. */
const external = new Set(Object.keys(manifest.dependencies).filter((name) => !joined.has(name)));

/**
 * Compiles the sources of the command, and joins them into fewer files: a server loads 1,500 of ours and 500 of the
 * packages above, and Node needs 0.3 to 0.5 ms for each. What is imported later stays in files of its own. Each file has
 * a source map to the sources. Types are not checked: `npm run types` does.
 *
 * @param folder where the files go, each program at its place among the sources.
 * @throws Error on a warning of the bundler, such as a name that a module does not export.
 */
export async function joinModules(folder: string): Promise<void> {
  const warnings: string[] = [];
  const bundle = await rolldown({
    input: Object.fromEntries(programs.map((name) => [name, path.join(source, `${name}.ts`)])),
    platform: 'node',
    // Only types are removed, as Node does it.
    tsconfig: false,
    transform: { plugins: { taggedTemplateEscape: false } },
    external: (id) => id.endsWith('.json') || id.startsWith('node:') || external.has(packageOf(id)),
    plugins: [keepAddresses],
    experimental: { nativeMagicString: true },
    // What a module does when it is loaded stays.
    treeshake: false,
    onLog: (level, { message }) => {
      if (level === 'warn') warnings.push(message);
    },
  });
  const command = { name: 'command', includes: loadedFirst() };
  const { output } = await bundle.write({
    dir: folder,
    format: 'es',
    sourcemap: true,
    // The sources are in the repository; their text is not shipped twice.
    sourcemapExcludeSources: true,
    sourcemapPathTransform: (name, map) => withoutPlace(path.resolve(path.dirname(map), name)),
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    codeSplitting: {
      groups: [
        { debugName: command.name, name: (id, context) => (command.includes(id, context) ? command.name : null) },
      ],
    },
  });
  await bundle.close();
  if (warnings.length > 0) throw new Error(`Joining the modules: ${warnings.join('\n')}`);
  for (const file of output) if (file.type === 'chunk') refuseProgram(file);
}

/**
 * What the program imports at once goes into a file of its own. Otherwise it would be a part of the program's file, and
 * what is imported later would wait for the end of the program, which waits for it.
 */
function loadedFirst(): (id: string, context: ChunkingContext) => boolean {
  let found: Set<string> | undefined;
  return (id, context) => (found ??= importedBy(path.join(source, 'main.ts'), context)).has(id);
}

function importedBy(program: string, context: ChunkingContext): Set<string> {
  const found = new Set<string>();
  const open = [...(context.getModuleInfo(program)?.importedIds ?? [])];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const info = context.getModuleInfo(id);
    if (found.has(id) || info === null) continue;
    found.add(id);
    open.push(...info.importedIds);
  }
  return found;
}

/** Names a source by its path in the repository: where that lay says nothing to a reader of a map. */
function withoutPlace(file: string): string {
  const [, place] = /^.*\/(node_modules\/.*|(?:client|contract|server)\/src\/.*)$/.exec(file) ?? [];
  return place ?? path.basename(file);
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

/** A module finds the files beside it by `import.meta.url`: the address stays what it was, wherever its code is now. */
const keepAddresses: Plugin = {
  name: 'keep addresses',
  transform: {
    filter: { code: 'import.meta.url' },
    handler(code, id) {
      const place = JSON.stringify(path.relative(source, id).replace(/\.ts$/, '.js'));
      return { code: new RolldownMagicString(code).replaceAll('import.meta.url', `addressOf(${place})`) };
    },
  },
  renderChunk(code, { fileName }) {
    const changed = new RolldownMagicString(code);
    for (const { 0: call, 1: place = '', index } of code.matchAll(/\baddressOf\("([^"]+)"\)/g)) {
      const relative = JSON.stringify(`./${path.relative(path.dirname(fileName), place)}`);
      changed.overwrite(index, index + call.length, `new URL(${relative}, import.meta.url).href`);
    }
    return changed;
  },
};
