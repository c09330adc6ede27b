import { sql } from 'kysely';
import type { LatestResult } from '@copydesk/contract';
import { verifications } from '@copydesk/contract';
import type { Database } from '../../../postgres/database.ts';
import { readKinds } from '../counts/kinds.ts';
import { inShards, readAt } from '../snapshot.ts';
import type { Reading, ReadSite, Snapshot } from '../snapshot.ts';

/** Returns the latest single views of a project, newest first, of any reader and also of missing pages. */
export async function readLatest(
  db: Database,
  site: ReadSite,
  { limit, offset }: { limit: number; offset: number },
): Promise<Reading<LatestResult>> {
  const read = async (snapshot: Snapshot) => await readRows(snapshot, { limit: limit + 1, offset });
  const { result: rows } = await readAt(db, site, {}, read, true);
  return { result: { views: rows.slice(0, limit), hasMore: rows.length > limit }, range: undefined };
}

interface Row {
  at: Date;
  path: string;
  found: boolean;
  kind: number;
  verification: number;
  referrer: string | null;
}

async function readRows(snapshot: Snapshot, { limit, offset }: { limit: number; offset: number }) {
  const { transaction, projectId } = snapshot;
  const { rows } = await sql<Row>`
    select one.at, page.path, one.found, reader.kind, reader.verification, referrer.host as referrer from (
      select at, page, reader, referrer, found from view where ${inShards(snapshot)}
      order by at desc limit ${limit} offset ${offset}
    ) as one
    join view_page page on page.project_id = ${projectId} and page.number = one.page
    join view_reader reader on reader.project_id = ${projectId} and reader.number = one.reader
    left join view_referrer referrer on referrer.project_id = ${projectId} and referrer.number = one.referrer
    order by one.at desc, page.path
  `.execute(transaction);
  const kinds = await readKinds(snapshot);
  return rows.map(({ at, path, found, kind, verification, referrer }): LatestResult['views'][number] => {
    const { class: reader = 'bot', agent = '' } = kinds.get(kind) ?? {};
    return {
      at: at.toISOString(),
      path,
      found,
      reader,
      agent: reader === 'human' ? null : agent,
      verification: verifications[verification - 1] ?? null,
      referrer,
    };
  });
}
