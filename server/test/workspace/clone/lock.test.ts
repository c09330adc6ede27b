import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { openLock } from '../../../src/workspace/clone/lock.ts';
import { testFolder } from '../../support/git-repository.ts';

const lockModule = new URL('../../../src/workspace/clone/lock.ts', import.meta.url).href;

describe('a lock', () => {
  test('lets one caller work at a time, in all processes, even if the work fails', async () => {
    await using folder = await testFolder();
    const file = join(folder.path, 'lock');
    const locks = [openLock(file), openLock(file), openLock(file)];
    let working = 0;
    let most = 0;
    const work = async (index: number) => {
      working += 1;
      most = Math.max(most, working);
      await sleep(2);
      working -= 1;
      if (index % 4 === 0) throw new Error(`job ${index} failed`);
    };
    const jobs = locks.flatMap((lock, first) => [0, 3, 6, 9].map((index) => lock(() => work(first + index))));
    const results = await Promise.allSettled(jobs);
    expect(most).toBe(1);
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(3);
    expect(await readdir(folder.path)).toEqual([]);
  });

  test('of a process that was killed is taken over', async () => {
    await using folder = await testFolder();
    const file = join(folder.path, 'lock');
    const program = `
      const { openLock } = await import(${JSON.stringify(lockModule)});
      await openLock(${JSON.stringify(file)})(async () => { console.log('held'); await new Promise(() => setInterval(() => {}, 1000)); });
    `;
    const holder = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(holder.stdout, 'data');
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    expect(await readdir(folder.path)).toEqual(['lock']);
    expect(await openLock(file)(() => Promise.resolve('done'))).toBe('done');
    expect(await readdir(folder.path)).toEqual([]);
  });

  test.each([
    ['a process of another machine that fell silent', 'elsewhere 1 1 x', 60],
    ['a former process with the number of this one', `${hostname()} ${process.pid} 1 x`, 0],
  ])('of %s is taken over', async (_, holder, secondsAgo) => {
    await using folder = await testFolder();
    const file = join(folder.path, 'lock');
    await writeFile(file, holder);
    const touched = new Date(Date.now() - secondsAgo * 1000);
    await utimes(file, touched, touched);
    expect(await openLock(file)(() => Promise.resolve('done'))).toBe('done');
  });

  test('of a living process is waited for', async () => {
    await using folder = await testFolder();
    const file = join(folder.path, 'lock');
    const order: string[] = [];
    const first = openLock(file)(async () => {
      await sleep(50);
      order.push('first');
    });
    await sleep(10);
    await openLock(file)(async () => void order.push('second'));
    await first;
    expect(order).toEqual(['first', 'second']);
  });
});
