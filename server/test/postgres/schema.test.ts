import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { schemaFiles } from '../../scripts/schema-files.ts';
import { testDatabase } from '../support/database.ts';

test('the committed schema is what the migrations make; if not: npm run schema', async () => {
  await using database = await testDatabase();
  for (const { path, content } of await schemaFiles(database.db)) {
    expect(await readFile(path, 'utf8')).toBe(content);
  }
});
