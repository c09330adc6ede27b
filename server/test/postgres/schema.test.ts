import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { schemaFiles } from '../../scripts/schema-files.ts';
import { testDatabase } from '../support/database.ts';

test('the committed schema equals that of the migrations (npm run schema writes it)', async () => {
  await using database = await testDatabase();
  for (const { path, content } of await schemaFiles(database.db)) {
    expect(await readFile(path, 'utf8')).toBe(content);
  }
});
