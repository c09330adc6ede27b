import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

/** The texts that name the version in a sentence, or pass it to Docker or Helm. */
const texts = [
  'README.md',
  'client/README.md',
  'tracker/README.md',
  'docs/installing.md',
  'compose.yaml',
  'chart/Chart.yaml',
];

const Manifest = z.looseObject({ version: z.string(), workspaces: z.array(z.string()) });
const Lockfile = z.looseObject({
  version: z.string(),
  packages: z.record(z.string(), z.looseObject({ dependencies: z.record(z.string(), z.string()).optional() })),
});

/**
 * Sets the version of all workspaces and of the files that name it: lockfile, README, Compose, chart.
 *
 * @param root the folder of the repository.
 * @throws Error when the version is invalid, or older than the current one.
 */
export async function setVersion(root: string, version: string): Promise<void> {
  const { version: before, workspaces } = Manifest.parse(
    JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')),
  );
  refuseOlder(before, version);
  const ours = new RegExp(`("version": |"@copydesk/[a-z]+": )"${escaped(before)}"`, 'g');
  for (const workspace of ['', ...workspaces]) {
    await edit(path.join(root, workspace, 'package.json'), (text) => text.replaceAll(ours, `$1"${version}"`));
  }
  await edit(path.join(root, 'package-lock.json'), (text) => lockfileWith(text, workspaces, version));
  const named = new RegExp(`(?<![\\d.])${escaped(before)}(?![\\d.]*\\d)`, 'g');
  for (const name of texts) await edit(path.join(root, name), (text) => text.replaceAll(named, version));
}

function refuseOlder(before: string, version: string): void {
  if (!/^(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){2}$/.test(version)) {
    throw new Error(`"${version}" is not a version such as 1.4.0`);
  }
  const [numbers, older] = [version, before].map((text) => text.split('.').map(Number));
  const [is, was] = [numbers ?? [], older ?? []];
  const differs = is.findIndex((number, index) => number !== was[index]);
  if (differs >= 0 && (is[differs] ?? 0) < (was[differs] ?? 0)) throw new Error(`${version} is older than ${before}`);
}

function lockfileWith(text: string, workspaces: string[], version: string): string {
  const lockfile = Lockfile.parse(JSON.parse(text));
  lockfile.version = version;
  for (const workspace of ['', ...workspaces]) {
    const one = lockfile.packages[workspace];
    if (one === undefined) continue;
    one['version'] = version;
    for (const name of Object.keys(one.dependencies ?? {})) {
      if (name.startsWith('@copydesk/') && one.dependencies !== undefined) one.dependencies[name] = version;
    }
  }
  return `${JSON.stringify(lockfile, null, 2)}\n`;
}

async function edit(file: string, change: (text: string) => string): Promise<void> {
  await writeFile(file, change(await readFile(file, 'utf8')));
}

function escaped(version: string): string {
  return version.replaceAll('.', '\\.');
}
