import { once } from 'node:events';
import { expect, test } from 'vitest';
import { Thread } from '../../src/threads/thread.ts';

function start(entry: 'slow' | 'breaks'): Thread {
  return new Thread(new URL(`./entries/${entry}.ts`, import.meta.url), { name: 'test', memoryMegabytes: 64 });
}

test('a thread that is terminated while its modules load ends after they have loaded', async () => {
  const thread = start('slow');
  const said: unknown[] = [];
  thread.on('message', (message) => said.push(message));
  await once(thread, 'online');
  await thread.terminate();
  expect(said).toEqual(['loaded']);
});

test('twenty terminated threads do not crash the process', async () => {
  const threads = Array.from({ length: 20 }, () => start('slow'));
  await Promise.all(threads.map((thread) => thread.terminate()));
  expect(threads.map((thread) => thread.threadId)).toEqual(threads.map(() => -1));
});

test('a thread whose modules fail to load can be terminated', async () => {
  const thread = start('breaks');
  const [error] = await once(thread, 'error');
  expect(error).toMatchObject({ message: 'this entry does not load' });
  await thread.terminate();
  expect(thread.threadId).toBe(-1);
});

test('a thread that is terminated before it loads reports no error', async () => {
  const thread = start('breaks');
  await thread.terminate();
  expect(thread.threadId).toBe(-1);
});
