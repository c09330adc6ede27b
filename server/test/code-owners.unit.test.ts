import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const lines = readFileSync(path.join(root, '.github/CODEOWNERS'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));
const owned = lines.map((line) => line.split(' ')[0] ?? '');

test('each room and its tests have an owner who reviews changes', () => {
  const rooms = readdirSync(path.join(root, 'server/src'), { withFileTypes: true }).filter((one) => one.isDirectory());
  expect(rooms.length).toBeGreaterThan(30);
  for (const { name } of rooms) expect(owned).toContain(`/server/src/${name}/`);
  expect(lines.filter((line) => !/^\S+ @[\w-]+\/[\w-]+$/.test(line))).toEqual([]);
});

test('nobody owns what is not there', () => {
  const gone = owned.filter((place) => place !== '*' && !existsSync(path.join(root, place)));
  expect(gone).toEqual([]);
});
