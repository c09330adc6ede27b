import { isCopydeskError } from '@copydesk/contract';
import type { DescribeMaterial } from '../agent/describe.ts';
import { cut } from '../agent/cut.ts';
import type { ReadableTree } from '../agent/ports.ts';
import { author } from './author.ts';
import type { DeliveryWork } from './delivery-work.ts';
import type { PreparedTurn } from './turn.ts';

const subjectsTold = 15;
const longestSubject = 120;
const longestTemplate = 8_000;

/**
 * Gathers what a description is made from: the turn's diff, the style of the history, the repository's template.
 *
 * @throws CopydeskError `repository_*`.
 */
export async function describeMaterial({ turn }: DeliveryWork): Promise<DescribeMaterial> {
  const { repository, tree, baseCommit, startedAt: at } = turn;
  // Nobody sees this commit: it is what git can compare.
  const message = 'The change so far\n';
  const commit = await repository.commit({ tree, parents: [baseCommit], message, author, at });
  return {
    treeId: tree.id(),
    files: await repository.diff(baseCommit, commit),
    subjects: await recentSubjects(turn),
    template: await findTemplate(turn),
  };
}

/** A source that does not answer now, or has lost its history: the style is left to the model. */
async function recentSubjects({ repository, branchBase }: PreparedTurn): Promise<string[]> {
  const recent = await repository.recentCommits(branchBase, subjectsTold).catch((error: unknown) => {
    if (isCopydeskError(error)) return [];
    throw error;
  });
  return recent.map(({ title }) => cut(title.replaceAll(/\p{Cc}+/gu, ' '), longestSubject));
}

/** As people have it on the base branch: the change itself may touch it. */
async function findTemplate({ repository, branchBase }: PreparedTurn): Promise<DescribeMaterial['template']> {
  const path = templateIn(await repository.openTree(branchBase));
  const bytes = path === undefined ? undefined : await repository.fileAt(branchBase, path);
  if (path === undefined || bytes === undefined) return undefined;
  const text = new TextDecoder().decode(bytes);
  const told = text.length > longestTemplate ? `${cut(text, longestTemplate)}\n[the rest was left out]` : text;
  return told.trim() === '' ? undefined : { path, text: told };
}

/** Where the hosts look for a template, the likeliest first; they do not tell capitals from small letters. */
const places = [
  /^\.github\/pull_request_template(\.md|\.txt)?$/i,
  /^\.gitlab\/merge_request_templates\/default\.md$/i,
  /^\.gitea\/pull_request_template(\.md)?$/i,
  /^\.forgejo\/pull_request_template(\.md)?$/i,
  /^pull_request_template(\.md|\.txt)?$/i,
  /^docs\/pull_request_template(\.md|\.txt)?$/i,
];

/** The path of the template that the hosts would take, if there is one. */
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
