import { isCopydeskError } from '@copydesk/contract';
import { cut } from '../../agent/text/cut.ts';
import type { ForReviewers } from '../../agent/review/for-reviewers.ts';
import type { ReadableTree } from '../../agent/ports.ts';
import type { PreparedTurn } from '../turn.ts';

type Turn = Pick<PreparedTurn, 'repository' | 'branchBase'>;

type Template = NonNullable<ForReviewers['template']>;

const mostSubjects = 15;
const longestSubject = 120;
const longestTemplate = 8_000;

/**
 * Up to this length, a template is part of the instructions, as the style of commits is: a model that knows both writes
 * its description once, and answers its review with KEEP. 2,000 characters are 500 tokens, which a turn of five steps
 * pays as 830 uncached ones, since four of its steps find them in the cache at a tenth of the price. A second
 * description costs more (100 to 300 tokens, at five times the price). A longer template comes with the review, once.
 */
const longestInInstructions = 2_000;

/**
 * Reads how people here title commits and describe pull requests, for the instructions of a turn.
 *
 * @throws CopydeskError `repository_*`.
 */
export async function styleBefore(turn: Turn): Promise<ForReviewers> {
  const template = await findTemplate(turn);
  const isShort = template !== undefined && template.text.length <= longestInInstructions;
  return { subjects: await recentSubjects(turn), template: isShort ? template : undefined };
}

/** Returns the template that {@link styleBefore} leaves out. */
export async function styleForReview(turn: Turn): Promise<Template | undefined> {
  const template = await findTemplate(turn);
  return template !== undefined && template.text.length > longestInInstructions ? template : undefined;
}

/** When the repository does not answer now, or has lost its history, the style is left to the model. */
async function recentSubjects({ repository, branchBase }: Turn): Promise<string[]> {
  const recent = await repository.recentCommits(branchBase, mostSubjects).catch((error: unknown) => {
    if (isCopydeskError(error)) return [];
    throw error;
  });
  return recent.map(({ title }) => cut(title.replaceAll(/\p{Cc}+/gu, ' '), longestSubject));
}

/** Reads it as people have it on the base branch, because the change itself may touch it. */
async function findTemplate({ repository, branchBase }: Turn): Promise<Template | undefined> {
  const path = templateIn(await repository.openTree(branchBase));
  const bytes = path === undefined ? undefined : await repository.fileAt(branchBase, path);
  if (path === undefined || bytes === undefined) return undefined;
  const text = new TextDecoder().decode(bytes);
  const shown = text.length > longestTemplate ? `${cut(text, longestTemplate)}\n[the rest was left out]` : text;
  return shown.trim() === '' ? undefined : { path, text: shown };
}

/** Where the hosts look for a template, the most likely first. They ignore case. */
const places = [
  /^\.github\/pull_request_template(\.md|\.txt)?$/i,
  /^\.gitlab\/merge_request_templates\/default\.md$/i,
  /^\.gitea\/pull_request_template(\.md)?$/i,
  /^\.forgejo\/pull_request_template(\.md)?$/i,
  /^pull_request_template(\.md|\.txt)?$/i,
  /^docs\/pull_request_template(\.md|\.txt)?$/i,
];

/** Returns the path of the template that the hosts would take, if there is one. */
export function templateIn(tree: Pick<ReadableTree, 'entries'>): string | undefined {
  const paths = tree.entries().flatMap(({ path, kind }) => (kind === 'file' && isShallow(path) ? [path] : []));
  for (const place of places) {
    const found = paths.find((path) => place.test(path));
    if (found !== undefined) return found;
  }
  return undefined;
}

function isShallow(path: string): boolean {
  return /template|default\.md$/i.test(path) && path.split('/').length <= 3;
}
