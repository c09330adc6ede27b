import type { Database } from '../postgres/database.ts';

/**
 * Has the people of a project counted at the side that the data speak for; nothing changes where somebody has said which
 * side counts them, or that either does.
 *
 * @param number of the project.
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
