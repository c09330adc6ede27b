import { generate, PostgresDialect } from 'kysely-codegen';
import type { Database } from '../src/postgres/database.ts';

/** The TypeScript types of all tables, as `server/src/postgres/schema.ts` holds them. */
export async function dumpTypes(db: Database): Promise<string> {
  return await generate({
    db,
    dialect: new PostgresDialect(),
    outFile: null,
    // As server/src/postgres/connection.ts reads it.
    typeMapping: { int8: 'ColumnType<number, bigint | number | string, bigint | number | string>' },
  });
}
