import { sql } from 'kysely';
import type { Database } from '../../postgres/database.ts';

/** What jobs of an organisation have delivered recently. */
export interface OwnChanges {
  commits: ReadonlySet<string>;
  titles: ReadonlySet<string>;
}

const mostDeliveries = 500;

/**
 * Returns the newest deliveries of an organisation's jobs, by which merges that a code host reports are recognised as
 * our own.
 */
export async function readOwnChanges(db: Database, organisationId: string): Promise<OwnChanges> {
  const { rows } = await sql<{ commit: string; title: string }>`
    select delivery.commit, delivery.title
    from project cross join lateral (
      select id from job where project_id = project.id order by id desc limit ${mostDeliveries}
    ) job join job_delivery delivery on delivery.job_id = job.id
    where project.organisation_id = ${organisationId} and project.deleted_at is null and delivery.finished_at is not null
    order by delivery.intended_at desc limit ${mostDeliveries}
  `.execute(db);
  return { commits: new Set(rows.map(({ commit }) => commit)), titles: new Set(rows.map(({ title }) => title)) };
}
