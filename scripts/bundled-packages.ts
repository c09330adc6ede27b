import { z } from 'zod';

const Names = z.record(z.string(), z.string()).default({});

/** package-lock.json, as far as it says what needs what. */
export const Lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      dependencies: Names,
      optionalDependencies: Names,
      peerDependencies: Names,
      peerDependenciesMeta: z.record(z.string(), z.object({ optional: z.boolean().default(false) })).default({}),
      hasInstallScript: z.boolean().default(false),
      os: z.array(z.string()).optional(),
      cpu: z.array(z.string()).optional(),
    }),
  ),
});

type Packages = z.infer<typeof Lockfile>['packages'];

/**
 * Finds all packages that `names` of a workspace need, with theirs, as the lockfile has them.
 *
 * @returns Paths of this repository, such as `node_modules/ajv/node_modules/fast-uri`, each with the place that it gets among
 *   the packages of the workspace alone.
 * @throws Error where two would get one place, or one is missing, runs a program when it is installed, or is for one system alone.
 */
export function bundledPackages({ packages }: z.infer<typeof Lockfile>, workspace: string, names: string[]) {
  const places = new Map<string, string>();
  const open = names.map((name) => ({ from: workspace, name }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const found = resolve(packages, next.from, next.name);
    if (found === undefined) throw new Error(`package-lock.json has no ${next.name}, which ${next.from} needs`);
    if ([...places.values()].includes(found)) continue;
    const place = found.startsWith(`${workspace}/`) ? found.slice(workspace.length + 1) : found;
    const other = places.get(place);
    if (other !== undefined) throw new Error(`${found} and ${other} would both lie at ${place} of the package`);
    places.set(place, found);
    refuseWhatNeedsItsSystem(packages, found);
    open.push(...needs(packages, found).map((name) => ({ from: found, name })));
  }
  return places;
}

/** As Node does it: the nearest `node_modules` that has it. */
function resolve(packages: Packages, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = above(folder)) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (packages[path] !== undefined) return path;
    if (folder === '') return undefined;
  }
}

function above(folder: string): string {
  const end = folder.lastIndexOf('/node_modules/');
  return end === -1 ? '' : folder.slice(0, end);
}

/** Peers that are optional, and what is optional otherwise, are what other runtimes take. */
function needs(packages: Packages, path: string): string[] {
  const one = packages[path];
  if (one === undefined) return [];
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = one;
  const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true);
  return [...Object.keys(dependencies), ...peers].filter((name) => !(name in optionalDependencies));
}

function refuseWhatNeedsItsSystem(packages: Packages, path: string): void {
  const one = packages[path];
  if (one?.hasInstallScript === true || one?.os !== undefined || one?.cpu !== undefined) {
    throw new Error(`${path} is made for its system when it is installed: it cannot be packed for all of them`);
  }
}
