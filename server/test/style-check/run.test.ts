import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runProgram } from '../../src/style-check/run.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { isRunning } from './running.ts';
import { standIn } from './stand-in.ts';

const bounds = { timeoutMilliseconds: 600_000, maximumBytes: 1024 * 1024, memoryMegabytes: 1024 };

test('arguments, output and exit code of a program are passed unchanged', async () => {
  const run = { ...bounds, program: '/bin/sh', folder: '/', home: '/' };
  const code = 'printf "%s|" "$@"; echo fault >&2; exit 3';
  expect(await runProgram({ ...run, arguments: ['-c', code, 'sh', 'a b', '', '$HOME', '--', 'é'] })).toEqual({
    code: 3,
    stdout: 'a b||$HOME|--|é|',
    stderr: 'fault\n',
  });
});

test('a program that hangs ends with the process that started it, however that ends', async () => {
  await using folder = await temporaryFolder();
  const { program, log } = await standIn(folder.path, 'hangs');
  const run = { ...bounds, program, arguments: [], folder: folder.path, home: folder.path };
  const source = new URL('../../src/style-check/run.ts', import.meta.url).href;
  const code = `import { runProgram } from '${source}'; await runProgram(${JSON.stringify(run)});`;
  const worker = spawn(process.execPath, ['--input-type=module', '--eval', code], { stdio: 'ignore' });
  const pids = (): number[] => (existsSync(log) ? readFileSync(log, 'utf8').split(' ').map(Number) : []);
  await expect.poll(pids).toHaveLength(2);
  expect(pids().filter(isRunning)).toHaveLength(2);
  worker.kill('SIGKILL');
  await expect.poll(() => pids().filter(isRunning)).toEqual([]);
});
