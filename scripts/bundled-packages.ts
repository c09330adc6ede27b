import { z } from 'zod';

const Names = z.record(z.string(), z.string()).default({});

/** The part of package-lock.json that says which package needs which. */
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
 * Finds all packages that `names` of a workspace need, with their dependencies, according to the lockfile.
 *
 * @returns Paths of this repository, such as `node_modules/ajv/node_modules/fast-uri`, each with its place among the
 *   packages of only this workspace.
 * @throws Error when two would get one place, or when one is missing, runs a program when it is installed, or is for
 *   one system only.
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

/** Resolves as Node does: finds the nearest `node_modules` that has the package. */
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

/** Leaves out optional peers and other optional packages, which are for other runtimes. */
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
