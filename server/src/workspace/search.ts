import type { Readable } from 'node:stream';
import { CopydeskError } from '@copydesk/contract/errors';
import { GitFailure, type Git, type GitExit } from './git.ts';
import { pathFault } from './paths.ts';
import type { SearchHit, SearchQuery } from './tree.ts';

/** A pattern that takes longer is one that the regular expression library is lost in. */
const searchMilliseconds = 15_000;
const maximumPatternLength = 10_000;
const maximumTextLength = 1000;

const grepCommand = 'grep -z -n -I --no-color --no-textconv --no-recurse-submodules --full-name'.split(' ');

/**
 * Searches the text files of a tree that the repository has with `git grep`: POSIX expressions are matched without
 * backtracking, in a process that can be ended.
 * @throws CopydeskError `invalid_request`
 */
export async function searchTree(
  git: Git,
  gitDirectory: string,
  treeId: string,
  query: SearchQuery,
): Promise<{ hits: SearchHit[]; more: boolean }> {
  checkPattern(query.pattern);
  const limit = Math.max(1, query.limit);
  const command = [
    ...grepCommand,
    query.syntax === 'regex' ? '-E' : '-F',
    ...(query.ignoreCase ? ['-i'] : []),
    '-e',
    query.pattern,
    treeId,
    '--',
    ...pathspecs(query.within),
  ];
  const hits: SearchHit[] = [];
  const exit = await git.inTurn('local', async () => {
    const running = git.start(command, { gitDirectory, timeoutMilliseconds: searchMilliseconds });
    running.stdin.end();
    await readHits(running.stdout, treeId.length + 1, (hit) => {
      hits.push(hit);
      if (hits.length > limit) running.stop();
      return hits.length <= limit;
    });
    return await running.exit;
  });
  const more = hits.length > limit;
  if (!more) checkExit(exit);
  return { hits: more ? hits.slice(0, limit) : hits, more };
}

function checkPattern(pattern: string): void {
  if (pattern === '') throw invalid('the pattern is empty; give some text');
  if (/[\0\n]/.test(pattern))
    throw invalid('the pattern holds a line break or a NUL, and lines are searched one by one');
  if (pattern.length > maximumPatternLength || !pattern.isWellFormed()) {
    throw invalid(`the pattern is not valid Unicode of up to ${maximumPatternLength.toLocaleString('en')} characters`);
  }
}

/** What `within` means to git: a glob only of `*`, `**` and `?`; whatever else is special stands for itself. */
function pathspecs(within: string | undefined): string[] {
  const path = within?.replace(/^(\.\/)+/, '').replace(/\/+$/, '');
  if (path === undefined || path === '' || path === '.') return [];
  const fault = pathFault(path.replaceAll(/[*?]/g, '_'));
  if (fault !== undefined)
    throw invalid(`the path ${JSON.stringify(path.slice(0, 200))} cannot be searched, for ${fault}`);
  return /[*?]/.test(path) ? [`:(glob)${path.replaceAll(/[[\]]/g, '\\$&')}`] : [`:(literal)${path}`];
}

/** Reads `<tree>:<path> NUL <line> NUL <text> LF` until `take` has had enough. */
async function readHits(stdout: Readable, prefix: number, take: (hit: SearchHit) => boolean): Promise<void> {
  let rest: Buffer = Buffer.alloc(0);
  const chunks: AsyncIterable<Buffer> = stdout;
  for await (const chunk of chunks) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (let end = lineEnd(rest); end >= 0; end = lineEnd(rest)) {
      if (!take(parseHit(rest.subarray(0, end), prefix))) return;
      rest = rest.subarray(end + 1);
    }
  }
}

/** Where a hit ends: its text has no line break, but its path may. */
function lineEnd(bytes: Buffer): number {
  const path = bytes.indexOf(0);
  const line = path < 0 ? -1 : bytes.indexOf(0, path + 1);
  return line < 0 ? -1 : bytes.indexOf(0x0a, line + 1);
}

function parseHit(bytes: Buffer, prefix: number): SearchHit {
  const path = bytes.indexOf(0);
  const line = bytes.indexOf(0, path + 1);
  const text = bytes.toString('utf8', line + 1, Math.min(bytes.length, line + 1 + maximumTextLength * 4));
  return {
    path: bytes.toString('utf8', prefix, path),
    line: Number(bytes.toString('latin1', path + 1, line)),
    text: text.replace(/\r$/, '').slice(0, maximumTextLength),
  };
}

/** 0: found; 1: nothing found. */
function checkExit(exit: GitExit): void {
  if (exit.killed === 'timeout') throw invalid('the pattern takes too long; make it simpler, or search a folder');
  if (exit.killed || exit.code > 1 || exit.code < 0) {
    const [, fault] = /fatal: (?:-e option|command line), '[^]*': (.{1,200})/.exec(exit.stderr) ?? [];
    if (fault === undefined) throw new GitFailure('grep', exit);
    throw invalid(`the pattern is not a POSIX extended regular expression: ${fault}`);
  }
}

function invalid(reason: string): CopydeskError {
  return new CopydeskError('invalid_request', `The search cannot be done: ${reason}.`);
}
