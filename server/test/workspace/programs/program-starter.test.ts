import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { startProgram, type ProgramOrder } from '../../../src/workspace/programs/program.ts';
import { ProgramStarter } from '../../../src/workspace/programs/spawn.ts';
import type { Spawner } from '../../../src/workspace/programs/spawner.ts';

const echo: ProgramOrder = { program: 'echo', given: ['a'], cwd: '/', env: { PATH: process.env.PATH } };

async function startTimes(starter: ProgramStarter, times: number): Promise<string[]> {
  const texts: string[] = [];
  for (let count = 0; count < times; count += 1) {
    const { stdin, stdout } = starter.start(echo);
    stdin.end();
    texts.push((await buffer(stdout)).toString());
  }
  return texts;
}

/** A spawner that counts what it starts, as children of this process. */
function countingSpawner() {
  const counts = { opened: 0, started: 0, isOpen: true };
  const open = async (): Promise<Spawner> => {
    counts.opened += 1;
    await Promise.resolve();
    return {
      isOpen: () => counts.isOpen,
      spawn(order) {
        counts.started += 1;
        return startProgram(order);
      },
      close: () => {},
    };
  };
  return { counts, open };
}

test('a process that starts many programs has a spawner from the tenth on', async () => {
  const { counts, open } = countingSpawner();
  const starter = new ProgramStarter(open);
  await startTimes(starter, 9);
  expect(counts).toEqual({ opened: 0, started: 0, isOpen: true });
  await startTimes(starter, 3);
  expect(counts).toEqual({ opened: 1, started: 2, isOpen: true });
});

test('a spawner that has ended is replaced after ten more programs', async () => {
  const { counts, open } = countingSpawner();
  const starter = new ProgramStarter(open);
  await startTimes(starter, 10);
  counts.isOpen = false;
  await startTimes(starter, 9);
  expect(counts.opened).toBe(1);
  await startTimes(starter, 1);
  expect(counts.opened).toBe(2);
});

test('without a spawner programs are started nevertheless, and the failure is reported once', async () => {
  const failures: unknown[] = [];
  const starter = new ProgramStarter(() => Promise.reject(new Error('no address')));
  starter.onFailure = (error) => void failures.push(error);
  expect(await startTimes(starter, 30)).toEqual(Array.from({ length: 30 }, () => 'a\n'));
  expect(failures).toEqual([new Error('no address')]);
});
