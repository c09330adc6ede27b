import type { InstructionOf } from '../grammar/instruction.ts';
import { checkDocs } from './check-docs.ts';
import type { FoundProblem } from './check-docs.ts';
import { leadsElsewhere } from '../text/another-file.ts';
import { commonFolder, isPagePath } from '../text/paths.ts';
import { LeftAlone } from './left-alone.ts';
import { mendLinks } from './mend-links.ts';
import type { Mending } from './mend-links.ts';
import type { Desk, Outcome, Plan } from './plan.ts';
import { siteOf } from './site.ts';
import { checkedWithin, datedPosts } from './site-pages.ts';
import { count } from './words.ts';

type Fix = InstructionOf<'fix'>;

/** Puts right the links and anchors for which there is exactly one sensible way, and tells of the others. */
export async function* fixProblems(desk: Desk, instruction: Fix): Plan<Outcome> {
  const { paths, historyOf } = yield* checkedWithin(desk, instruction);
  const dated = yield* datedPosts(desk);
  const alone = new LeftAlone();
  const isAsked = (problem: FoundProblem) => {
    if (!isOfKind(instruction, problem)) return false;
    const history = historyOf(problem.path, () => dated.has(problem.path));
    if (history !== undefined) alone.add(history, problem.path, 1);
    return history === undefined;
  };
  const mended = yield* mendProblems(desk, isAsked, paths);
  return {
    title: `Fix ${subjectOf(instruction, 'broken ', 'and')}`,
    changed: mended.changed.length > 0,
    notes: [summary(instruction, mended), ...alone.sentences(instruction.links ? 'broken link' : 'broken anchor')],
    left: mended.left,
  };
}

type Test = (problem: FoundProblem) => boolean;

/** Mends what can be mended. A file with more problems than one answer tells is looked at again once it has fewer. */
async function* mendProblems(desk: Desk, isAsked: Test, pages: readonly string[] | undefined): Plan<Mending> {
  const { problems, cut } = yield* checkDocs(desk, pages);
  const found = problems.filter(isAsked);
  const root = commonFolder((await siteOf(desk)).pages);
  const mendable = found.filter((problem) => isMendable(problem, root));
  const mended = yield* mendLinks(desk, mendable);
  yield* mendFragments(desk, mendable, mended.changed);
  const again = cut.filter((path) => mended.changed.includes(path));
  const rest = again.length === 0 ? undefined : yield* mendProblems(desk, isAsked, again);
  const left = found
    .filter((problem) => !mendable.includes(problem) && !again.includes(problem.path))
    .map(describeProblem);
  return {
    links: mended.links + (rest?.links ?? 0),
    changed: [...new Set([...mended.changed, ...(rest?.changed ?? [])])],
    left: [...left, ...mended.left, ...(rest?.left ?? [])],
  };
}

/**
 * A link that leads somewhere again may name a heading that is not there, which nobody could see before. Then it gets
 * the heading that must be meant, or leads to the page as a whole.
 */
async function* mendFragments(desk: Desk, mendable: readonly FoundProblem[], changed: readonly string[]): Plan<void> {
  const put = new Set(
    mendable.filter(({ rule }) => linkRules.has(rule)).map(({ path, suggestion }) => `${path} ${suggestion}`),
  );
  const pages = changed.filter(isPagePath);
  if (![...put].some((target) => target.includes('#')) || pages.length === 0) return;
  const { problems } = yield* checkDocs(desk, pages);
  const revealed = problems.filter(
    ({ rule, path, subject }) => rule === 'anchor-broken' && put.has(`${path} ${subject}`),
  );
  const withWay = revealed.map((problem) => {
    const suggestion = problem.suggestion ?? problem.subject?.replace(/#.*$/u, '');
    return Object.assign(problem, { suggestion });
  });
  yield* mendLinks(desk, withWay);
}

function subjectOf({ links, anchors }: Fix, adjective: string, conjunction: string): string {
  return adjective + [...(links ? ['links'] : []), ...(anchors ? ['anchors'] : [])].join(` ${conjunction} `);
}

function summary(instruction: Fix, { links, changed, left }: Mending): string {
  const found = links + left.length;
  if (found === 0) return `There are no ${subjectOf(instruction, 'broken ', 'or')} in the docs.`;
  const all = `${found.toLocaleString('en')} ${subjectOf(instruction, 'broken ', 'and')}`;
  if (links === 0) return `Of ${all}, there is none that has exactly one sensible way to mend it.`;
  return `Mended ${links.toLocaleString('en')} of ${all}, in ${count(changed.length, 'file')}.`;
}

/** Whether the checks say how to mend a problem, and the page then leads to the file that was meant. */
export function isMendable({ path, subject, suggestion }: FoundProblem, root: string): boolean {
  return subject !== undefined && suggestion !== undefined && !leadsElsewhere({ root, path }, subject, suggestion);
}

const linkRules = new Set(['link-broken', 'image-missing', 'navigation-missing-page']);

function isOfKind({ links, anchors }: Fix, { rule }: FoundProblem): boolean {
  return (anchors && rule === 'anchor-broken') || (links && linkRules.has(rule));
}

/** A problem that was not mended, as a line of the pull request. */
export function describeProblem(problem: FoundProblem): string {
  const subject =
    problem.subject === undefined || problem.message.includes(problem.subject) ? '' : ` (${problem.subject})`;
  const other = problem.suggestion === undefined ? '' : `; ${problem.suggestion} is there, but is another file`;
  return `${problem.path}:${problem.line}: ${problem.message}${subject}${other}`;
}
