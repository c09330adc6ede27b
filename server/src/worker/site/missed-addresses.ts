import type { ModelMessage } from 'ai';
import type { NotFoundAddresses, MissedDecision } from '../../agent/review/missed.ts';
import { readMissed } from '../../jobs/request/missed.ts';
import type { Project } from '../../projects/project.ts';
import type { GitTree } from '../../workspace/workspace.ts';
import { formatMissed } from '../describe/missed-report.ts';
import type { WorkerServices } from '../services.ts';
import type { PreparedTurn } from '../turn.ts';
import { whereServed } from './where-served.ts';

/** The addresses that a job must repair, and the report about them for reviewers. */
export interface Missed extends NotFoundAddresses {
  /** Writes what became of each, as Markdown: what was decided at the base commit, and the result with the change. */
  report(): Promise<string>;
}

/**
 * Opens the addresses of a job; undefined for a job that repairs none. The history is read once, at the first question.
 */
export async function openMissed(
  { db, docs }: Pick<WorkerServices, 'db' | 'docs'>,
  jobId: string,
  project: Project,
  turn: Pick<PreparedTurn, 'repository' | 'baseCommit' | 'tree'>,
): Promise<Missed | undefined> {
  if ((await readMissed(db, jobId)).length === 0) return undefined;
  const { repository, baseCommit } = turn;
  const folder = project.docsFolder;
  let moves: ReturnType<typeof repository.moves> | undefined;
  const before = await repository.openTree(baseCommit);
  const decideIn = async (tree: GitTree): Promise<MissedDecision[]> => {
    const site = docs.of(tree, { folder });
    // Read again, because a message of an automation may have added some.
    const paths = await readMissed(db, jobId);
    const prefix = await servedAt(db, project, await docs.of(before, { folder }).addresses());
    const asked = paths.map(({ path, human, ai }) => ({ address: pathBelow(prefix, path), views: human + ai }));
    const found = await site.planMissed({ asked, moves: await (moves ??= repository.moves(baseCommit)) });
    return paths.flatMap((path, position) => {
      const finding = found[position];
      return finding === undefined ? [] : [{ ...path, address: asked[position]?.address, ...finding }];
    });
  };
  return {
    decide: async () => await decideIn(turn.tree),
    report: async () => formatMissed(await decideIn(before), await decideIn(turn.tree)),
  };
}

/** Whether a turn decided about the addresses. The result is reported once. */
export function hasRepaired(conversation: readonly ModelMessage[]): boolean {
  return conversation.some(
    ({ content }) =>
      typeof content !== 'string' &&
      content.some((part) => part.type === 'tool-call' && part.toolName === 'repair_not_found'),
  );
}

/** Returns the prefix of most pages, as readers request them. */
async function servedAt(
  db: WorkerServices['db'],
  { pagesAt, number }: Project,
  pages: Parameters<typeof whereServed>[2],
): Promise<string> {
  if (pagesAt !== null) return pagesAt;
  const [most] = [...Map.groupBy(pages, ({ base }) => base)].sort(([, a], [, b]) => b.length - a.length);
  const base = most?.[0] ?? '';
  return (await whereServed(db, number, pages)).get(base) ?? base;
}

function pathBelow(prefix: string, path: string): string | undefined {
  if (prefix === '' || prefix === '/') return path;
  if (path === prefix) return '/';
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : undefined;
}
