import type { TranslationsTrigger } from '@copydesk/contract';
import { z } from 'zod';
import type { Finding, Kind, CheckedProject, CheckInput, Work } from '../kind.ts';
import { describeTime, timed, timesWithin } from '../timed.ts';
import { pairsOf } from './pairs.ts';
import type { Pair } from './pairs.ts';

/** The times, in milliseconds, at which the sources of translations given to a job had last changed. */
const State = z.object({ given: z.record(z.string(), z.number()) }).catch({ given: {} });

/** A translation that is behind its source. */
interface Behind extends Pair {
  sourceAt: Date;
  translationAt: Date;
}

/**
 * Finds translations whose source has changed after them, by the git history, at fixed times: one pull request for each
 * language. A translation that a job was given is not given again until its source changes again.
 */
export function translations(trigger: TranslationsTrigger): Kind {
  return {
    ...timed(trigger),
    async check(input, of) {
      const { behind, pairs } = await behindOf(trigger, of);
      return findingOf(trigger, input, { behind, pairs });
    },
    async simulate(within, of) {
      const { behind } = await behindOf(trigger, of);
      const times = timesWithin(trigger, within);
      const byLanguage = Map.groupBy(behind, ({ language }) => language);
      const checks = times.map((at, place) => {
        const works = [...byLanguage.values()].filter((ofOne) => ofOne.length > place * trigger.pages).length;
        return {
          at,
          works,
          why: works === 0 ? 'No translation would have been behind.' : `${works} languages would have been behind.`,
        };
      });
      return { checks, notes: ['The estimate uses the translations that are behind today.'] };
    },
  };
}

async function behindOf(
  { source, languages }: TranslationsTrigger,
  { services, project }: CheckedProject,
): Promise<{ behind: Behind[]; pairs: number }> {
  const { files } = await services.sources.pages(project);
  const touched = new Map(files.map(({ path, touchedAt }) => [path, touchedAt]));
  const pairs = pairsOf([...touched.keys()], { source, languages });
  const behind = pairs.flatMap((pair): Behind[] => {
    const [sourceAt, translationAt] = [touched.get(pair.source), touched.get(pair.translation)];
    if (sourceAt === undefined || translationAt === undefined || sourceAt <= translationAt) return [];
    return [{ ...pair, sourceAt, translationAt }];
  });
  // The one that has been behind longest comes first.
  behind.sort(
    (one, other) => one.sourceAt.getTime() - other.sourceAt.getTime() || (one.translation < other.translation ? -1 : 1),
  );
  return { behind, pairs: pairs.length };
}

function findingOf(
  trigger: TranslationsTrigger,
  input: CheckInput,
  { behind, pairs }: { behind: readonly Behind[]; pairs: number },
): Finding {
  const why = describeTime(trigger, input);
  const { given } = State.parse(input.state);
  const fresh = behind.filter(({ translation, sourceAt }) => (given[translation] ?? 0) < sourceAt.getTime());
  if (fresh.length === 0) {
    const known = behind.length === 0 ? '' : `, besides ${behind.length} that a job already got`;
    const none =
      pairs === 0
        ? `No translation of ${trigger.source} was found.`
        : `Of ${pairs} translations none is behind its source${known}.`;
    return { work: [], why: `${why} ${none}` };
  }
  const chosen = [...Map.groupBy(fresh, ({ language }) => language)].map(
    ([language, ofOne]) => [language, ofOne.slice(0, trigger.pages)] as const,
  );
  return {
    work: chosen.map(([language, ofOne]) => workOf(language, ofOne, why)),
    why: `${why} ${fresh.length} translations are behind, in ${chosen.length} languages.`,
    state: (begun) =>
      stateAfter(
        given,
        chosen.flatMap(([language, ofOne]) => (begun.has(language) ? ofOne : [])),
      ),
  };
}

const mostRemembered = 10_000;

function stateAfter(given: Record<string, number>, begun: readonly Behind[]): z.infer<typeof State> {
  const newly = begun.map(({ translation, sourceAt }): [string, number] => [translation, sourceAt.getTime()]);
  return { given: Object.fromEntries([...Object.entries(given), ...newly].slice(-mostRemembered)) };
}

function workOf(language: string, behind: readonly Behind[], why: string): Work {
  const lines = behind.map(
    ({ translation, source, sourceAt, translationAt }) =>
      `${translation}  (of ${source}, which changed on ${dayOf(sourceAt)}; the translation is of ${dayOf(translationAt)})`,
  );
  const count = `${behind.length} ${behind.length === 1 ? 'page is' : 'pages are'} behind their source.`;
  return {
    lane: language,
    why: `${why} ${count}`,
    links: [],
    material: [{ title: `Pages in the language ${language}`, text: lines.join('\n') }],
  };
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}
