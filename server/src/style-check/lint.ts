import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readAlerts, reasonOf } from './alerts.ts';
import { runPrefix } from './leftovers.ts';
import { runProgram } from './run.ts';
import type { StyleSetup } from './setup.ts';
import { NotChecked } from './tree.ts';
import type { StyleFinding } from './tree.ts';

export interface Vale {
  /** The absolute path of the program. */
  program: string;
  /** The absolute path of the folder in which runs create their folders. */
  folder: string;
  timeoutMilliseconds: number;
  signal: AbortSignal;
}

const maximumBytes = 8 * 1024 * 1024;

/** With the sixty rules of OpenSearch's docs, and their pages, Vale takes 280. */
const memoryMegabytes = 1024;

/**
 * Runs Vale on texts, in a new folder that contains only these and its setup, and is deleted afterwards.
 *
 * @param texts by their paths relative to the folder of the configuration, as its sections name them.
 * @throws NotChecked with the reason.
 */
export async function lint(
  vale: Vale,
  setup: StyleSetup,
  texts: ReadonlyMap<string, Uint8Array>,
): Promise<Map<string, StyleFinding[]>> {
  const folder = await mkdtemp(join(vale.folder, runPrefix));
  try {
    await mkdir(join(folder, 'styles'));
    await mkdir(join(folder, 'docs'));
    await writeAll(folder, setup.files);
    await writeAll(join(folder, 'docs'), texts);
    const options = ['--no-global', '--output=JSON', `--config=${join(folder, 'vale.ini')}`, '--'];
    const { code, stdout, stderr } = await runProgram({
      ...vale,
      memoryMegabytes,
      arguments: [...options, ...texts.keys()],
      folder: join(folder, 'docs'),
      home: folder,
      maximumBytes,
    });
    if (outOfMemory.test(stderr)) throw new NotChecked(`it needs more than ${memoryMegabytes} MB of memory`);
    // Exit code 1: the prose has errors.
    if (code !== 0 && code !== 1) throw new NotChecked(`Vale says: ${reasonOf(stderr, folder)}`);
    return readAlerts(stdout);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** The messages with which programs in Go end for lack of memory. */
const outOfMemory = /^(?:fatal error|runtime): .*(?:out of memory|cannot allocate memory)/m;

/**
 * Writes files.
 * @throws NotChecked for names that git accepts and this file system does not.
 */
async function writeAll(folder: string, files: ReadonlyMap<string, Uint8Array | string>): Promise<void> {
  const folders = new Set([...files.keys()].map((path) => dirname(join(folder, path))));
  try {
    for (const each of folders) await mkdir(each, { recursive: true });
    for (const [path, content] of files) await writeFile(join(folder, path), content, { flag: 'wx' });
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    if (code === 'ENAMETOOLONG') throw new NotChecked('a path is too long for the file system', { cause });
    if (code === 'EEXIST') throw new NotChecked('the file system takes two paths for the same', { cause });
    throw cause;
  }
}
