import { generate, PostgresDialect } from 'kysely-codegen';
import type { Database } from '../src/postgres/database.ts';

/** Returns the TypeScript types of all tables, as in `server/src/postgres/schema.ts`. */
export async function dumpTypes(db: Database): Promise<string> {
  return await generate({
    db,
    dialect: new PostgresDialect(),
    outFile: null,
    // The same as server/src/postgres/connection.ts reads it.
    typeMapping: { int8: 'ColumnType<number, bigint | number | string, bigint | number | string>' },
  });
}
