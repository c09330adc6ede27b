import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkBackup, writeBackup } from '../../src/backup/file.ts';
import { itemFrames, jsonFrame, kinds } from '../../src/backup/frames.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const stack = new AsyncDisposableStack();
let folder: string;

beforeAll(async () => {
  folder = stack.use(await temporaryFolder()).path;
});

afterAll(async () => await stack.disposeAsync());

const header = {
  version: '1.2.3',
  madeAt: '2026-11-24T12:00:00.000Z',
  postgres: '18.4',
  migrations: [{ version: 1, name: '0001_foundation' }],
  machine: 'mch_0123456789abcdef',
  secretKey: null,
  elsewhere: [],
};

async function* pieces(count: number): AsyncGenerator<Uint8Array> {
  for (let number = 0; number < count; number += 1) yield Buffer.from(`row ${number} ${Math.sin(number)}\n`);
}

async function* frames(changes: object = {}): AsyncGenerator<Buffer> {
  yield jsonFrame(kinds.header, { ...header, ...changes });
  for (const name of ['project', 'job']) {
    yield jsonFrame(kinds.table, { name, columns: ['id'], partitions: [] });
    yield* itemFrames(pieces(20_000), () => {});
  }
  yield jsonFrame(kinds.end, {});
}

async function* breaking(): AsyncGenerator<Buffer> {
  yield jsonFrame(kinds.header, header);
  throw new Error('the database went away');
}

const check = async (file: string) => await checkBackup(file, () => {});

/** Returns a whole backup. */
async function whole(name: string): Promise<Buffer> {
  const file = path.join(folder, name);
  await writeBackup(file, frames());
  expect(await check(file)).toEqual(header);
  return await readFile(file);
}

async function refused(bytes: Uint8Array): Promise<unknown> {
  const file = path.join(folder, 'changed');
  await writeFile(file, bytes);
  return await check(file).catch((error: unknown) => error);
}

test('a truncated backup is refused, wherever it ends', async () => {
  const bytes = await whole('cut');
  for (let part = 0; part <= 20; part += 1) {
    const length = Math.floor((bytes.length - 1) * (part / 20));
    expect(await refused(bytes.subarray(0, length))).toMatchObject({ code: 'backup_refused' });
  }
});

test('a backup with a changed byte is refused, wherever that is', async () => {
  const bytes = await whole('flipped');
  for (let part = 0; part < 40; part += 1) {
    const changed = Buffer.from(bytes);
    const place = Math.floor(((bytes.length - 1) * part) / 39);
    changed.writeUInt8(changed.readUInt8(place) ^ 0x10, place);
    expect(await refused(changed)).toMatchObject({ code: 'backup_refused' });
  }
});

test('a backup with additional bytes is refused', async () => {
  const bytes = await whole('longer');
  expect(await refused(Buffer.concat([bytes, Buffer.from('more')]))).toMatchObject({ code: 'backup_refused' });
});

test('a backup of a newer schema or format is refused with the version that reads it', async () => {
  const file = path.join(folder, 'newer');
  await writeBackup(file, frames({ migrations: [...header.migrations, { version: 9_000, name: '9000_future' }] }));
  await expect(check(file)).rejects.toThrow(/Copydesk 1\.2\.3 created it, with the schema "9000_future"/);
  expect(await refused(Buffer.from('COPYDESK-BACKUP 2\nxxxx'))).toMatchObject({
    message: expect.stringMatching(/format 2/),
  });
  expect(await refused(Buffer.from('PGDMP'))).toMatchObject({
    message: expect.stringMatching(/is not a backup of Copydesk/),
  });
});

test('a backup that fails leaves no file, and a backup never overwrites a file', async () => {
  const file = path.join(folder, 'broken-off');
  await expect(writeBackup(file, breaking())).rejects.toThrow('the database went away');
  await expect(stat(file)).rejects.toThrow('ENOENT');
  await expect(stat(`${file}.part`)).rejects.toThrow('ENOENT');

  await writeFile(file, 'mine');
  await expect(writeBackup(file, frames())).rejects.toMatchObject({ code: 'invalid_request' });
  expect(await readFile(file, 'utf8')).toBe('mine');
  await expect(writeBackup(path.join(folder, 'nowhere/file'), frames())).rejects.toThrow(/There is no folder/);
});
