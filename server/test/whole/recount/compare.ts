import { isDeepStrictEqual } from 'node:util';
import type { Random } from '../../analytics/support/random.ts';
import { askForAll, askForJson, askForTable } from './ask.ts';
import type { KnownView } from './events.ts';
import { randomQuestion } from './questions.ts';
import { recount } from './recount.ts';
import type { Site } from './send.ts';

/** Asks so many random questions, each in all formats; returns every difference from the recount as text. */
export async function compare(
  site: Site,
  views: readonly KnownView[],
  options: { random: Random; questions: number; rawFrom: number },
): Promise<string[]> {
  const { random, questions, rawFrom } = options;
  const differences: string[] = [];
  for (let count = 0; count < questions; count += 1) {
    const question = randomQuestion(random, views);
    const { all, totals, ...page } = recount(views, question, rawFrom);
    const look = (form: string, answer: unknown, expected: unknown): void => {
      if (isDeepStrictEqual(answer, expected)) return;
      differences.push(
        `${form} of ${JSON.stringify(question)}:\n${JSON.stringify(answer)}\nrather than\n${JSON.stringify(expected)}`,
      );
    };
    look('JSON', await askForJson(site, question), { totals, ...page });
    const reported = `human=${totals.human}, ai=${totals.ai}, total=${totals.total}`;
    for (const form of ['csv', 'ndjson'] as const) {
      look(form, await askForTable(site, question, form), { totals: reported, ...page });
    }
    if (question.endpoint === 'views') look('the export', await askForAll(site, question), all);
  }
  return differences;
}

/** Returns the time since which single views are kept: the first of the month so many months ago. */
export function rawFromOf(now: Date, retentionMonths: number): number {
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - retentionMonths, 1);
}
