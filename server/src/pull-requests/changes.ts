import { LRUCache } from 'lru-cache';
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
  const bases = new LRUCache<string, string>({ max: mostBases });
  const mergeBaseIn = (repository: PullRequestRepository, projectId: string) => async (a: string, b: string) => {
    const key = `${projectId} ${a} ${b}`;
    const base = bases.get(key) ?? (await repository.mergeBase(a, b));
    if (base !== undefined) bases.set(key, base);
    return base;
  };
  const changes = new LRUCache<string, Change>({ maxSize: mostCharacters, sizeCalculation: charactersOf });
  const read: Changes['read'] = async (repository, pullRequest) => {
    const ends = await endsOf(repository, pullRequest, mergeBaseIn(repository, pullRequest.projectId));
    const key = keyOf(pullRequest, ends.headCommit);
    const known = changes.get(key);
    if (known?.baseCommit === ends.baseCommit) return known;
    const [commits, files] = await Promise.all([
      repository.commits(ends.baseCommit, ends.headCommit),
      repository.diff(ends.baseCommit, ends.headCommit),
    ]);
    const change = { baseCommit: ends.baseCommit, headCommit: ends.headCommit, commits, files };
    changes.set(key, change);
    return change;
  };
  return {
    read,
    async readAt(repository, pullRequest, head) {
      const known = changes.get(keyOf(pullRequest, head));
      if (known !== undefined) return known;
      const now = await read(repository, pullRequest);
      return now.headCommit === head ? now : undefined;
    },
  };
}

/** Returns about how many characters a change takes. */
function charactersOf({ files }: Change): number {
  return files.reduce((sum, { patch, path }) => sum + patch.length + path.length + 200, 1);
}

function keyOf({ projectId, number }: PullRequest, head: string): string {
  return `${projectId} ${number} ${head}`;
}
