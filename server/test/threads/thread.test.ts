import { once } from 'node:events';
import { expect, test } from 'vitest';
import { Thread } from '../../src/threads/thread.ts';

function start(entry: 'slow' | 'breaks'): Thread {
  return new Thread(new URL(`./entries/${entry}.ts`, import.meta.url), { name: 'test', memoryMegabytes: 64 });
}

test('a thread that is ended while its modules load is ended when they have', async () => {
  const thread = start('slow');
  const said: unknown[] = [];
  thread.on('message', (message) => said.push(message));
  await once(thread, 'online');
  await thread.terminate();
  expect(said).toEqual(['loaded']);
});

test('twenty of them do not take the process down', async () => {
  const threads = Array.from({ length: 20 }, () => start('slow'));
  await Promise.all(threads.map((thread) => thread.terminate()));
  expect(threads.map((thread) => thread.threadId)).toEqual(threads.map(() => -1));
});

test('a thread whose modules do not load is ended all the same', async () => {
  const thread = start('breaks');
  const [error] = await once(thread, 'error');
  expect(error).toMatchObject({ message: 'this entry does not load' });
  await thread.terminate();
  expect(thread.threadId).toBe(-1);
});

test('one that is ended before it has begun to load reports nothing', async () => {
  const thread = start('breaks');
  await thread.terminate();
  expect(thread.threadId).toBe(-1);
});
