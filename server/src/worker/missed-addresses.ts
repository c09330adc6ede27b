import type { ModelMessage } from 'ai';
import type { MissedAddresses, MissedDecision } from '../agent/missed.ts';
import { readMissed } from '../jobs/missed.ts';
import type { Project } from '../projects/project.ts';
import type { GitTree } from '../workspace/workspace.ts';
import { tellMissed } from './missed-report.ts';
import type { WorkerServices } from './services.ts';
import type { PreparedTurn } from './turn.ts';
import { whereServed } from './where-served.ts';

/** The addresses that a job is to repair, with what reviewers are told of them. */
export interface Missed extends MissedAddresses {
  /** What became of each, as Markdown: what was decided at the base commit, and what the change has made of it. */
  report(): Promise<string>;
}

/** The addresses of a job; undefined for one that repairs none. The history is read once, when first asked. */
export async function openMissed(
  { db, docs }: Pick<WorkerServices, 'db' | 'docs'>,
  jobId: string,
  project: Project,
  turn: Pick<PreparedTurn, 'repository' | 'baseCommit' | 'tree'>,
): Promise<Missed | undefined> {
  const paths = await readMissed(db, jobId);
  if (paths.length === 0) return undefined;
  const { repository, baseCommit } = turn;
  const folder = project.docsFolder;
  let moves: ReturnType<typeof repository.moves> | undefined;
  const before = await repository.openTree(baseCommit);
  const decideIn = async (tree: GitTree): Promise<MissedDecision[]> => {
    const site = docs.of(tree, { folder });
    const prefix = await servedAt(db, project, await docs.of(before, { folder }).addresses());
    const asked = paths.map(({ path, human, ai }) => ({ address: below(prefix, path), views: human + ai }));
    const found = await site.planMissed({ asked, moves: await (moves ??= repository.moves(baseCommit)) });
    return paths.flatMap((path, position) => {
      const finding = found[position];
      return finding === undefined ? [] : [{ ...path, address: asked[position]?.address, ...finding }];
    });
  };
  return {
    decide: async () => await decideIn(turn.tree),
    report: async () => tellMissed(await decideIn(before), await decideIn(turn.tree)),
  };
}

/** Whether the addresses were decided about in a turn: what came of them is told once. */
export function hasRepaired(conversation: readonly ModelMessage[]): boolean {
  return conversation.some(
    ({ content }) =>
      typeof content !== 'string' &&
      content.some((part) => part.type === 'tool-call' && part.toolName === 'repair_not_found'),
  );
}

/** The prefix of most pages, as readers have it. */
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

function below(prefix: string, path: string): string | undefined {
  if (prefix === '' || prefix === '/') return path;
  if (path === prefix) return '/';
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : undefined;
}
