import { isCopydeskError } from '@copydesk/contract';
import { cut } from '../agent/cut.ts';
import type { Noticed, ReadableTree } from '../agent/ports.ts';
import type { ReviewMaterial } from '../agent/review.ts';
import type { Project } from '../projects/project.ts';
import { draftOf, oversizeOf } from './change-size.ts';
import type { DeliveryWork } from './delivery-work.ts';
import type { PreparedTurn } from './turn.ts';

const subjectsTold = 15;
const longestSubject = 120;
const longestTemplate = 8_000;

/**
 * Gathers what the model is shown of its change: the turn's diff, what is easily overlooked in it, the style of the
 * history, the repository's template.
 *
 * @throws CopydeskError `repository_*`.
 */
export async function reviewMaterial(work: DeliveryWork, project: Project): Promise<ReviewMaterial> {
  const { turn } = work;
  const { repository, tree, baseCommit } = turn;
  return {
    treeId: tree.id(),
    files: await repository.diff(baseCommit, await draftOf(turn)),
    oversize: await oversizeOf(project, turn),
    noticed: await noticedIn(work, project),
    subjects: await recentSubjects(turn),
    template: await findTemplate(turn),
  };
}

/** A help, without which the diff has to do. */
async function noticedIn({ services, job, turn, hold }: DeliveryWork, project: Project): Promise<Noticed> {
  const { tree: after, repository, baseCommit } = turn;
  try {
    const before = await repository.openTree(baseCommit);
    return await services.docs.notice({ before, after, folder: project.docsFolder });
  } catch (error) {
    hold.signal.throwIfAborted();
    services.log.warn({ job: job.id, err: error }, 'the change is reviewed without what is easily overlooked in it');
    return { lostLinks: [], repeated: [], isPartial: true };
  }
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
async function findTemplate({ repository, branchBase }: PreparedTurn): Promise<ReviewMaterial['template']> {
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
