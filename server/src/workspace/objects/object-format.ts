import { createHash } from 'node:crypto';
import type { Author } from '../repository.ts';
import { UnexpectedOutput } from '../git/unexpected-output.ts';

export type ObjectType = 'blob' | 'tree' | 'commit';

/** An object that is to be stored. */
export interface GitObject {
  type: ObjectType;
  id: string;
  body: Uint8Array;
}

/**
 * One line of a tree object. `name` contains the bytes of the name, one character each (latin1): names need not be
 * UTF-8, and strings of bytes compare as git compares names.
 */
export interface TreeLine {
  mode: string;
  name: string;
  id: string;
}

/** The mode that git writes for a tree within a tree. */
export const directoryMode = '40000';

/** Returns the id of an object: the SHA-1 of its type, its size and its content. */
export function objectId(type: ObjectType, body: Uint8Array): string {
  return createHash('sha1').update(`${type} ${body.length}\0`).update(body).digest('hex');
}

/** @throws UnexpectedOutput when the bytes are no tree object; git never returns such bytes for a tree. */
export function parseTree(body: Buffer): TreeLine[] {
  const lines: TreeLine[] = [];
  let at = 0;
  while (at < body.length) {
    const space = body.indexOf(0x20, at);
    const end = body.indexOf(0, space);
    if (space < 0 || end < 0 || end + 21 > body.length) throw new UnexpectedOutput('a tree object is malformed');
    lines.push({
      mode: body.toString('latin1', at, space),
      name: body.toString('latin1', space + 1, end),
      id: body.toString('hex', end + 1, end + 21),
    });
    at = end + 21;
  }
  return lines;
}

/**
 * Returns the bytes of a tree object with its lines in git's order: a directory is compared as if its name ended in
 * `/`.
 */
export function formatTree(lines: TreeLine[]): Buffer {
  const keyed = lines.map((line) => ({ line, key: isDirectoryMode(line.mode) ? `${line.name}/` : line.name }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : 1));
  const text = keyed.map(
    ({ line: { mode, name, id } }) => `${mode} ${name}\0${Buffer.from(id, 'hex').toString('latin1')}`,
  );
  return Buffer.from(text.join(''), 'latin1');
}

/** Some old programs wrote `040000`. */
export function isDirectoryMode(mode: string): boolean {
  return mode === directoryMode || mode === '040000';
}

/** Returns the bytes of a name as a tree contains them, one character each. */
export function encodeName(name: string): string {
  return isAscii(name) ? name : Buffer.from(name).toString('latin1');
}

/** Returns a name as text; undefined when its bytes are not UTF-8. */
export function decodeName(bytes: string): string | undefined {
  if (isAscii(bytes)) return bytes;
  const text = Buffer.from(bytes, 'latin1').toString();
  return encodeName(text) === bytes ? text : undefined;
}

function isAscii(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- NUL is where ASCII begins
  return /^[\u0000-\u007f]*$/.test(text);
}

export interface CommitFields {
  tree: string;
  parents: string[];
  author: Author;
  message: string;
  at: Date;
}

/**
 * Returns the bytes of a commit object, as `git commit-tree` writes them, with author and committer and their time in
 * UTC.
 */
export function formatCommit({ tree, parents, author, message, at }: CommitFields): Buffer {
  const who = `${identityOf(author)} ${Math.floor(at.getTime() / 1000)} +0000`;
  const header = [`tree ${tree}`, ...parents.map((parent) => `parent ${parent}`), `author ${who}`, `committer ${who}`];
  const text = message.replaceAll('\0', '').toWellFormed();
  return Buffer.from(`${header.join('\n')}\n\n${text}${text.endsWith('\n') ? '' : '\n'}`);
}

/** Returns the author of a commit as the commit contains it. */
export function identityOf({ name, email }: Author): string {
  return `${cleanIdentity(name)} <${cleanIdentity(email)}>`;
}

/**
 * Removes what git leaves out of names: characters that end the field, control characters, and spaces and punctuation
 * at either end.
 */
function cleanIdentity(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are what is left out
  const crud = /^[\u0000-\u0020.,:;<>"\\']+|[\u0000-\u0020.,:;<>"\\']+$/g;
  return text
    .toWellFormed()
    .replaceAll(crud, '')
    .replaceAll(/[<>\n\0]/g, '');
}
