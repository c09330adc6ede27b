import { CopydeskError, isCopydeskError } from '@copydesk/contract';
import type { ModelMessage } from 'ai';
import type { ContextRepository } from '../../agent/ports.ts';
import { addedText } from '../../leaks/added.ts';
import { copiedPassages } from '../../leaks/copied.ts';
import type { ReadText } from '../../leaks/copied.ts';
import { isSecretFile } from '../../leaks/secret-files.ts';
import type { ChangedTexts } from './changed-texts.ts';
import { utf8Text } from '../utf8-text.ts';

/** A long passage of a file that is not prose, which the docs now contain. */
export interface CopiedFrom {
  /** `app:src/config.ts`. */
  from: string;
  lines: number;
  /** `docs/setup.md line 12`. */
  at: string;
}

/**
 * Finds what a change has copied from files of context repositories that its model read. Reviewers are informed,
 * because a sample of code may or may not be public. Prose is there to be quoted.
 *
 * @throws CopydeskError `secret_found` for a passage of a file that is meant to contain secrets.
 */
export async function copiedFromContext(
  { files, before }: ChangedTexts,
  repositories: readonly ContextRepository[],
  history: readonly ModelMessage[],
): Promise<CopiedFrom[]> {
  const read = await textsOf(repositories, filesRead(history, repositories));
  if (read.length === 0) return [];
  const parts = files.map(({ path, text }) => ({ place: path, isFile: true, text }));
  const { text, placeAt } = await addedText(parts, before);
  if (text.length > mostCharacters) return [];
  const copied = copiedPassages(text, read).map(({ from, lines, index }) => ({ from, lines, at: placeAt(index).name }));
  const secret = copied.find(({ from }) => isSecretFile(from.slice(from.indexOf(':') + 1)));
  if (secret !== undefined) throw copiedFromSecrets(secret);
  return copied;
}

const mostCharacters = 5_000_000;
const mostFiles = 300;

interface FileRead {
  repository: string;
  path: string;
}

/** Finds the files by the first lines of the answers of `read_file`, which are stored with the conversation. */
function filesRead(history: readonly ModelMessage[], repositories: readonly ContextRepository[]): FileRead[] {
  const names = new Set(repositories.map(({ name }) => name));
  if (names.size === 0) return [];
  const heads = answersIn(history).join('\n').matchAll(headOfFile);
  const found = new Map<string, FileRead>();
  for (const [, repository = '', path = ''] of heads) found.set(`${repository}:${path}`, { repository, path });
  return [...found.values()]
    .filter(({ repository, path }) => names.has(repository) && !isProse.test(path))
    .slice(0, mostFiles);
}

const headOfFile = /^([a-z0-9-]{1,40}):(\S.{0,500}?) lines \d+-\d+ of \d+/gm;

function answersIn(history: readonly ModelMessage[]): string[] {
  const parts = history.flatMap((message) => (message.role === 'tool' ? message.content : []));
  return parts.flatMap((part) =>
    part.type === 'tool-result' && part.output.type === 'text' ? [part.output.value] : [],
  );
}

const isProse = /\.(?:md|mdx|markdown|mdown|mkd|mdoc|txt|rst|adoc|asciidoc|org)$/i;

async function textsOf(repositories: readonly ContextRepository[], files: readonly FileRead[]): Promise<ReadText[]> {
  const texts: ReadText[] = [];
  let characters = 0;
  for (const { repository, path } of files) {
    const tree = repositories.find(({ name }) => name === repository)?.tree;
    const text = tree === undefined ? undefined : await textAt(tree, path);
    characters += text?.length ?? 0;
    if (characters > mostCharacters) break;
    if (text !== undefined) texts.push({ name: `${repository}:${path}`, text });
  }
  return texts;
}

/** Returns undefined for what is not text, or no longer exists since the turn that read it began. */
async function textAt(tree: ContextRepository['tree'], path: string): Promise<string | undefined> {
  try {
    return utf8Text(await tree.read(path));
  } catch (error) {
    if (isCopydeskError(error)) return undefined;
    throw error;
  }
}

function copiedFromSecrets({ from, at, lines }: CopiedFrom): CopydeskError {
  return new CopydeskError(
    'secret_found',
    `The change contains ${lines} lines of ${from}, a file for secrets: ${at}. Nothing was pushed. Send a message that says what to write there instead.`,
  );
}
