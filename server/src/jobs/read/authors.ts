import { JobAuthor } from '@copydesk/contract';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../postgres/database.ts';

/** Further authors can be filtered only by their id in the address. */
const mostAuthors = 50;

/**
 * Returns the authors of a project's jobs, by name. It jumps from one author to the next in the index: one lookup per
 * author, however many jobs there are.
 */
export async function listAuthors(db: Database, projectId: string): Promise<JobAuthor[]> {
  const { rows } = await sql`
    with recursive author as (
      (
        select author_kind as kind, author_id as id, author_name as name from job
        where project_id = ${projectId} and author_id is not null order by author_id, id desc limit 1
      )
      union all
      select next.* from author cross join lateral (
        select author_kind, author_id, author_name from job
        where project_id = ${projectId} and author_id > author.id order by author_id, id desc limit 1
      ) next
    )
    (select kind, id, name from author limit ${mostAuthors}::integer)
    union all
    (
      select author_kind, author_id, author_name from job
      where project_id = ${projectId} and author_id is null and author_kind = 'command' limit 1
    )
  `.execute(db);
  return z
    .array(JobAuthor)
    .parse(rows)
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}
