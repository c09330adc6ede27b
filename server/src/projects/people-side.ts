import type { Database } from '../postgres/database.ts';

/**
 * Sets which side counts the people of a project, according to the data. Changes nothing when somebody has chosen a
 * side, or has chosen either.
 *
 * @param number the number of the project.
 */
export async function decidePeopleSide(
  db: Database,
  { number, side, now }: { number: number; side: 'browser' | 'server'; now: Date },
): Promise<void> {
  await db
    .updateTable('project')
    .set((expression) => ({
      revision: expression('revision', '+', 1),
      people_from: side,
      people_decided_at: now,
    }))
    .where('number', '=', number)
    .where('people_from', 'is', null)
    .where('people_chosen', '=', false)
    .execute();
}
