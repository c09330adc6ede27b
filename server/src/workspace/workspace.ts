import { CopydeskError } from '@copydesk/contract/errors';
import { readAddress, type UrlProtocol } from './address.ts';
import { openBlobCache } from './objects/blob-cache.ts';
import { openCloneStore } from './clone/clone-store.ts';
import { checkGit, openGit, withSignal, type GitVersion } from './git/git.ts';
import { sourceError } from './git/git-errors.ts';
import { maintainClone } from './clone/maintain.ts';
import { OpenRepository } from './open-repository.ts';
import { openPathRepository } from './path-repository.ts';
import { askForRefs, type Remote, type WayTo } from './remote.ts';
import type { Repository, SourceRefs } from './repository.ts';
import { reportSpawnerFailures } from './programs/spawn.ts';
import { openSearcher } from './search/searcher.ts';
import type { Source } from './source.ts';

export type { Repository } from './repository.ts';
export type { Source } from './source.ts';
export type { FileChange, GitTree } from './tree/tree.ts';

/** How many bytes of file contents are cached for all clones together. */
const maximumCacheBytes = 64 * 1024 * 1024;

/**
 * How many bytes of text are kept for further searches: 48,000 pages of 4 kB fit. The memory is freed when nobody
 * searches.
 */
const maximumSearchBytes = 256 * 1024 * 1024;

/** Bare clones of sources under one directory, which any number of processes may share. */
export interface Workspace {
  /** Asks a source for its branches without cloning it. */
  probe(source: Source, options?: { signal?: AbortSignal }): Promise<SourceRefs>;
  /**
   * Opens a source's clone, and creates it when it does not exist. An existing clone is not fetched. The signal ends
   * every call of the repository that is in progress, except the last part of a merge.
   */
  repository(source: Source, options?: { signal?: AbortSignal }): Promise<Repository>;
  /** Whether a source's clone exists; never creates it. */
  isCloned(source: Pick<Source, 'id'>): Promise<boolean>;
  /** Removes a source's clone, which nothing may be using. */
  forget(source: Source): Promise<void>;
  /** Packs what has accumulated in the clones. Call it now and then. */
  maintain(): Promise<void>;
  /** Ends the processes that serve reads, and the threads that search. */
  close(): Promise<void>;
}

export interface WorkspaceOptions {
  /** Where the clones are. It is created when it does not exist. */
  directory: string;
  /** Allowed URL protocols; only https unless given. */
  allowedProtocols?: UrlProtocol[];
  /** Git sees PATH, proxies and certificates of this environment; that of this process unless given. */
  environment?: NodeJS.ProcessEnv;
  /** Checks where an address leads before git connects to it, and restricts git to that. */
  wayTo?: WayTo;
  log?: { warn(details: object, message: string): void };
}

export function openWorkspace(options: WorkspaceOptions): Workspace {
  const { directory, allowedProtocols = ['https'], environment = process.env, wayTo, log } = options;
  const git = openGit(environment);
  if (log) warnWithoutSpawner(log);
  const searcher = openSearcher({ maximumBytes: maximumSearchBytes });
  const clones = openCloneStore({ git, directory, blobs: openBlobCache(maximumCacheBytes) });
  let checked: Promise<GitVersion> | undefined;
  /** Checked once, and again after a failure: git may be installed meanwhile. */
  const version = (): Promise<GitVersion> =>
    (checked ??= checkGit(git).catch((error: unknown) => {
      checked = undefined;
      throw error;
    }));

  const reach = async <T>(
    source: Source,
    signal: AbortSignal | undefined,
    work: (remote: Remote, gitVersion: GitVersion) => Promise<T>,
  ) => {
    const remote = { source, address: readAddress(source, allowedProtocols), ...(wayTo && { wayTo }) };
    try {
      const gitVersion = await version();
      // Reports clearly what is wrong with a path, where git would only say that it is wrong.
      if (remote.address.kind === 'path') await openPathRepository(remote.address.path);
      return await work(remote, gitVersion);
    } catch (error) {
      signal?.throwIfAborted();
      throw await sourceError(error, source, directory);
    }
  };

  return {
    probe: (source, { signal } = {}) =>
      reach(source, signal, async (remote) => {
        const refs = await askForRefs(withSignal(git, signal), remote);
        if (refs.refs.size > 0) return refs;
        throw new CopydeskError('repository_empty', `${source.location} has no branches. Push a first commit to it.`);
      }),
    repository: (source, { signal } = {}) =>
      reach(source, signal, async (remote, gitVersion) => {
        const bound = withSignal(git, signal);
        const clone = await clones.open(bound, remote);
        return new OpenRepository({ git: bound, steadyGit: git, gitVersion, clone, remote, searcher, signal });
      }),
    isCloned: ({ id }) => clones.has(id),
    forget: ({ id }) => clones.remove(id),
    maintain: async () => {
      for (const clone of clones.opened()) {
        await maintainClone(git, clone).catch((error: unknown) => {
          log?.warn({ error, clone: clone.gitDirectory }, 'a clone could not be packed');
        });
      }
    },
    close: async () => {
      await Promise.all([clones.close(), searcher.close()]);
      await git.close();
    },
  };
}

function warnWithoutSpawner(log: NonNullable<WorkspaceOptions['log']>): void {
  reportSpawnerFailures((error) => log.warn({ error }, 'git is started without the spawner, which takes longer'));
}
