import { fileURLToPath } from 'node:url';
import type { Database } from '../src/postgres/database.ts';
import { dumpCatalog } from './dump-catalog.ts';
import { dumpTypes } from './dump-types.ts';

/** Returns the two committed files that show the migrated schema, generated from the given database. */
export async function schemaFiles(db: Database): Promise<{ path: string; content: string }[]> {
  return [
    { path: pathOf('schema.sql'), content: await dumpCatalog(db) },
    { path: pathOf('schema.ts'), content: await dumpTypes(db) },
  ];
}

function pathOf(name: string): string {
  return fileURLToPath(new URL(`../src/postgres/${name}`, import.meta.url));
}
