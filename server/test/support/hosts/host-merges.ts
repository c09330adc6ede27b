/** What a stand-in needs to merge by itself: the git repository is served elsewhere. */
export interface HostMerges {
  /** Whether the head of one branch merges into another without a conflict. */
  isMergeable: (source: string, target: string) => Promise<boolean>;
  /** Merges with a commit of its own. @returns the new head of the target. */
  merge: (source: string, target: string) => Promise<string>;
  /** Something that happens when a request to merge has arrived, and before it is carried out. */
  beforeMerge?: (() => Promise<void>) | undefined;
  /** Why the host does not merge, as its rules have it; undefined when they allow it. */
  refusal?: { status: number; message: string } | undefined;
}

type Git = (...words: string[]) => Promise<string>;

/** Merges in a real repository. */
export function mergesIn(git: Git): HostMerges {
  return {
    isMergeable: async (source, target) =>
      await git('merge-tree', '--write-tree', target, source).then(
        () => true,
        () => false,
      ),
    async merge(source, target) {
      const tree = (await git('merge-tree', '--write-tree', target, source)).trim();
      const message = `Merge branch '${source}' into '${target}'`;
      const commit = (await git('commit-tree', tree, '-p', target, '-p', source, '-m', message)).trim();
      await git('update-ref', `refs/heads/${target}`, commit);
      return commit;
    },
  };
}

/** For tests of nothing but requests: whatever is asked for is merged. */
export const alwaysMerges: HostMerges = {
  isMergeable: () => Promise.resolve(true),
  merge: () => Promise.resolve('c'.repeat(40)),
};
