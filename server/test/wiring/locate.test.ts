import { mkdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { locate } from '../../src/wiring/services/create-project.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test.each([
  ['github.com/acme/docs', 'https://github.com/acme/docs'],
  ['git.example.com:8443/acme/docs.git', 'https://git.example.com:8443/acme/docs.git'],
  ['notes/of/mine', undefined],
  ['git.example.com/group/sub/docs', 'https://git.example.com/group/sub/docs'],
  ['https://github.com/acme/docs', 'https://github.com/acme/docs'],
])('what begins like a host and is no folder here is an address: %s', async (given, address) => {
  const located = await locate(given);
  expect(located).toEqual(
    address === undefined
      ? { repositoryKind: 'path', repository: path.resolve(given) }
      : { repositoryKind: 'url', repository: address },
  );
});

test('a folder that begins like a host stays a folder', async () => {
  await using folder = await temporaryFolder();
  const place = path.join(folder.path, 'docs.example/site');
  await mkdir(place, { recursive: true });
  const given = path.relative(process.cwd(), place);
  expect(await locate(given)).toEqual({ repositoryKind: 'path', repository: await realpath(place) });
});
