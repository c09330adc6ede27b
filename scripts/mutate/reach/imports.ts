import path from 'node:path';

/** Which files import which, over any number of others. */
export interface ImportGraph {
  /** The files that a file imports itself, or names by an address relative to itself. */
  imports: ReadonlyMap<string, readonly string[]>;
  importers: ReadonlyMap<string, readonly string[]>;
}

interface Source {
  path: string;
  text: string;
}

/** A module that is imported, and a program or script that is started or read by its address. */
const relative = /['"](\.{1,2}\/[^'"\s]*\.(?:ts|js|mjs))['"]/g;
const workspace = /['"]@copydesk\/(contract|client|tracker)(?:\/([\w-]+))?['"]/g;

/** Reads who imports whom from sources. */
export function readImports(sources: readonly Source[]): ImportGraph {
  const known = new Set(sources.map((source) => source.path));
  const imports = new Map<string, string[]>();
  const importers = new Map<string, string[]>(sources.map((source) => [source.path, []]));
  for (const { path: from, text } of sources) {
    const named = [
      ...[...text.matchAll(relative)].map(([, to = '']) => path.posix.join(path.posix.dirname(from), to)),
      ...[...text.matchAll(workspace)].map(([, name, part = 'index']) => `${name}/src/${part}.ts`),
    ];
    const targets = [...new Set(named)].filter((to) => known.has(to));
    imports.set(from, targets);
    for (const to of targets) importers.get(to)?.push(from);
  }
  return { imports, importers };
}

/** Returns a file and those that are reached from it, the nearest first. */
export function nearestFirst(edges: ReadonlyMap<string, readonly string[]>, file: string): string[] {
  const found = new Set([file]);
  // A set is iterated over what is added meanwhile, too.
  for (const one of found) for (const next of edges.get(one) ?? []) found.add(next);
  return [...found];
}
