import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** What the ids of organisations of the test mode begin with: a check of the table keeps them for these. */
export const testPrefix = 'test_';

/** Whether a row is of the test mode. @param column its organisation, such as `project.organisation_id` */
export function isOfTestMode(column: string): RawBuilder<boolean> {
  return sql<boolean>`starts_with(${sql.ref(column)}, ${sql.lit(testPrefix)})`;
}
