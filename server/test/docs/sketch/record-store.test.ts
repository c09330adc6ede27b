import { appendFile, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeFrame } from '../../../src/docs/sketch/frame.ts';
import { openRecordStore } from '../../../src/docs/sketch/record-store.ts';

let directory: string;
let clock = 1_700_000_000_000;

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'copydesk-records-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

function openStore({ version = 1, maximumBytes = 1_000_000 } = {}) {
  return openRecordStore({ directory, version, maximumBytes, now: () => (clock += 1_000) });
}

function frameOf(...keys: string[]): Uint8Array {
  return writeFrame(keys.map((key) => ({ key, body: Buffer.from(`body of ${key}`.padEnd(100, '.')) })));
}

/** Stands for a process that stores some records and ends. */
async function keep(options: Parameters<typeof openStore>[0], ...frames: Uint8Array[]): Promise<void> {
  const store = openStore(options);
  for (const frame of frames) store.append(frame);
  await store.close();
}

/** Returns what another process finds. */
async function found(keys: string[], options?: Parameters<typeof openStore>[0]): Promise<string[]> {
  const store = openStore(options);
  const records = await store.read(keys);
  for (const [key, body] of records) expect(Buffer.from(body).toString()).toMatch(`body of ${key}.`);
  await store.close();
  return [...records.keys()].toSorted();
}

async function files(): Promise<string[]> {
  return (await readdir(directory)).toSorted().map((name) => path.join(directory, name));
}

describe('records on disk', () => {
  it('are read by the next process', async () => {
    await keep({}, frameOf('a', 'b'), frameOf('c'));
    expect(await found(['a', 'c', 'x'])).toEqual(['a', 'c']);
  });

  it('are read up to a truncated tail, wherever it was cut', async () => {
    await keep({}, frameOf('a', 'b'), frameOf('c'));
    const [file = ''] = await files();
    const whole = (await stat(file)).size;
    const first = frameOf('a', 'b').length;
    for (const size of [whole - 1, first + 9, first + 3]) {
      await truncate(file, size);
      expect(await found(['a', 'b', 'c'])).toEqual(['a', 'b']);
    }
  });

  it('are not read from a changed byte on', async () => {
    await keep({}, frameOf('a'), frameOf('b'), frameOf('c'));
    const [file = ''] = await files();
    const bytes = await readFile(file);
    const at = frameOf('a').length + 40;
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    await writeFile(file, bytes);
    expect(await found(['a', 'b', 'c'])).toEqual(['a']);
  });

  it('are not read from a file that is not a store', async () => {
    await keep({}, frameOf('a'));
    await writeFile(path.join(directory, 'v1-000000000-0.frames'), Buffer.alloc(1_000, 0xff));
    await writeFile(path.join(directory, 'v1-000000000-1.frames'), '');
    expect(await found(['a'])).toEqual(['a']);
  });

  it('of another version are not read, and are removed', async () => {
    await keep({ version: 1 }, frameOf('a'));
    expect(await found(['a'], { version: 2 })).toEqual([]);
    expect(await files()).toEqual([]);
  });

  it('stay within their size limit: the oldest are dropped, and used ones stay', async () => {
    const bound = { maximumBytes: 10_000 };
    for (let process = 0; process < 40; process += 1) {
      const store = openStore(bound);
      await store.read(['used']);
      store.append(frameOf(process === 0 ? 'used' : `of-${process}-a`, `of-${process}-b`, `of-${process}-c`));
      await store.close();
    }
    const sizes = await Promise.all((await files()).map(async (file) => (await stat(file)).size));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(11_000);
    expect(await found(['used', 'of-1-a', 'of-39-a'], bound)).toEqual(['of-39-a', 'used']);
  });

  it('are skipped without an error if the folder cannot be used', async () => {
    const file = path.join(directory, 'file');
    await appendFile(file, 'x');
    const store = openRecordStore({ directory: file, version: 1, maximumBytes: 1_000 });
    expect(await store.read(['a'])).toEqual(new Map());
    store.append(frameOf('a'));
    await store.close();
  });
});

describe('two processes on one folder', () => {
  it('find the other’s records once many are missing', async () => {
    const [one, two] = [openStore(), openStore()];
    const keys = Array.from({ length: 300 }, (_, number) => `key-${number}`);
    expect((await two.read(keys)).size).toBe(0);
    one.append(frameOf(...keys.slice(0, 200)));
    two.append(frameOf(...keys.slice(100, 250)));
    await one.close();
    expect((await two.read([...keys, ...keys.map((key) => `no-${key}`)])).size).toBe(250);
    await two.close();
    expect(await found(keys)).toHaveLength(250);
  });

  it('continue in an existing file after the other dropped files', async () => {
    const bound = { maximumBytes: 10_000 };
    const quiet = openStore(bound);
    quiet.append(frameOf('quiet-before'));
    await quiet.read(['x']);
    for (let process = 0; process < 40; process += 1) await keep(bound, frameOf(`busy-${process}`, 'a', 'b', 'c'));
    expect((await quiet.read(['quiet-before'])).size).toBeLessThanOrEqual(1);
    quiet.append(frameOf('quiet-after'));
    await quiet.close();
    expect(await found(['quiet-before', 'quiet-after', 'busy-39'], bound)).toEqual(['busy-39', 'quiet-after']);
  });
});
