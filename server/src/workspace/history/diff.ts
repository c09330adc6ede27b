import type { FileDiff } from '@copydesk/contract';
import type { Git } from '../git/git.ts';

/** How much patch text is returned in all. Counting continues beyond it. */
const maximumPatchBytes = 2 * 1024 * 1024;

/** Above this size, git is not asked for the text at all. */
const maximumDiffBytes = 256 * 1024 * 1024;

const diffCommand = (
  'diff-tree -r -z --raw --numstat -p -M -l1000 --full-index --src-prefix=a/ --dst-prefix=b/ ' +
  '--no-ext-diff --no-textconv --no-color'
).split(' ');

/** Returns what changed from one tree-ish to another. */
export async function diffTrees(git: Git, gitDirectory: string, from: string, to: string): Promise<FileDiff[]> {
  const command = [...diffCommand, from, to, '--'];
  const { stdout } = await git.run(command, {
    gitDirectory,
    maximumBytes: maximumDiffBytes,
    timeoutMilliseconds: 60_000,
  });
  const fields = readFields(stdout);
  const files = readRaw(fields);
  readCounts(fields, files);
  attachPatches(files, stdout.subarray(fields.at()));
  return files.map(({ file }) => file);
}

/** A file of the diff. One that changed its type (to a symlink, say) has two patches. */
interface RawFile {
  file: FileDiff;
  patches: 1 | 2;
}

/** Reads NUL-terminated fields from the start of the output. What follows them is text. */
function readFields(bytes: Buffer) {
  let at = 0;
  return {
    at: () => at,
    /** Returns the first byte of what comes next; undefined at the end. */
    peek: () => bytes[at],
    next: () => {
      const end = bytes.indexOf(0, at);
      const field = bytes.toString('utf8', at, end < 0 ? bytes.length : end);
      at = end < 0 ? bytes.length : end + 1;
      return field;
    },
  };
}

type Fields = ReturnType<typeof readFields>;

const changes = { A: 'added', D: 'deleted', R: 'renamed' } as const satisfies Record<string, FileDiff['change']>;

/** `:<old mode> <new mode> <old id> <new id> <status>` NUL path NUL, and for a rename a second path. */
function readRaw(fields: Fields): RawFile[] {
  const files: RawFile[] = [];
  while (fields.peek() === 0x3a) {
    const status = fields.next().split(' ')[4]?.[0] ?? '';
    const first = fields.next();
    const renamed = status === 'R';
    const file: FileDiff = {
      path: renamed ? fields.next() : first,
      oldPath: renamed ? first : null,
      change: status === 'A' || status === 'D' || status === 'R' ? changes[status] : 'modified',
      binary: false,
      additions: 0,
      deletions: 0,
      patch: '',
    };
    files.push({ file, patches: status === 'T' ? 2 : 1 });
  }
  return files;
}

/** `<additions> TAB <deletions> TAB <path>` NUL; for a rename the path is empty and two follow. `-` is a binary file. */
function readCounts(fields: Fields, files: RawFile[]): void {
  for (const { file } of files) {
    const [additions = '', deletions = '', path = ''] = fields.next().split('\t');
    file.binary = additions === '-';
    file.additions = Number(additions.replace('-', '0'));
    file.deletions = Number(deletions.replace('-', '0'));
    if (path === '') {
      fields.next();
      fields.next();
    }
  }
  // An empty field stands between the names and the text.
  if (fields.peek() === 0) fields.next();
}

const patchStart = Buffer.from('diff --git ');
const nextPatch = Buffer.from('\ndiff --git ');

/**
 * Attaches the patches, which come in the order of the files. Lines of contents begin with a blank, + or -, so none
 * looks like a header.
 */
function attachPatches(files: RawFile[], text: Buffer): void {
  let at = text.indexOf(patchStart) === 0 ? 0 : -1;
  let left = maximumPatchBytes;
  for (const { file, patches } of files) {
    for (let count = 0; count < patches && at >= 0; count += 1) {
      const end = text.indexOf(nextPatch, at);
      const hunks = hunksOf(text.subarray(at, end < 0 ? text.length : end + 1));
      if (hunks.length <= left && !file.binary) {
        file.patch += hunks.toString('utf8');
        left -= hunks.length;
      }
      at = end < 0 ? -1 : end + 1;
    }
  }
}

/** Returns a patch without its header. */
function hunksOf(patch: Buffer): Buffer {
  const start = patch.indexOf('\n@@ ');
  return start < 0 ? Buffer.alloc(0) : patch.subarray(start + 1);
}
