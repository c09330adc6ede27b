import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { median } from './figures.ts';
import type { Row } from './figures.ts';
import { pagePath } from './generate-site.ts';

const run = promisify(execFile);

/** Measures the same change with only the git program, in the same run: clone, edit, commit, push. */
export async function measureGitFloor(directory: string, repository: string): Promise<Row[]> {
  const times: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const copy = path.join(directory, `floor-${round}`);
    const start = performance.now();
    await git(directory, 'clone', '--quiet', '--depth=1', `file://${repository}`, copy);
    const page = path.join(copy, pagePath(2_000 + round));
    await writeFile(page, `${await readFile(page, 'utf8')}\nOne more sentence.\n`);
    await git(
      copy,
      '-c',
      'user.name=Bench',
      '-c',
      'user.email=bench@noreply.invalid',
      'commit',
      '--quiet',
      '-am',
      'Edit',
    );
    await git(copy, 'push', '--quiet', 'origin', `HEAD:refs/heads/floor-${round}`);
    times.push(performance.now() - start);
  }
  return [{ name: 'for comparison: shallow git clone, edit, commit, push', value: median(times), unit: 'ms' }];
}

async function git(cwd: string, ...args: string[]): Promise<void> {
  const environment = { PATH: process.env.PATH, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' };
  await run('git', args, { cwd, env: environment });
}
