import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { CopydeskError, isCopydeskError } from '@copydesk/contract';
import type { ContextRepository as ReadableRepository } from '../../agent/ports.ts';
import { pinContext, readContextPins } from '../../jobs/run/context-pins.ts';
import type { ContextPins } from '../../jobs/run/context-pins.ts';
import { isDatabaseUnavailable } from '../../postgres/database.ts';
import { listContextRepositories } from '../../projects/connection/context-repositories.ts';
import type { ContextRepository } from '../../projects/connection/context-repositories.ts';
import type { Project } from '../../projects/project.ts';
import type { GitTree, Source, Workspace } from '../../workspace/workspace.ts';
import type { Hold } from '../claim/hold.ts';
import { maskedTree } from '../masking/masked-tree.ts';
import type { WorkerServices } from '../services.ts';

/** What a turn may read besides the docs. */
export interface TurnContext {
  repositories: ReadableRepository[];
  /** All of the project's context repositories, as the model's instructions list them. */
  listed: { name: string; reachable: boolean }[];
}

/**
 * Opens the context repositories of a project, each at the commit that its turn began with. One that cannot be read
 * stops no job: people and the model are informed, and the others are available.
 *
 * @throws CopydeskError `lease_lost`, `draining`, `database_unavailable`.
 */
export async function openContextRepositories(
  services: WorkerServices,
  project: Project,
  turn: { number: number },
  hold: Hold,
): Promise<TurnContext> {
  const wanted = await listContextRepositories(services.db, project.id);
  if (wanted.length === 0) return { repositories: [], listed: [] };
  const pins = await readContextPins(services.db, hold.lease.jobId, turn.number);
  const opened = await Promise.all(wanted.map((repository) => open(services, project, repository, { pins, hold })));
  const commits: ContextPins = Object.fromEntries(opened.map(({ name, tree }) => [name, tree?.baseCommit ?? null]));
  const notes = opened.flatMap(({ note }) => note ?? []);
  // The notes are stored with the pins, so that people read them only once.
  if (!isDeepStrictEqual(commits, pins)) {
    await pinContext(services.db, hold.lease, { turn: turn.number, commits, notes });
  }
  return {
    repositories: opened.flatMap(({ name, tree }) => (tree === undefined ? [] : [{ name, tree: maskedTree(tree) }])),
    listed: opened.map(({ name, tree }) => ({ name, reachable: tree !== undefined })),
  };
}

/**
 * Returns where a context repository is. Its clone belongs to the project: what one project may read is not available
 * to another. The project's credentials are sent to it only at the origin (scheme, host and port) of the project's own
 * repository.
 */
export function contextSource(
  own: Source,
  { repositoryKind: kind, repository: location }: Place,
  authorizationAt: (address: string) => Promise<string | undefined>,
): Source {
  const digest = createHash('sha256').update(`${kind} ${location}`).digest('hex').slice(0, 16);
  const id = `${own.id}-context-${digest}`;
  if (kind === 'path') return { id, kind, location };
  const sameOrigin = own.kind === 'url' && originOf(own.location) === originOf(location);
  if (!sameOrigin) return { id, kind, location };
  const authorization = () => authorizationAt(location);
  return { id, kind, location, authorization };
}

type Place = Pick<ContextRepository, 'repositoryKind' | 'repository'>;

/** Returns a unique symbol for what is no URL, so that no two of them count as one origin. */
function originOf(address: string): string | symbol {
  const url = URL.parse(address);
  return url === null || url.origin === 'null' ? Symbol(address) : url.origin;
}

/**
 * Opens the newest files of a repository, on a branch or on its default one.
 *
 * @throws CopydeskError `repository_*`, `ref_not_found`.
 */
export async function openNewest(
  workspace: Workspace,
  source: Source,
  ref: string | null,
  signal?: AbortSignal,
): Promise<GitTree> {
  const branch = ref ?? (await workspace.probe(source, { signal })).defaultRef;
  if (branch === undefined) throw noBranch(source, 'names no default branch. Give the one to read with --ref');
  const repository = await workspace.repository(source, { signal });
  await repository.fetch();
  const head = await repository.head(branch);
  if (head === undefined) throw noBranch(source, `has no branch "${branch}"`);
  return await repository.openTree(head);
}

interface Opened {
  name: string;
  tree: GitTree | undefined;
  /** What people should know, if they were not informed before. */
  note?: string;
}

async function open(
  services: WorkerServices,
  project: Project,
  { name, ref, ...place }: ContextRepository,
  { pins, hold }: { pins: ContextPins | undefined; hold: Hold },
): Promise<Opened> {
  const pin = pins?.[name];
  if (pin === null) return { name, tree: undefined };
  const { workspace } = services;
  try {
    const source = contextSource(services.source(project), place, (at) => services.authorization(project, at));
    const tree = pin === undefined ? undefined : await openPinned(workspace, source, pin, hold.signal);
    return { name, tree: tree ?? (await openNewest(workspace, source, ref, hold.signal)) };
  } catch (error) {
    hold.signal.throwIfAborted();
    if (isDatabaseUnavailable(error)) throw error;
    return { name, tree: undefined, note: noteOn(services, hold, name, error) };
  }
}

/** Opens the files of a commit that the clone has; undefined when the commit is gone or was never in this clone. */
async function openPinned(
  workspace: Workspace,
  source: Source,
  commit: string,
  signal: AbortSignal,
): Promise<GitTree | undefined> {
  const repository = await workspace.repository(source, { signal });
  try {
    return await repository.openTree(commit);
  } catch (error) {
    if (!isCopydeskError(error, 'ref_not_found')) throw error;
  }
  await repository.fetch();
  return await repository.openTree(commit).catch((error: unknown) => {
    if (isCopydeskError(error, 'ref_not_found')) return undefined;
    throw error;
  });
}

function noteOn(services: WorkerServices, hold: Hold, name: string, error: unknown): string {
  const known = isCopydeskError(error);
  if (!known) {
    services.log.error({ job: hold.lease.jobId, repository: name, err: error }, 'a context repository failed to open');
  }
  const why = known ? error.message : 'Copydesk had an error of its own; its log contains the details.';
  return `The context repository ${name} cannot be read, and the job continues without it. ${why}`;
}

function noBranch({ location }: Source, what: string): CopydeskError {
  return new CopydeskError('ref_not_found', `The repository ${location} ${what}.`);
}
