import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { makeTypes, typesFile } from '../scripts/types.ts';

test('the types equal those generated from the OpenAPI file', async () => {
  expect(await readFile(typesFile, 'utf8'), 'run `npm run generate --workspace client`').toBe(await makeTypes());
});
