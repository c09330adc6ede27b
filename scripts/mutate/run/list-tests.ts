import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

const Listed = z.array(z.object({ file: z.string(), projectName: z.string() }));

/** The test files of each project of vitest. */
export type Tests = ReadonlyMap<string, readonly string[]>;

/** Lists the test files of a copy whose path contains one of the patterns, or all if there are none. */
export async function listTests(root: string, patterns: readonly string[]): Promise<Tests> {
  const list = path.join(root, 'node_modules/.mutate-tests.json');
  const words = [path.join(root, 'node_modules/vitest/vitest.mjs'), 'list', '--filesOnly', `--json=${list}`];
  await promisify(execFile)(process.execPath, words, { cwd: root });
  const listed = Listed.parse(JSON.parse(await readFile(list, 'utf8'))).map(({ file, projectName }) => ({
    file: path.relative(root, file),
    projectName,
  }));
  await rm(list);
  const meant = listed.filter(({ file }) => patterns.length === 0 || patterns.some((one) => file.includes(one)));
  // The unit tests are quick and need no service, so they are asked first.
  const projects = [...new Set(meant.map(({ projectName }) => projectName))].toSorted(
    (a, b) => Number(b === 'unit') - Number(a === 'unit'),
  );
  return new Map(
    projects.map((name) => [name, meant.filter((one) => one.projectName === name).map(({ file }) => file)]),
  );
}
