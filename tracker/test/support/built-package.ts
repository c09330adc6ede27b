import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from '../../scripts/build.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Builds the package as published, in a folder that is deleted at the test's end. */
export async function builtPackage(): Promise<AsyncDisposable & { path: string }> {
  const folder = await temporaryFolder();
  await build(path.join(folder.path, 'package'));
  return { path: path.join(folder.path, 'package'), [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

/** Returns its JavaScript files: the path within the package, and the text. */
export async function scriptsOf(folder: string): Promise<[file: string, text: string][]> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.js'));
  return Promise.all(
    files.map(async (file): Promise<[string, string]> => [file, await readFile(path.join(folder, file), 'utf8')]),
  );
}
