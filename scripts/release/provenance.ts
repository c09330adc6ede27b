import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

/**
 * What a manifest says about the origin of its package. npm compares it with the repository whose CI has signed the
 * package, and refuses to publish when the two differ or the manifest names none.
 */
export interface Provenance {
  repository: { type: 'git'; url: string; directory?: string };
  homepage: string;
  bugs: { url: string };
}

/**
 * Returns the provenance for the repository that a release is made from. No file of the repository names it, so a fork
 * that releases names itself.
 *
 * @param repository its https address, as people open it.
 * @param directory the package's folder in it; undefined when a package has none of its own.
 * @throws Error for an invalid address, or one that contains a password.
 */
export function provenanceOf(repository: string, directory: string | undefined): Provenance {
  const url = URL.canParse(repository) ? new URL(repository) : undefined;
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '' || url.pathname.length < 2) {
    throw new Error(`"${repository}" is no repository: give its https address, without a user`);
  }
  const home = `${url.origin}${url.pathname.replace(/(\.git)?\/*$/, '')}`;
  return {
    repository: { type: 'git', url: `git+${home}.git`, ...(directory !== undefined && { directory }) },
    homepage: `${home}#readme`,
    bugs: { url: `${home}/issues` },
  };
}

/** Writes the provenance into the manifest of a built package. */
export async function addProvenance(folder: string, provenance: Provenance): Promise<void> {
  const file = path.join(folder, 'package.json');
  const manifest = z.record(z.string(), z.unknown()).parse(JSON.parse(await readFile(file, 'utf8')));
  await writeFile(file, `${JSON.stringify({ ...manifest, ...provenance }, null, 2)}\n`);
}

/**
 * Converts a git remote (`git@host:owner/name.git` as well) to an https address; undefined for one that is at no host.
 */
export function addressOfRemote(remote: string): string | undefined {
  const [, host, place] = /^(?:ssh:\/\/)?git@([^:/]+)[:/](.+)$/.exec(remote) ?? [];
  if (host !== undefined && place !== undefined) return `https://${host}/${place}`;
  if (!remote.startsWith('https://')) return undefined;
  const url = new URL(remote);
  return `${url.origin}${url.pathname}`;
}
