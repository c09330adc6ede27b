import { createHash, randomUUID } from 'node:crypto';
import type { Reader, Verdict } from '../../../src/analytics/classify/reader.ts';
import type { Arrival, CountedView } from '../../../src/analytics/store/arrival.ts';
import type { Database } from '../../../src/postgres/database.ts';
import { insertProject } from '../../support/project.ts';

/** A person, two agents and a bot, by their names in tests. */
export const readers = {
  person: readerOf({ class: 'human', agent: null, operator: null, purpose: null, verification: null, rule: 'person' }),
  claude: readerOf({
    class: 'ai',
    agent: 'ClaudeBot',
    operator: 'Anthropic',
    purpose: 'training',
    verification: 'claimed',
    rule: 'claudebot',
  }),
  cursor: readerOf({
    class: 'ai',
    agent: 'Cursor',
    operator: 'Anysphere',
    purpose: 'coding',
    verification: 'unverifiable',
    rule: 'cursor',
  }),
  google: readerOf({
    class: 'bot',
    agent: 'Googlebot',
    operator: 'Google',
    purpose: null,
    verification: null,
    rule: 'googlebot',
  }),
} satisfies Record<string, Reader>;

export function readerOf(verdict: Verdict, userAgent = verdict.rule): Reader {
  const evidence = { userAgent };
  const digest = createHash('sha256').update(JSON.stringify(evidence)).digest('base64url');
  return { digest, evidence, verdict, rules: '2026-11-01' };
}

/** Returns a view; by default of `/` by a person, at noon of 2026-11-20. */
export function viewOf(view: Partial<CountedView> = {}): CountedView {
  return {
    id: randomUUID(),
    at: Date.parse('2026-11-20T12:00:00Z'),
    path: '/',
    found: true,
    surface: 0,
    reader: readers.person,
    referrer: null,
    visitor: null,
    ...view,
  };
}

export function arrivalOf(projectId: number, views: CountedView[], rest: Partial<Arrival> = {}): Arrival {
  return { projectId, source: 'server', views, dropped: {}, ...rest };
}

/** Creates a project and returns its number. */
export async function newProjectNumber(db: Database): Promise<number> {
  const { id } = await insertProject(db);
  const { number } = await db.selectFrom('project').select('number').where('id', '=', id).executeTakeFirstOrThrow();
  return number;
}
