import { CopydeskError } from '@copydesk/contract/errors';
import { addedText } from './added.ts';
import type { Place } from './added.ts';
import { credentialsIn } from './credentials.ts';
import { ownSecretsIn } from './own-secrets.ts';
import type { OwnSecret } from './own-secrets.ts';

/** The content that is about to leave. */
export interface Outgoing {
  /** The changed files with their new contents; the name of a new file is searched too. */
  files: { path: string; isNew: boolean; text: string }[];
  /** The texts beside the files, each with a name: `the commit message`. */
  words: { place: string; text: string }[];
  /** The earlier contents of the changed files: what they contain is not new. */
  before: string[];
}

/** A secret in outgoing content. */
export interface OutgoingSecret {
  at: Place;
  /** The rule that found it: `github`, `the key of anthropic`. */
  rule: string;
  /** The value as found; undefined for the installation's own secrets. It must never be shown. */
  value: string | undefined;
}

/**
 * Finds secrets in outgoing content: the installation's own by their values, others by their form.
 *
 * @throws CopydeskError `limit_reached` if there is more content than is searched, or the search takes too long: what
 *   was not searched must not leave.
 */
export async function outgoingSecrets(outgoing: Outgoing, own: readonly OwnSecret[]): Promise<OutgoingSecret[]> {
  const { files, words, before } = outgoing;
  const parts = [
    ...files.map(({ path, text }) => ({ place: path, isFile: true, text })),
    ...words.map(({ place, text }) => ({ place, isFile: false, text })),
    { place: 'the name of a file', isFile: false, text: namesOf(outgoing) },
  ];
  const { text, placeAt } = await addedText(parts, before);
  refuseTooMuch(text);
  const ownFound = await ownSecretsIn(text, own);
  const known = ownFound.length === 0 ? [] : await ownSecretsIn(before.join('\n'), own);
  const others = await runInTime(async (signal) => await credentialsIn(text, signal));
  return [
    ...ownFound
      .filter(({ name }) => !known.some((one) => one.name === name))
      .map(({ name, pieces: [first] }) => ({ at: placeAt(first?.start ?? 0), rule: name, value: undefined })),
    ...others
      .map(({ rule, start, end }) => ({ at: placeAt(start), rule, value: text.slice(start, end) }))
      .filter(({ value }) => !before.some((one) => one.includes(value))),
  ];
}

function namesOf({ files }: Outgoing): string {
  return files.flatMap(({ path, isNew }) => (isNew ? [path] : [])).join('\n');
}

/** About a second's work: three times the largest book of docs that we know. */
const mostCharacters = 20_000_000;

const longestMilliseconds = 10_000;

function refuseTooMuch({ length: characters }: string): void {
  if (characters <= mostCharacters) return;
  const amount = `${Math.ceil(characters / 1_000_000)} million characters`;
  throw notSearched(
    `The change adds ${amount}, and up to ${mostCharacters / 1_000_000} million are searched for secrets`,
  );
}

async function runInTime<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(longestMilliseconds);
  try {
    return await work(signal);
  } catch (error) {
    if (signal.aborted)
      throw notSearched(`The search of the change for secrets took longer than ${longestMilliseconds / 1_000} seconds`);
    throw error;
  }
}

function notSearched(because: string): CopydeskError {
  const detail = `${because}, so nothing was pushed. Ask for a smaller change, or for several.`;
  return new CopydeskError('limit_reached', detail, { retryable: false });
}
