import type { DocsTree, DocsTreeEntry } from '../../../server/src/docs/engine.ts';
import type { Git } from '../../../server/src/workspace/git/git.ts';
import { openObjectReader } from '../../../server/src/workspace/objects/object-reader.ts';

/** The docs at commits of a bare repository, which may lack large files, as mirrors of public repositories do. */
export interface GitDocs {
  at(commit: string): Promise<DocsTree>;
  close(): Promise<void>;
}

export function openGitDocs(git: Git, gitDirectory: string): GitDocs {
  const reader = openObjectReader({ git, gitDirectory, maximumBytes: 5_000_000, idleMilliseconds: 60_000 });
  return {
    async at(commit) {
      const { stdout } = await git.run(['ls-tree', '-r', '-z', commit], {
        gitDirectory,
        maximumBytes: 512 * 1024 * 1024,
      });
      const entries = stdout.toString().split('\0').flatMap(entryOf);
      entries.sort((a, b) => (a.path < b.path ? -1 : 1));
      const byPath = new Map(entries.map((entry) => [entry.path, entry]));
      return {
        entries: () => entries,
        entry: (path) => byPath.get(path),
        async read(path) {
          const object = await reader.read(byPath.get(path)?.blob ?? '');
          if (!object.found || object.content === undefined) throw new Error(`no such file: ${path}`);
          return object.content;
        },
      };
    },
    close: () => reader.close(),
  };
}

function entryOf(line: string): DocsTreeEntry[] {
  const [, mode = '', blob = '', path = ''] = /^(\d+) \w+ ([0-9a-f]+)\t([\s\S]+)$/.exec(line) ?? [];
  if (path === '') return [];
  const kind = mode === '120000' ? 'symlink' : mode === '160000' ? 'submodule' : 'file';
  return [{ path, kind, blob }];
}
