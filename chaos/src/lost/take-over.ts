import { execFile } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { Repositories } from '../hosts/repositories.ts';
import type { Machine } from '../machines/machine.ts';

const command = fileURLToPath(new URL('../../../server/bin/copydesk.js', import.meta.url));

const Restored = z.object({ repository: z.string() });

/** Returns the setting with which kept repositories are mirrored: to a folder that is on no machine's disk. */
export function mirrorPlace(folder: string): string {
  return path.join(folder, 'mirrors', '{project}.git');
}

/**
 * Waits until the mirror of a kept repository has all branches in their present state. @returns whether it got there.
 */
export async function untilMirrored(
  { repositories, folder }: { repositories: Repositories; folder: string },
  { name, project }: { name: string; project: string },
): Promise<boolean> {
  const mirror = `${name}-mirror`;
  repositories.place(mirror, mirrorPlace(folder).replace('{project}', project));
  for (let attempt = 0; attempt < 120; attempt += 1) {
    const [here, there] = await Promise.all([branchesOf(repositories, name), branchesOf(repositories, mirror)]);
    if (here !== '' && here === there) return true;
    await setTimeout(1_000);
  }
  return false;
}

async function branchesOf(repositories: Repositories, name: string): Promise<string> {
  const branches = await repositories.branches(name).catch(() => new Map<string, string>());
  return [...branches].map((entry) => entry.join(' ')).join('\n');
}

/** Lets a machine take over the repository of a project, with the command that people use. @returns where it is now. */
export async function restoreOn(
  { dataDirectory, settings, command: on }: Machine,
  { project, environment }: { project: string; environment: Record<string, string | undefined> },
): Promise<string> {
  const [program = '', ...words] = on([process.execPath, command, 'mirror', 'restore', project, '--json']);
  const env = { ...environment, ...settings, COPYDESK_DATA_DIR: dataDirectory };
  const { stdout } = await promisify(execFile)(program, words, { env });
  return Restored.parse(JSON.parse(stdout)).repository;
}
