import { execFile } from 'node:child_process';
import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { readOrMakeKeyFile } from '../../src/secrets/key-file.ts';
import { openSecretBox } from '../../src/secrets/open.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const run = promisify(execFile);

test('the key file is created once, readable by its owner only, and read again', async () => {
  await using folder = await temporaryFolder();
  const key = await readOrMakeKeyFile(folder.path);
  expect(key).toHaveLength(32);
  expect((await readOrMakeKeyFile(folder.path)).equals(key)).toBe(true);
  expect((await stat(path.join(folder.path, 'secret.key'))).mode & 0o777).toBe(0o600);
  expect(await readdir(folder.path)).toEqual(['secret.key']);
});

test('processes that start at the same time get one key', async () => {
  await using folder = await temporaryFolder();
  const module = new URL('../../src/secrets/key-file.ts', import.meta.url).href;
  const program = `
    const { readOrMakeKeyFile } = await import(${JSON.stringify(module)});
    const keys = await Promise.all(Array.from({ length: 8 }, () => readOrMakeKeyFile(${JSON.stringify(folder.path)})));
    console.log(new Set(keys.map((key) => key.toString('hex'))).size, keys[0].toString('hex'));`;
  const processes = Array.from({ length: 4 }, () =>
    run(process.execPath, ['--input-type=module', '--eval', program], { env: {} }),
  );
  const said = await Promise.all(processes);
  const kept = Buffer.from((await readFile(path.join(folder.path, 'secret.key'), 'utf8')).trim(), 'base64');
  expect(new Set(said.map(({ stdout }) => stdout))).toEqual(new Set([`1 ${kept.toString('hex')}\n`]));
  expect(await readdir(folder.path)).toEqual(['secret.key']);
});

test('a process that starts while the file is created gets the final key', async () => {
  for (let round = 0; round < 10; round += 1) {
    await using folder = await temporaryFolder();
    const asked: Promise<Buffer>[] = [];
    for (let count = 0; count < 40; count += 1) {
      asked.push(readOrMakeKeyFile(folder.path));
      await setImmediate();
    }
    const keys = await Promise.all(asked);
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
  }
});

test('a key file that others may read is refused with the command to fix it', async () => {
  await using folder = await temporaryFolder();
  await readOrMakeKeyFile(folder.path);
  const file = path.join(folder.path, 'secret.key');
  for (const mode of [0o640, 0o604, 0o620, 0o602]) {
    await chmod(file, mode);
    await expect(readOrMakeKeyFile(folder.path)).rejects.toMatchObject({
      code: 'data_directory_refused',
      message: expect.stringContaining(`chmod 600 ${file}`),
    });
  }
});

test('a key file without a key is refused and left unchanged', async () => {
  await using folder = await temporaryFolder();
  const file = path.join(folder.path, 'secret.key');
  await writeFile(file, 'hello\n', { mode: 0o600 });
  const refusal = { code: 'data_directory_refused', message: expect.stringMatching(/holds no key.*backup/) };
  await expect(readOrMakeKeyFile(folder.path)).rejects.toMatchObject(refusal);
  expect(await readFile(file, 'utf8')).toBe('hello\n');
});

test('a missing folder is reported', async () => {
  const refusal = { code: 'data_directory_refused', message: expect.stringContaining('/nowhere/at/all/secret.key') };
  await expect(readOrMakeKeyFile('/nowhere/at/all')).rejects.toMatchObject(refusal);
});

test('a box creates its key at first use, and tries again after a refusal', async () => {
  await using folder = await temporaryFolder();
  const box = openSecretBox({ key: undefined, dataDirectory: folder.path });
  expect(await readdir(folder.path)).toEqual([]);
  const file = path.join(folder.path, 'secret.key');
  await writeFile(file, `${Buffer.alloc(32, 5).toString('base64')}\n`, { mode: 0o644 });
  await expect(box.seal('text', 'test')).rejects.toMatchObject({ code: 'data_directory_refused' });
  await chmod(file, 0o600);
  const sealed = await box.seal('text', 'test');
  const given = openSecretBox({ key: Buffer.alloc(32, 5), dataDirectory: '/nowhere/at/all' });
  expect(await given.open(sealed, 'test')).toBe('text');
});
