import { sql } from 'kysely';
import type { Database } from '../postgres/database.ts';
import type { Project, ProjectLimits } from './project.ts';

/** The settings that protect a repository from what a hijacked model might write into it. */
export type Protection = Pick<
  Project,
  | 'allow'
  | 'pageCode'
  | 'newHosts'
  | 'installCommands'
  | 'checks'
  | 'refuseFilesOver'
  | 'refuseBytesOver'
  | 'refuseDeletedOver'
  | 'limits'
>;

/** A request to change some of them. Absent ones stay. */
export type ProtectionChange = Partial<Omit<Protection, 'limits'>> & { limits?: Partial<ProjectLimits> | undefined };

/** Values of each setting from the least to the most protection. */
const ranks = {
  pageCode: ['allow', 'mark', 'auto', 'refuse'],
  newHosts: ['allow', 'mark', 'refuse'],
  installCommands: ['allow', 'mark', 'refuse'],
  checks: ['draft', 'strict'],
} as const;

const rankedNames = ['pageCode', 'newHosts', 'installCommands', 'checks'] as const;
const limitNames = ['concurrency', 'steps', 'tokens', 'usd', 'minutes'] as const;
const maximums = ['refuseFilesOver', 'refuseBytesOver', 'refuseDeletedOver'] as const;

/** The names of these settings. */
export const protections = ['allow', ...rankedNames, ...maximums, 'limits'] as const satisfies (keyof Protection)[];

/** What a project has unless somebody changes it. What breaks the docs is a draft there, and the limits may be any. */
const usual = { pageCode: 'auto', newHosts: 'mark', installCommands: 'mark', allow: [] as string[] } as const;

/** Returns the names of the settings by which a change protects less than the project does. */
export function loweredBy(project: Protection, change: ProtectionChange): string[] {
  const byRank = rankedNames.filter((name) => {
    const order: readonly string[] = ranks[name];
    return order.indexOf(change[name] ?? project[name]) < order.indexOf(project[name]);
  });
  const byMaximum = maximums.filter((name) => isMore(change[name], project[name]));
  const byLimit = limitNames.filter((name) => isMore(change.limits?.[name], project.limits[name]));
  const isWider = change.allow?.some((path) => !project.allow.includes(path)) === true;
  return [...(isWider ? ['allow'] : []), ...byRank, ...byMaximum, ...byLimit.map((name) => `limits/${name}`)];
}

/** Whether a maximum is higher than the one before; null is no maximum at all. */
function isMore(wanted: number | null | undefined, is: number | null): boolean {
  if (wanted === undefined || is === null) return false;
  return wanted === null || wanted > is;
}

/** What of a project's protection is lower than usual, and who lowered it last. */
export interface LoweredProtection {
  /** In words: `code in pages is allowed`. */
  what: string[];
  /** Undefined where the audit log does not say, such as for a project that was made so. */
  by: { name: string; at: Date } | undefined;
}

/** Returns what is lower than usual; undefined when nothing is. */
export async function readLoweredProtection(db: Database, project: Project): Promise<LoweredProtection | undefined> {
  const { pageCode, newHosts, installCommands, allow } = project;
  const names = loweredBy({ ...project, ...usual }, { pageCode, newHosts, installCommands, allow });
  if (names.length === 0) return undefined;
  const { rows } = await sql<{ name: string; at: Date }>`
    select actor_name as name, at from audit_entry
    where project_id = ${project.id} and action = 'project.change' and detail ?| ${names}::text[]
    order by id desc limit 1`.execute(db);
  return { what: names.map((name) => described(name, project)), by: rows[0] };
}

function described(name: string, project: Project): string {
  switch (name) {
    case 'allow':
      return `jobs may also write ${project.allow.join(', ')}`;
    case 'pageCode':
      return `code in pages is ${project.pageCode === 'allow' ? 'allowed' : 'reported, not refused'}`;
    case 'newHosts':
      return 'new hosts are allowed';
    default:
      return 'new install commands are allowed';
  }
}
