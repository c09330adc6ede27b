import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openFairTurns } from '../../src/http/rooms/fair-turns.ts';
import type { FairTurns } from '../../src/http/rooms/fair-turns.ts';

const patient = { waitMilliseconds: 60_000, refusal: 'Too many' };

/** Requests a turn; `got` collects the holders in the order of their turns. */
async function ask(turns: FairTurns, holder: string, got: string[]): Promise<() => void> {
  const end = await turns.take(holder);
  got.push(holder);
  return end;
}

/** The same for a holder that never ends its turn. What still waits at the end of the test is then cancelled. */
function askAndStay(turns: FairTurns, holder: string, got: string[]): void {
  const client = new EventEmitter();
  onTestFinished(() => void client.emit('close'));
  void turns.take(holder, client).then(
    () => got.push(holder),
    (error: unknown) => expect(error).toMatchObject({ code: 'overloaded' }),
  );
}

test('holders take turns, however many requests each has waiting', async () => {
  const turns = openFairTurns({ ...patient, all: 1, ofOne: 1 });
  const got: string[] = [];
  const done = ['a', 'a', 'a', 'b', 'c', 'b'].map(async (holder) => (await ask(turns, holder, got))());
  await Promise.all(done);
  expect(got).toEqual(['a', 'a', 'b', 'c', 'a', 'b']);
});

test('a holder that has used its share does not delay others', async () => {
  const turns = openFairTurns({ ...patient, all: 3, ofOne: 2 });
  const got: string[] = [];
  for (const holder of ['a', 'a', 'a', 'b']) askAndStay(turns, holder, got);
  await expect.poll(() => got).toEqual(['a', 'a', 'b']);
});

test('a turn that ends twice is released once', async () => {
  const turns = openFairTurns({ ...patient, all: 1, ofOne: 1 });
  const end = await turns.take('a');
  end();
  end();
  const got: string[] = [];
  for (const holder of ['b', 'c']) askAndStay(turns, holder, got);
  await setImmediate();
  expect(got).toEqual(['b']);
});

test('a request that waits too long for its turn is refused, and so is a disconnected one', async () => {
  const turns = openFairTurns({ ...patient, all: 1, ofOne: 1, waitMilliseconds: 1 });
  const end = await turns.take('a');
  await expect(turns.take('b')).rejects.toMatchObject({ code: 'overloaded' });
  const client = new EventEmitter();
  const waiting = openFairTurns({ ...patient, all: 0, ofOne: 0 }).take('c', client);
  client.emit('close');
  await expect(waiting).rejects.toMatchObject({ code: 'overloaded' });
  end();
  expect(await turns.take('b')).toBeTypeOf('function');
});

test('a turn ends with its work, even if that fails', async () => {
  const turns = openFairTurns({ ...patient, all: 1, ofOne: 1 });
  await expect(turns.spend('a', async () => await Promise.reject(new Error('It is gone')))).rejects.toThrow(
    'It is gone',
  );
  expect(await turns.spend('a', async () => 7)).toBe(7);
});
