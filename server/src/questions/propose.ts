import { pageForm, mostCharacters } from './answers.ts';
import { findFacts, pageText } from './find-facts.ts';
import type { PageParts, ParsePage } from './page-parts.ts';
import { questionsOf } from './questions-check.ts';
import { questionsPath } from './tree.ts';
import type { QuestionsTree } from './tree.ts';
import { wordQuestions } from './word-question.ts';
import { writeQuestions } from './write-questions.ts';
import type { WrittenQuestions } from './write-questions.ts';

/** A question that the present docs answer, for the questions file. */
export interface Proposal {
  question: string;
  page: string;
  /** What the page contains now and an answer needs: from one to three texts. */
  facts: string[];
  /** The views of the page by AI in the last 30 days. */
  aiViews: number;
}

/** The proposals for one state of the docs, by views by AI, most first. */
export interface Proposals extends WrittenQuestions {
  proposals: Proposal[];
  /** How many pages were left out because they contain nothing specific. */
  withoutFact: number;
  /** Why there are no proposals; null when there are. */
  why: string | null;
}

export interface ProposalRequest {
  tree: QuestionsTree;
  parse: ParsePage;
  /** The pages of the docs with their views by AI in the last 30 days; undefined when none were ever collected. */
  reads: readonly { path: string; ai: number }[] | undefined;
  /** How many proposals there may be. */
  limit: number;
}

/** So many pages are parsed at most, however few of them contain a fact. */
const mostParsed = 500;

/**
 * Proposes questions for the pages that AI reads most and that no question of the repository names. Run right away, the
 * docs answer all of them.
 */
export async function proposeQuestions({ tree, parse, reads, limit }: ProposalRequest): Promise<Proposals> {
  const asked = new Set((await questionsOf(tree))?.questions.map(({ page }) => page));
  const read = (reads ?? []).filter(
    ({ path, ai }) => ai > 0 && pageForm.test(path) && tree.entry(path)?.kind === 'file',
  );
  const open = read
    .filter(({ path }) => !asked.has(path))
    .toSorted((one, other) => other.ai - one.ai || (one.path < other.path ? -1 : 1));
  const proposals: Proposal[] = [];
  let withoutFact = 0;
  for (const { path, ai } of open.slice(0, mostParsed)) {
    if (proposals.length === limit) break;
    const proposed = await proposeFor(path, tree, parse);
    if (proposed === undefined) withoutFact += 1;
    else proposals.push({ ...proposed, aiViews: ai });
  }
  const why =
    proposals.length > 0 ? null : whyNoProposals({ isCounted: reads !== undefined, read: read.length, withoutFact });
  if (why !== null) return { proposals, withoutFact, why, yaml: '', place: 'new_file' };
  const present = tree.entry(questionsPath) === undefined ? undefined : ((await textOf(tree, questionsPath)) ?? '');
  return { proposals, withoutFact, why, ...writeQuestions(proposals, present) };
}

async function proposeFor(
  path: string,
  tree: QuestionsTree,
  parse: ParsePage,
): Promise<Omit<Proposal, 'aiViews'> | undefined> {
  const source = await textOf(tree, path);
  const page = source === undefined ? undefined : await parse(path, source);
  return source === undefined || page === undefined ? undefined : proposeOf(path, source, page);
}

/** Returns the first question about a page for whose answer the page has a fact. */
function proposeOf(path: string, source: string, page: PageParts): Omit<Proposal, 'aiViews'> | undefined {
  const read = pageText(source);
  for (const { text: question, within } of wordQuestions(path, source, page)) {
    const facts = findFacts(read, page, within);
    if (facts.length > 0) return { question, page: path, facts };
  }
  return undefined;
}

async function textOf(tree: QuestionsTree, path: string): Promise<string | undefined> {
  const bytes = await tree.read(path).catch(() => undefined);
  return bytes && Buffer.from(bytes).toString('utf8').slice(0, mostCharacters);
}

function whyNoProposals({
  isCounted,
  read,
  withoutFact,
}: {
  isCounted: boolean;
  read: number;
  withoutFact: number;
}): string {
  if (!isCounted) return 'No page views were ever collected for this project, so it is unknown which pages AI reads.';
  if (read === 0) return 'AI has read no page of these docs in the last 30 days.';
  if (withoutFact > 0)
    return 'The pages that AI has read in the last 30 days have questions already, or no fact to ask for.';
  return 'All pages that AI has read in the last 30 days have questions already.';
}
