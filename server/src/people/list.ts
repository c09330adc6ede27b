import { PersonId } from '@copydesk/contract';
import { sql } from 'kysely';
import type { Database } from '../postgres/database.ts';
import { personColumns, presentPerson } from './people.ts';
import type { Person } from './people.ts';
import { checkCursor } from '../postgres/statements/cursor.ts';

/** Which people are listed, and from which one on. */
export interface PeoplePage {
  organisationId: string;
  /** A part of the name or the e-mail address, in any case. */
  q?: string;
  limit: number;
  /** From the previous page. */
  cursor?: string;
}

/**
 * Returns a page of the people of an organisation, oldest first. The cursor names the last person of the previous page,
 * and stays valid when people are removed in between.
 *
 * @throws CopydeskError `invalid_request` for a cursor that no page can have returned.
 */
export async function listPeoplePage(
  db: Database,
  { organisationId, q, limit, cursor }: PeoplePage,
): Promise<{ people: Person[]; nextCursor: string | null }> {
  const after = checkCursor(cursor, PersonId);
  const rows = await db
    .selectFrom('person')
    .select(personColumns)
    .where('organisation_id', '=', organisationId)
    .where('removed_at', 'is', null)
    .$if(q !== undefined, (query) => query.where(matchesWords(q ?? '')))
    .$if(after !== undefined, (query) =>
      query.where((where) => {
        const last = where.selectFrom('person as last').where('last.id', '=', after ?? '');
        const place = last
          .where('last.organisation_id', '=', organisationId)
          .select(['last.created_at', 'last.id'])
          .$asTuple('created_at', 'id');
        return where(where.refTuple('created_at', 'id'), '>', place);
      }),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit + 1)
    .execute();
  const people = rows.slice(0, limit).map(presentPerson);
  const last = people.at(-1);
  return { people, nextCursor: rows.length > limit && last !== undefined ? last.id : null };
}

function matchesWords(words: string) {
  const pattern = `%${words.trim().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql<boolean>`(name ilike ${pattern} or email ilike ${pattern})`;
}
