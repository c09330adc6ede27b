import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

/**
 * What a manifest says of where its package comes from. npm compares it with the repository whose CI has signed the package, and
 * refuses to publish one that says something else or nothing.
 */
export interface Provenance {
  repository: { type: 'git'; url: string; directory?: string };
  homepage: string;
  bugs: { url: string };
}

/**
 * Of the repository that a release is made from, which no file of it names: a fork that releases speaks of itself.
 *
 * @param repository its https address, as people open it.
 * @param directory the package's folder in it; undefined where a package has none of its own.
 * @throws Error for an address that is none, or that holds a password.
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

/** Writes it into the manifest of a package that was made. */
export async function addProvenance(folder: string, provenance: Provenance): Promise<void> {
  const file = path.join(folder, 'package.json');
  const manifest = z.record(z.string(), z.unknown()).parse(JSON.parse(await readFile(file, 'utf8')));
  await writeFile(file, `${JSON.stringify({ ...manifest, ...provenance }, null, 2)}\n`);
}

/** The https address of a remote as git has it (`git@host:owner/name.git` as well); undefined of one that is at no host. */
export function addressOfRemote(remote: string): string | undefined {
  const [, host, place] = /^(?:ssh:\/\/)?git@([^:/]+)[:/](.+)$/.exec(remote) ?? [];
  if (host !== undefined && place !== undefined) return `https://${host}/${place}`;
  if (!remote.startsWith('https://')) return undefined;
  const url = new URL(remote);
  return `${url.origin}${url.pathname}`;
}
