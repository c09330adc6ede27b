import { sql } from 'kysely';
import type { Database } from '../../../postgres/database.ts';
import { dayMilliseconds, dayOf } from '../../store/calendar.ts';
import { readShards } from '../../store/shards/shards.ts';
import { everyShard } from '../counts/every-shard.ts';
import { inShards } from '../snapshot.ts';

/** A project whose people were reported by the browser and by the server, and so counted twice. */
export interface DoubledPeople {
  /** The project's number. */
  projectId: number;
  /** The side that reported more of them. */
  side: 'browser' | 'server';
}

const periodDays = 7;
/** About how many views of a day are checked, always all views of a reader. */
const sampledViews = 20_000;
/** The script reports a view when the page has loaded, a middleware when it was requested. */
const secondsApart = 10;
/** When both sides count the same readers, at least this share of the smaller side's views has a twin. */
const leastShare = 0.5;

/**
 * Returns the projects whose people count twice. Checks those where no person has chosen the side that counts, and where
 * both sides have reported people for seven whole days. That both report some is no proof: a site may have the script
 * on some pages and a middleware in front of others. So the single views of the last whole day are checked: a reader
 * who counts twice has two views of a page within seconds. Readers without an address cannot be recognised as the same,
 * and nothing is decided then.
 */
export async function findDoubledPeople(db: Database, now: Date): Promise<DoubledPeople[]> {
  const today = Math.floor(now.getTime() / dayMilliseconds);
  const doubled: DoubledPeople[] = [];
  for (const { projectId, sides, yesterday } of await readBothSides(db, today)) {
    const fewer = Math.min(yesterday.browser, yesterday.server);
    const all = yesterday.browser + yesterday.server;
    if (fewer === 0) continue;
    const { twins, views } = await countTwins(db, projectId, today - 1, Math.ceil(all / sampledViews));
    if (views > 0 && twins >= leastShare * (fewer / all) * views) {
      doubled.push({ projectId, side: sides.server > sides.browser ? 'server' : 'browser' });
    }
  }
  return doubled;
}

interface Sides {
  browser: number;
  server: number;
}

interface BothSides {
  projectId: number;
  /** Views of people in the seven days. */
  sides: Sides;
  yesterday: Sides;
}

/** Returns the undecided projects for which both sides reported people on the first of the days. */
async function readBothSides(db: Database, today: number): Promise<BothSides[]> {
  const [from, last] = [dayOf((today - periodDays) * dayMilliseconds), dayOf((today - 1) * dayMilliseconds)];
  const { rows } = await sql<{ projectId: number; day: string; name: string; count: number }>`
    select number as "projectId", day::text as day, view_health.name, count
    from project join ${everyShard} as placed on placed.project = number join view_health on project_id = placed.shard
    where people_from is null and not people_chosen and deleted_at is null
      and day between ${from}::date and ${last}::date and view_health.name in ('people:browser', 'people:server')
    order by number
  `.execute(db);
  return [...Map.groupBy(rows, (row) => row.projectId)].flatMap(([projectId, rowsOfProject]) => {
    const sidesOf = (of: typeof rowsOfProject): Sides => ({
      browser: sumOf(of.filter(({ name }) => name === 'people:browser')),
      server: sumOf(of.filter(({ name }) => name === 'people:server')),
    });
    const first = sidesOf(rowsOfProject.filter(({ day }) => day === from));
    if (first.browser === 0 || first.server === 0) return [];
    return [
      { projectId, sides: sidesOf(rowsOfProject), yesterday: sidesOf(rowsOfProject.filter(({ day }) => day === last)) },
    ];
  });
}

function sumOf(rows: readonly { count: number }[]): number {
  return rows.reduce((sum, { count }) => sum + count, 0);
}

/**
 * Counts people's views on a day, for one in `oneIn` readers, and how many follow another view of the same page within
 * seconds.
 */
async function countTwins(
  db: Database,
  projectId: number,
  day: number,
  oneIn: number,
): Promise<{ twins: number; views: number }> {
  const [from, to] = [day, day + 1].map((one) => new Date(one * dayMilliseconds));
  const { numbers: shards = [projectId] } = (await readShards(db, [projectId])).get(projectId) ?? {};
  const { rows } = await sql<{ twins: number; views: number }>`
    with gap as (
      select at - lag(at) over (partition by visitor, page order by at) as length from view
      where ${inShards({ shards })} and at >= ${from} and at < ${to} and found and visitor % ${oneIn} = 0
    )
    select count(*) filter (where length <= make_interval(secs => ${secondsApart}))::integer as twins,
      count(*)::integer as views
    from gap
  `.execute(db);
  return rows[0] ?? { twins: 0, views: 0 };
}
