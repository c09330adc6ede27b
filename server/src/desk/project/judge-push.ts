import type { Scope } from '@copydesk/contract';
import { isMisleadingRef } from '@copydesk/contract/machine-words';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../postgres/database.ts';
import type { Project } from '../../projects/project.ts';
import { listKeyLine } from '../../projects/key/key-line.ts';
import { listMadeBranches } from '../../pull-requests/pushed-branches.ts';

/** What a push does to one ref. `from` is null when the ref is new, `to` when it is deleted. */
interface PushCommand {
  ref: string;
  from: string | null;
  to: string | null;
}

export interface JudgedPush {
  project: Pick<Project, 'id' | 'ref' | 'mergeBy'>;
  key: { id: string; scopes: readonly Scope[] };
  commands: readonly PushCommand[];
  /** The branches that exist in the repository. */
  branches: readonly string[];
}

/** Why a push is refused: a few words by ref, and what to do instead. */
export interface PushRefusal {
  reasons: ReadonlyMap<string, string>;
  advice: string;
}

/**
 * Decides whether a key may make a push. One with `admin` may push all branches and tags, one with `git:push` its own
 * branches. A push is accepted as a whole or not at all.
 *
 * @returns undefined when the push is accepted.
 */
export async function judgePush(db: Database, push: JudgedPush): Promise<PushRefusal | undefined> {
  const named = push.commands.map((command) => ({ ...command, branch: branchOf(command.ref) }));
  const facts = await gather(
    db,
    push,
    named.flatMap(({ branch }) => branch ?? []),
  );
  const isAdmin = push.key.scopes.includes('admin');
  const refusalOf = isAdmin ? refusalForAnyKey : refusalWithoutAdmin;
  const reasons = new Map(
    named.flatMap(({ branch, ...command }): [string, string][] => {
      const reason = refusalOfRef(command) ?? refusalOf(facts, branch, command.from);
      return reason === undefined ? [] : [[command.ref, reason]];
    }),
  );
  return reasons.size === 0 ? undefined : { reasons, advice: isAdmin ? adviceToAdmins : advice };
}

const advice =
  'Nothing was pushed. A key with git:push may create branches, and push only those: use a new branch name.\n' +
  'Everything else needs a key with the scope admin.';

const adviceToAdmins =
  'Nothing was pushed. Push branches (refs/heads/) and tags (refs/tags/).\n' +
  'In this project those who ask for a change may not merge it, so a base branch changes only by pull requests.';

function branchOf(ref: string): string | undefined {
  return ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : undefined;
}

function refusalOfRef({ ref, from, to }: PushCommand): string | undefined {
  const name = /^refs\/(?:heads|tags)\/(.*)$/s.exec(ref)?.[1];
  if (name === undefined) return 'only branches and tags are accepted';
  return from === null && to !== null && isMisleadingRef(name) ? 'the name means something else to git' : undefined;
}

/** What is known about the branches that a push names. */
interface BranchFacts {
  base: ReadonlySet<string>;
  /** The head branches of jobs or open pull requests, and whether this key asked for all of these. */
  headBranches: ReadonlyMap<string, boolean>;
  made: ReadonlySet<string>;
  /** The existing branches, by the name that a case-insensitive file system would use. */
  existing: ReadonlyMap<string, string>;
  /** Whether somebody else than those who asked must merge into a base branch. */
  anotherMerges: boolean;
}

/**
 * Returns a reason that applies even to a key with `admin`: a push to the base branch would merge what no other person has
 * reviewed.
 */
function refusalForAnyKey({ anotherMerges, base }: BranchFacts, branch: string | undefined): string | undefined {
  if (!anotherMerges || branch === undefined || !base.has(foldCase(branch))) return undefined;
  return 'the base branch changes only by merging here, and whoever asked for a change may not merge it';
}

/** Returns the first reason against the push, for a key without `admin`. */
function refusalWithoutAdmin(facts: BranchFacts, branch: string | undefined, from: string | null): string | undefined {
  if (branch === undefined) return 'tags take a key with admin';
  if (facts.base.has(foldCase(branch))) return 'the base branch needs a key with admin';
  const isOfOwnJob = facts.headBranches.get(branch);
  if (isOfOwnJob === false) return 'it is the branch of a job that this key did not ask for';
  const twin = facts.existing.get(foldCase(branch));
  if (twin !== undefined && twin !== branch) return `it differs from the branch ${twin} only in upper and lower case`;
  if (isOfOwnJob) return undefined;
  if (/^copydesk(\/|$)/.test(foldCase(branch))) return 'branches of this name belong to jobs';
  if (twin === undefined) return from === null ? undefined : 'there is no such branch any more';
  return facts.made.has(branch) ? undefined : 'this key did not make it';
}

/** Folds case as the file systems of macOS and Windows do: there `Main` is `main`. */
function foldCase(branch: string): string {
  return branch.normalize('NFKC').toUpperCase().toLowerCase();
}

async function gather(
  db: Database,
  { project, key, branches: existing }: JudgedPush,
  branches: string[],
): Promise<BranchFacts> {
  const keyIds = await listKeyLine(db, key.id);
  const [{ rows }, made] = await Promise.all([
    selectBranchUses(project.id, branches).execute(db),
    listMadeBranches(db, project.id, { keyIds, branches }),
  ]);
  const headBranches = new Map<string, boolean>();
  for (const { branch, askedBy } of rows.filter(({ role }) => role === 'head')) {
    const isOwn = askedBy !== null && keyIds.includes(askedBy);
    headBranches.set(branch, isOwn && headBranches.get(branch) !== false);
  }
  const bases = rows.filter(({ role }) => role === 'base').map(({ branch }) => branch);
  return {
    base: new Set([project.ref, ...bases].map(foldCase)),
    headBranches,
    made: new Set(made),
    existing: new Map(existing.map((branch) => [foldCase(branch), branch])),
    anotherMerges: project.mergeBy === 'other',
  };
}

interface BranchUse {
  branch: string;
  role: 'base' | 'head';
  /** The id of the actor that asked for the job. */
  askedBy: string | null;
}

/** Returns the query for the head and base branches of open pull requests and of jobs that are not archived. */
export function selectBranchUses(projectId: string, branches: string[]): RawBuilder<BranchUse> {
  return sql<BranchUse>`
    select base_ref as branch, 'base' as role, null as "askedBy" from pull_request
    where project_id = ${projectId} and state = 'open' and base_ref = any(${branches}::text[])
    union
    select head_ref, 'head', job.author_id from pull_request left join job on job.id = pull_request.job_id
    where pull_request.project_id = ${projectId} and state = 'open' and head_ref = any(${branches}::text[])
    union
    select branch, 'head', author_id from job
    where project_id = ${projectId} and status <> 'archived' and branch = any(${branches}::text[])`;
}
