import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** The prefix of ids of test-mode organisations: a check of the table reserves it for them. */
export const testPrefix = 'test_';

/** Returns whether a row belongs to test mode. @param column its organisation, such as `project.organisation_id` */
export function isOfTestMode(column: string): RawBuilder<boolean> {
  return sql<boolean>`starts_with(${sql.ref(column)}, ${sql.lit(testPrefix)})`;
}
