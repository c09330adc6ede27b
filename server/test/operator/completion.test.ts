import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { runCommand, withoutDatabase } from './run-command.ts';

const run = promisify(execFile);
const stack = new AsyncDisposableStack();
let script: string;

beforeAll(async () => {
  const folder = stack.use(await temporaryFolder());
  const { out } = await runCommand(['completion', 'bash'], { env: withoutDatabase });
  script = path.join(folder.path, 'copydesk.bash');
  await writeFile(script, out);
});
afterAll(async () => await stack.disposeAsync());

/** Returns what bash itself offers for the last word of a line, in order. */
async function offered(...words: string[]): Promise<string[]> {
  const ask = 'source "$0"; COMP_WORDS=(copydesk "$@"); COMP_CWORD=$#; _copydesk; printf "%s\\n" "${COMPREPLY[@]}"';
  const { stdout } = await run('bash', ['--norc', '-c', ask, script, ...words]);
  return stdout.split('\n').filter((word) => word !== '');
}

test('bash offers commands, those below them, and options', async () => {
  expect(await offered('jo')).toEqual(['job']);
  expect(await offered('job', 'cr')).toEqual(['create']);
  expect(await offered('project', 'context', '')).toEqual(['add', 'list', 'remove']);
  expect(await offered('job', 'create', 'Fix all links', '--pro')).toEqual(['--project']);
  expect(await offered('job', 'impact', '')).toEqual(['--json', '--project', '--help']);
});

test('after an option with a value, it leaves completion of file names to the shell', async () => {
  expect(await offered('job', 'create', '--project', '')).toEqual([]);
});

test('it starts no database, and supports three shells', async () => {
  const { out: zsh } = await runCommand(['completion', 'zsh'], { env: withoutDatabase });
  expect(zsh).toMatch(/^#compdef copydesk\n/);
  expect(zsh).toContain("'create:Create a job'");
  const { out: fish } = await runCommand(['completion', 'fish', '--json'], { env: withoutDatabase });
  expect(JSON.parse(fish)).toMatchObject({ shell: 'fish', script: expect.stringContaining("-l 'project' -r -F") });
  expect(await runCommand(['completion', 'tcsh'], { env: withoutDatabase })).toMatchObject({
    code: 2,
    err: expect.stringContaining('The shells are bash, zsh and fish.'),
  });
});
