import { expect, test } from 'vitest';
import { openReadAhead } from '../../../src/workspace/search/read-ahead.ts';
import type { ReadableFiles } from '../../../src/workspace/search/searched-files.ts';
import { openTextStore } from '../../../src/workspace/search/text-store.ts';

const megabyte = 1024 * 1024;

/** Forty files of a megabyte; `onRead` is called before each is read. */
function files(name: string, onRead: (index: number) => Promise<void> | void = () => {}) {
  const entries = Array.from({ length: 40 }, (_, index) => ({
    path: `${index}.md`,
    kind: 'file' as const,
    blob: `${name}${index}`,
  }));
  const readable: ReadableFiles = {
    entries,
    unsaved: () => undefined,
    read: () => Promise.reject(new Error('nothing is read alone')),
    async *readMany(blobs) {
      for (const [index] of blobs.entries()) {
        await onRead(index);
        yield Buffer.alloc(megabyte, 'x');
      }
    },
  };
  return readable;
}

function rig(megabytes = 1000, store = openTextStore(megabytes * megabyte)) {
  const ahead = openReadAhead(store, megabytes * megabyte);
  const stored = (name: string) => files(name).entries.filter(({ blob }) => store.get(blob) !== undefined).length;
  return { ahead, stored };
}

const never = new AbortController().signal;

test('reads all files, one tree after another', async () => {
  const { ahead, stored } = rig();
  const bytes = await Promise.all([ahead.read(files('a'), never), ahead.read(files('b'), never)]);
  expect([stored('a'), stored('b')]).toEqual([40, 40]);
  expect(bytes).toEqual([40 * megabyte, 40 * megabyte]);
});

test('reads the files of a folder before all others', async () => {
  const { ahead } = rig();
  const read: string[] = [];
  const three = {
    ...files('a'),
    entries: ['about.md', 'docs/a.md', 'z.md'].map((path) => ({ path, kind: 'file' as const, blob: path })),
    read: (blob: string) => Promise.resolve(Buffer.from(String(read.push(blob)))),
  };
  await ahead.read(three, never, 'docs');
  expect(read).toEqual(['docs/a.md', 'about.md', 'z.md']);
});

test('looks for nothing in a list whose texts are all stored, until some are dropped', async () => {
  const store = openTextStore(1000 * megabyte);
  const sought: string[] = [];
  const watched = { ...store, get: (id: string) => (sought.push(id), store.get(id)) };
  Object.defineProperty(watched, 'drops', { get: () => store.drops });
  const { ahead, stored } = rig(1000, watched);
  const first = files('a');
  await ahead.read(first, new AbortController().signal);
  sought.length = 0;
  expect(await ahead.read(first, never)).toBe(40 * megabyte);
  expect(sought).toEqual([]);
  store.clear();
  await ahead.read(first, never);
  expect(stored('a')).toBe(40);
});

test('leaves an eighth of the space to other searches', async () => {
  const { ahead, stored } = rig(32);
  await ahead.read(files('a'), never);
  expect(stored('a')).toBe(29);
});

test('shares its space among all turns, until they end', async () => {
  const { ahead, stored } = rig(56);
  const turn = new AbortController();
  await ahead.read(files('a'), turn.signal);
  await ahead.read(files('b'), never);
  expect([stored('a'), stored('b')]).toEqual([40, 10]);
  await ahead.read(files('c'), never);
  expect(stored('c')).toBe(0);
  turn.abort();
  await ahead.read(files('c'), never);
  expect([stored('b'), stored('c')]).toEqual([10, 40]);
});

test('counts files that are stored already for no turn', async () => {
  const { ahead, stored } = rig(56);
  await ahead.read(files('a'), new AbortController().signal);
  await ahead.read(files('a'), new AbortController().signal);
  await ahead.read(files('b'), never);
  expect([stored('a'), stored('b')]).toEqual([40, 10]);
});

test('stops when the turn ends', async () => {
  const { ahead, stored } = rig();
  const turn = new AbortController();
  await ahead.read(
    files('a', (index) => {
      if (index === 5) turn.abort();
    }),
    turn.signal,
  );
  expect(stored('a')).toBe(6);
});

test('reads nothing for a turn that ended while it waited', async () => {
  const { ahead, stored } = rig();
  const turn = new AbortController();
  const first = ahead.read(
    files('a', () => turn.abort()),
    never,
  );
  const second = ahead.read(files('b'), turn.signal);
  await Promise.all([first, second]);
  expect([stored('a'), stored('b')]).toEqual([40, 0]);
});

test('waits during a search, and continues afterwards', async () => {
  const { ahead, stored } = rig();
  let searches = 0;
  const reading = ahead.read(
    files('a', (index) => {
      if (index !== 5 || searches > 0) return;
      searches += 1;
      ahead.pause();
      setImmediate(() => {
        expect(stored('a')).toBe(6);
        ahead.resume();
      });
    }),
    never,
  );
  await reading;
  expect(stored('a')).toBe(40);
});

test('ignores files that cannot be read', async () => {
  const { ahead } = rig();
  const broken = files('a', () => {
    throw new Error('there is no such blob');
  });
  expect(await ahead.read(broken, never)).toBe(0);
  const { ahead: other, stored } = rig();
  await Promise.all([other.read(broken, never), other.read(files('b'), never)]);
  expect(stored('b')).toBe(40);
});

test('ends for all callers when it is closed', async () => {
  const { ahead, stored } = rig();
  const closed = Promise.withResolvers<void>();
  const first = ahead.read(
    files('a', (index) => {
      if (index === 5) void ahead.close().then(closed.resolve);
    }),
    never,
  );
  const second = ahead.read(files('b'), never);
  await Promise.all([first, second, closed.promise]);
  expect([stored('a'), stored('b')]).toEqual([6, 0]);
});
