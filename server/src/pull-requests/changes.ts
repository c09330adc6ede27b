import { endsOf } from './change.ts';
import type { Change } from './change.ts';
import type { PullRequest } from './pull-request.ts';
import type { PullRequestRepository } from './repository.ts';

/** How many characters of diffs are cached. */
const mostCharacters = 32_000_000;

/** The changes of pull requests, read once for a page and the parts that it loads later. */
export interface Changes {
  /** Returns the change as the branches are now. @throws CopydeskError `repository_*` */
  read(repository: PullRequestRepository, pullRequest: PullRequest): Promise<Change>;
  /**
   * Returns the change that a page was shown with; undefined when it is no longer the pull request's. @throws as `read`
   */
  readAt(repository: PullRequestRepository, pullRequest: PullRequest, head: string): Promise<Change | undefined>;
}

/** How many merge bases are cached. Asking git for one takes a process. */
const mostBases = 10_000;

/** Caches diffs. Between two fixed commits nothing ever changes, so a diff stays valid for as long as it is cached. */
export function openChangeCache(): Changes {
  const bases = new Map<string, string>();
  const mergeBaseIn = (repository: PullRequestRepository, projectId: string) => async (a: string, b: string) => {
    const key = `${projectId} ${a} ${b}`;
    const base = bases.get(key) ?? (await repository.mergeBase(a, b));
    if (bases.size >= mostBases) bases.clear();
    if (base !== undefined) bases.set(key, base);
    return base;
  };
  const kept = new Map<string, { change: Change; characters: number }>();
  let characters = 0;
  const keep = (key: string, change: Change) => {
    const size = change.files.reduce((sum, { patch, path }) => sum + patch.length + path.length + 200, 0);
    kept.set(key, { change, characters: size });
    characters += size;
    for (const [oldest, entry] of kept) {
      if (characters <= mostCharacters) break;
      kept.delete(oldest);
      characters -= entry.characters;
    }
  };
  const find = (key: string): Change | undefined => {
    const entry = kept.get(key);
    if (entry === undefined) return undefined;
    kept.delete(key);
    kept.set(key, entry);
    return entry.change;
  };
  const read: Changes['read'] = async (repository, pullRequest) => {
    const ends = await endsOf(repository, pullRequest, mergeBaseIn(repository, pullRequest.projectId));
    const key = keyOf(pullRequest, ends.headCommit);
    const known = find(key);
    if (known?.baseCommit === ends.baseCommit) return known;
    const [commits, files] = await Promise.all([
      repository.commits(ends.baseCommit, ends.headCommit),
      repository.diff(ends.baseCommit, ends.headCommit),
    ]);
    const change = { baseCommit: ends.baseCommit, headCommit: ends.headCommit, commits, files };
    keep(key, change);
    return change;
  };
  return {
    read,
    async readAt(repository, pullRequest, head) {
      const known = find(keyOf(pullRequest, head));
      if (known !== undefined) return known;
      const now = await read(repository, pullRequest);
      return now.headCommit === head ? now : undefined;
    },
  };
}

function keyOf({ projectId, number }: PullRequest, head: string): string {
  return `${projectId} ${number} ${head}`;
}
