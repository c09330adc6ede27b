import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import serverManifest from '../server/package.json' with { type: 'json' };
import type { Library } from './build-library.ts';
import { bundledPackages, Lockfile } from './bundled-packages.ts';
import { copyLean } from './copy-lean.ts';
import { joinModules } from './join-modules.ts';
import { nodePackageName } from './node-package.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const server = path.join(root, 'server');

/** The libraries of this repository that the command contains, so that only one file has to be installed. */
const brought = {
  '@copydesk/client': 'client',
  '@copydesk/contract': 'contract',
  '@copydesk/tracker': 'tracker',
} as const;

/**
 * Builds the package of the `copydesk` command as it is published: JavaScript with its source maps, the files that it
 * serves and shows, the libraries of this repository, and the code of all packages that it needs. So an installation
 * has the tested versions, including those of other authors, and half of the bytes: 42 MB in place of 93 when this was
 * written, without PostgreSQL.
 *
 * @param folder an absolute path; existing contents are replaced.
 * @param libraries where these are already built.
 * @param newerNode where npm finds the package that brings a newer Node: a version, or `file:` and its packed file, which
 *   lies beside that of the command.
 */
export async function buildCommand(
  folder: string,
  libraries: Record<Library, string>,
  newerNode: string,
): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await joinModules(path.join(folder, 'src'));
  // Copies what is not code: migrations, styles, scripts of the pages.
  await cp(path.join(server, 'src'), path.join(folder, 'src'), {
    recursive: true,
    filter: (source) => !source.endsWith('.ts'),
  });
  for (const name of ['bin', 'sample-site', 'monitoring', 'systemd', 'README.md', '../LICENSE']) {
    await cp(path.join(server, name), path.join(folder, path.basename(name)), { recursive: true });
  }
  await cp(path.join(root, 'docs'), path.join(folder, 'docs'), { recursive: true });
  for (const [name, library] of Object.entries(brought)) {
    await bring(libraries[library], path.join(folder, 'node_modules', name));
  }
  await bundle(folder);
  await writeFile(path.join(folder, 'package.json'), `${JSON.stringify(published(newerNode), null, 2)}\n`);
}

async function bundle(folder: string): Promise<void> {
  const lockfile = Lockfile.parse(JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8')));
  const names = Object.keys(neededPackages()).filter((name) => !(name in brought));
  for (const [place, source] of bundledPackages(lockfile, 'server', names)) {
    copyLean(path.join(root, source), path.join(folder, place));
  }
}

/**
 * npm expects the dependencies of such a library to be within the package as well, and installs none of them: so the
 * command lists them.
 */
async function bring(built: string, folder: string): Promise<void> {
  await cp(built, folder, { recursive: true });
  const file = path.join(folder, 'package.json');
  const manifest: Record<string, unknown> = z.looseObject({}).parse(JSON.parse(await readFile(file, 'utf8')));
  delete manifest.dependencies;
  await writeFile(file, `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Without Node's own package, whose install script downloads the binary. */
function neededPackages() {
  const { node: _, ...needed } = serverManifest.dependencies;
  return needed;
}

function published(newerNode: string) {
  const { name, version, description, license, bin, type, optionalDependencies } = serverManifest;
  const needed = neededPackages();
  return {
    name,
    version,
    description,
    license,
    bin,
    type,
    engines: { node: '>=20' },
    os: ['linux', 'darwin'],
    files: ['bin', 'src', 'docs', 'sample-site', 'monitoring', 'systemd'],
    exports: { './package.json': './package.json' },
    dependencies: needed,
    bundleDependencies: Object.keys(needed),
    optionalDependencies: { ...optionalDependencies, [nodePackageName]: newerNode },
    publishConfig: { access: 'public', provenance: true },
  };
}
