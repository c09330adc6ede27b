import type { FileDiff } from '@copydesk/contract';
import type { ChangesAsked, ProductChange, ProductChanges } from '../../automations/ports.ts';
import type { MergedPullRequest } from '../../code-hosts/host-module.ts';
import { readOwnChanges } from '../../jobs/deliver/own-changes.ts';
import type { OwnChanges } from '../../jobs/deliver/own-changes.ts';
import { maskingOf } from '../../leaks/masking.ts';
import { listContextRepositories } from '../../projects/connection/context-repositories.ts';
import type { ContextRepository } from '../../projects/connection/context-repositories.ts';
import type { Project } from '../../projects/project.ts';
import { author } from '../../worker/deliver/author.ts';
import { contextSource } from '../../worker/prepare/context-repositories.ts';
import type { CommitSummary } from '../../workspace/repository.ts';
import type { Repository, Source } from '../../workspace/workspace.ts';
import type { App } from '../app.ts';
import { ownSecretsOf } from '../job/own-secrets.ts';
import { sourceOf } from '../hosts/repositories.ts';

export type ProductParts = Pick<App, 'db' | 'workspace' | 'hosts' | 'settings' | 'box'>;

/** How many commits of a branch's line are read for a past period. */
const mostCommits = 200;

const nothing: ProductChanges = { head: null, changes: [], hasMore: false, isGap: false };

/**
 * Returns what has come to the branch of a context repository since a commit. @throws CopydeskError `repository_*`,
 * `code_host_*`
 */
export async function readChanges(
  parts: ProductParts,
  project: Project,
  { repository: name, since, most }: ChangesAsked,
): Promise<ProductChanges> {
  const opened = await open(parts, project, name, since);
  if (opened === undefined) return nothing;
  const { head } = opened;
  if (since === null || head === since || opened.repository === undefined) return { ...nothing, head };
  const come = await opened.repository.commitsSince(since, head, most);
  if (come === undefined) return { ...nothing, head, isGap: true };
  const { commits: listed, hasMore } = come;
  const own = await readOwnChanges(parts.db, project.organisationId);
  const changes: ProductChange[] = [];
  for (const [at, commit] of listed.entries()) {
    const merged = await parts.hosts.pullRequestOf(project, opened.location, commit.id);
    const parent = listed[at - 1]?.id ?? since;
    changes.push(
      await changeOf(parts, { project, name, repository: opened.repository }, { commit, parent, merged, own }),
    );
  }
  return { head: listed.at(-1)?.id ?? head, changes, hasMore, isGap: false };
}

/** Returns what came to it within a past period, from git alone. @throws CopydeskError `repository_*` */
export async function readChangesWithin(
  parts: ProductParts,
  project: Project,
  { repository: name, from, to }: { repository: string; from: Date; to: Date },
): Promise<{ changes: ProductChange[]; isCut: boolean }> {
  const opened = await open(parts, project, name, undefined);
  if (opened?.repository === undefined) return { changes: [], isCut: false };
  const { repository } = opened;
  const line = await repository.recentCommits(opened.head, mostCommits + 1);
  const own = await readOwnChanges(parts.db, project.organisationId);
  const changes: ProductChange[] = [];
  for (const [at, commit] of line.entries()) {
    const parent = line[at + 1]?.id;
    if (parent === undefined || commit.at < from || commit.at > to) continue;
    changes.push(await changeOf(parts, { project, name, repository }, { commit, parent, merged: undefined, own }));
  }
  const last = line[mostCommits];
  return { changes: changes.toReversed(), isCut: last !== undefined && last.at >= from };
}

interface Opened {
  head: string;
  location: string;
  /** Undefined when nothing has come: then the repository is not fetched. */
  repository: Repository | undefined;
}

/** Asks where the branch is, and fetches it when it has moved. */
async function open(
  parts: ProductParts,
  project: Project,
  name: string,
  since: string | null | undefined,
): Promise<Opened | undefined> {
  const { db, workspace } = parts;
  const found = (await listContextRepositories(db, project.id)).find((one) => one.name === name);
  if (found === undefined) return undefined;
  const source = contextOf(parts, project, found);
  const { refs, defaultRef } = await workspace.probe(source);
  const head = refs.get(found.ref ?? defaultRef ?? '');
  if (head === undefined) return undefined;
  if (head === since || since === null) return { head, location: found.repository, repository: undefined };
  const repository = await workspace.repository(source);
  await repository.fetch();
  return { head, location: found.repository, repository };
}

function contextOf(parts: ProductParts, project: Project, found: ContextRepository): Source {
  return contextSource(sourceOf(parts, project), found, (address) => parts.hosts.authorization(project, address));
}

async function changeOf(
  parts: ProductParts,
  { project, name, repository }: { project: Project; name: string; repository: Repository },
  of: { commit: CommitSummary; parent: string; merged: MergedPullRequest | undefined; own: OwnChanges },
): Promise<ProductChange> {
  const { commit, parent, merged, own } = of;
  const diff = await repository.diff(parent, commit.id);
  const brought = commit.isMerge ? await repository.commits(parent, commit.id) : [commit];
  const mask = maskingOf(() => ownSecretsOf(parts, project));
  const texts = [merged?.title ?? commit.title, merged?.body ?? '', patchOf(diff)];
  const [title = '', body = '', patch = ''] = await mask(texts);
  return {
    repository: name,
    commit: commit.id,
    at: commit.at,
    title,
    body,
    files: diff.map(({ path }) => path),
    patch,
    labels: merged?.labels ?? null,
    number: merged?.number ?? null,
    link: merged?.link ?? null,
    isOwn: isOwn({ commit, merged, brought, own }),
  };
}

const mostPatch = 9_000;

function patchOf(diff: readonly FileDiff[]): string {
  let text = '';
  for (const { path, patch } of diff) {
    if (text.length > mostPatch) break;
    text += `--- ${path}\n${patch.slice(0, mostPatch)}\n`;
  }
  return text.slice(0, mostPatch).toWellFormed();
}

/**
 * Whether a job of Copydesk has made a change, however it was merged: as it was delivered, by a merge commit, or as one
 * commit with its title, to which hosts append the number of the pull request.
 */
function isOwn({
  commit,
  merged,
  brought,
  own,
}: {
  commit: CommitSummary;
  merged: MergedPullRequest | undefined;
  brought: readonly CommitSummary[];
  own: OwnChanges;
}): boolean {
  if (merged?.headRef.startsWith('copydesk/job_') === true || own.commits.has(commit.id)) return true;
  const title = commit.title.replace(/ \([#!]\d+\)$/, '');
  if (own.titles.has(title) || own.titles.has(merged?.title ?? '')) return true;
  const made = brought.filter(({ isMerge }) => !isMerge);
  return made.length > 0 && made.every((one) => own.commits.has(one.id) || one.author === author.name);
}
