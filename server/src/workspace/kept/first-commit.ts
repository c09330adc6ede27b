import { storedDirectory, unsavedObjects } from '../tree/directory.ts';
import { EditedTree } from '../tree/edited-tree.ts';
import { openGit } from '../git/git.ts';
import { formatCommit, objectId } from '../objects/object-format.ts';
import { storeObjects } from '../objects/pack.ts';
import { checkBranch } from '../address.ts';
import type { Author } from '../repository.ts';
import type { FileChange } from '../tree/tree.ts';

/** The id of a tree without entries. */
const emptyTree = objectId('tree', Buffer.alloc(0));

/**
 * Makes the first commit of an empty bare repository on this machine, and a branch at it.
 *
 * @returns the commit's id.
 * @throws CopydeskError `path_refused` for a path that git refuses, `file_refused` for a file over the size limit.
 */
export async function commitFirst(
  path: string,
  draft: { branch: string; files: FileChange[]; message: string; author: Author; at: Date },
  environment: NodeJS.ProcessEnv = process.env,
): Promise<string> {
  const tree = new EditedTree({
    baseCommit: '',
    root: storedDirectory(emptyTree, [], new Map()),
    repository: {
      readBlob: () => Promise.reject(new Error('an empty repository has no blobs')),
      search: () => Promise.reject(new Error('an empty repository is not searched')),
      places: () => ({ find: () => Promise.reject(new Error('an empty repository is not searched')) }),
      readAhead: () => Promise.resolve(),
    },
  });
  for (const file of draft.files) if (file.content !== null) tree.write(file.path, file.content, file.mode);
  const root = tree.freeze();
  const { message, author, at } = draft;
  const body = formatCommit({ tree: tree.id(), parents: [], message, author, at });
  const commit = objectId('commit', body);
  const git = openGit(environment);
  await storeObjects(git, path, [...unsavedObjects(root), { type: 'commit', id: commit, body }]);
  await git.run(['update-ref', '-z', '--stdin'], {
    gitDirectory: path,
    input: `create refs/heads/${checkBranch(draft.branch)}\0${commit}\0`,
  });
  return commit;
}
