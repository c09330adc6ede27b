import { purposes } from '@copydesk/contract';
import type { Random } from '../../analytics/support/random.ts';
import type { KnownView } from './events.ts';
import { knownPages } from './pages.ts';
import { labelledReaders } from './readers.ts';
import type { Question } from './recount.ts';

/** Returns a random question: any range, page of results and filter. */
export function randomQuestion(random: Random, views: readonly KnownView[]): Question {
  const [from = 0, to = 0] = [boundNear(random, views), boundNear(random, views)].sort((left, right) => left - right);
  const agents = labelledReaders.flatMap(({ agent }) => (agent === null ? [] : [agent]));
  const path = random.pick(knownPages).path;
  return {
    endpoint: random.chance(0.2) ? 'not-found' : 'views',
    dateFrom: random.chance(0.15) ? undefined : boundText(random, from),
    dateTo: random.chance(0.15) ? undefined : boundText(random, random.chance(0.05) ? from : to),
    path: random.chance(0.25) ? path.slice(0, random.between(1, path.length)) : undefined,
    agent: random.chance(0.2) ? random.pick([...agents, 'claudebot', 'Nobody']) : undefined,
    purpose: random.chance(0.2) ? random.pick(purposes) : undefined,
    limit: random.chance(0.2) ? undefined : random.between(1, random.chance(0.5) ? 10 : 250),
    offset: random.chance(0.4) ? undefined : random.between(0, 90),
  };
}

/** Returns a moment exactly at a view, just beside it, at its second, hour or day, or days away from it. */
function boundNear(random: Random, views: readonly KnownView[]): number {
  const { at } = random.pick(views);
  const unit = random.pick([1, 1_000, 60_000, 3_600_000, 86_400_000, 86_400_000, 86_400_000]);
  const moved = at + random.pick([0, 0, 1, -1, 40 * 86_400_000, -40 * 86_400_000]);
  return Math.floor(moved / unit) * unit;
}

/** Returns a bound in one of the formats that a caller may choose. */
function boundText(random: Random, at: number): string {
  const text = new Date(at).toISOString();
  if (at % 86_400_000 === 0) return random.pick([text.slice(0, 10), text, text.slice(0, 19), `${text.slice(0, 16)}Z`]);
  const ahead = new Date(at + 19_800_000).toISOString().replace('Z', '+05:30');
  return random.pick([text, text.slice(0, 23), ahead]);
}
