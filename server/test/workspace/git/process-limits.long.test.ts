import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { openGit } from '../../../src/workspace/git/git.ts';
import { withLimits } from '../../../src/workspace/git/process-limits.ts';

const run = promisify(execFile);

describe('a process of git', () => {
  test('and its children have limits of memory and processor time', async () => {
    const git = openGit(process.env);
    const { stdout } = await git.run(['-c', 'alias.bounds=!ulimit -d; ulimit -t', 'bounds']);
    expect(stdout.toString()).toBe('4194304\n1800\n');
    const serving = await git.run(['-c', 'alias.bounds=!ulimit -t', 'bounds'], { timeoutMilliseconds: Infinity });
    expect(serving.stdout.toString()).toBe('unlimited\n');
  });

  test('is ended when it computes for too long', async () => {
    const [shell, given] = withLimits('/bin/sh', ['-c', 'while :; do :; done'], { cpuSeconds: 1 });
    await expect(run(shell, given)).rejects.toMatchObject({
      signal: expect.stringMatching(/SIGXCPU|SIGKILL/) as string,
    });
  });

  test('gets its arguments unchanged', async () => {
    const given = ['%s|', 'a b', '$(id)', "'", '', '-c'];
    const [shell, all] = withLimits('printf', given);
    expect((await run(shell, all)).stdout).toBe("a b|$(id)|'||-c|");
  });

  test('that does not exist is reported as missing', async () => {
    const git = openGit({ ...process.env, PATH: '/nonexistent' });
    await expect(git.run(['--version'])).rejects.toThrow(/git --version exited with 127/);
  });
});
