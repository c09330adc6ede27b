import { CopydeskError, isCopydeskError } from '@copydesk/contract/errors';
import type { ErrorCode } from '@copydesk/contract/errors';
import { GitFailure } from '../git/git.ts';
import type { GitExit } from '../git/git.ts';
import { sourceError } from '../git/git-errors.ts';
import { hostRefusal, printable, pushRemedy, remoteWords } from '../git/host-words.ts';
import type { Source } from '../source.ts';
import { storageFull } from '../git/storage-errors.ts';

/** What to do about a mirror at an address. It is set by an environment variable, and no project is connected to it. */
const remedies: Partial<Record<ErrorCode, string>> = {
  repository_unauthorized:
    'Give one that may read and write it as COPYDESK_MIRROR_TOKEN, to all servers and workers, and start them again.',
  code_host_forbidden: `COPYDESK_MIRROR_TOKEN may not push there. ${pushRemedy}`,
  repository_archived: 'Unarchive it there: an archived repository accepts no pushes.',
  branch_protected:
    'Remove the protection there: a mirror must accept forced pushes and deletions too, and only Copydesk pushes to it.',
  repository_not_found:
    'Make an empty repository there that COPYDESK_MIRROR_TOKEN may write, or have the server make it at the first push.',
  repository_moved: 'Set COPYDESK_MIRROR to the address that it leads to.',
};

/** What was found, when the host itself says nothing. */
const causesByCode: Partial<Record<ErrorCode, (place: string) => string>> = {
  repository_unauthorized: (place) => `${place} does not know the token: it is missing, wrong, expired or revoked.`,
  code_host_forbidden: (place) => `${place} refuses (403).`,
  repository_not_found: (place) => `There is no git repository at ${place}.`,
  repository_moved: (place) => `${place} answers with a redirect.`,
};

const usualRemedy =
  'A mirror must accept each branch and tag as it is, also forced pushes and deletions: allow that there.';

const isDefaultBranch = /default branch|current branch/i;

/** Translates a failed call to a mirror for the person who set it. The result never contains a secret. */
export async function mirrorError(error: unknown, mirror: Source): Promise<unknown> {
  if (isCopydeskError(error)) return error;
  const translated = await sourceError(error, mirror, mirror.location);
  if (mirror.kind === 'path' || !isCopydeskError(translated)) return translated;
  const hostMessage = translated.cause instanceof GitFailure ? remoteWords(translated.cause.exit.stderr) : '';
  return withRemedy(translated, mirror, hostMessage);
}

/**
 * Translates a mirror's refusal of some branches or tags of a push.
 *
 * @param stdout of `git push --porcelain`
 */
export function mirrorRefusal({ exit, stdout }: { exit: GitExit; stdout: string }, mirror: Source): CopydeskError {
  const failure = new GitFailure('push', exit);
  const full = storageFull(failure, mirror);
  if (full) return full;
  const [first] = stdout.matchAll(/^!\t[^\t]*:refs\/(?:heads|tags)\/([^\t]*)\t(?:\[[^\]]*\] )?\(?(.*?)\)?$/gm);
  const [, name = '', reason = ''] = first ?? [];
  const words = remoteWords(exit.stderr);
  const hostMessage = words === '' ? printable(reason).slice(0, 400) : words;
  if (isDefaultBranch.test(hostMessage)) return keepsDefault(mirror, hostMessage, failure);
  const refusal = hostRefusal(`${exit.stderr}\n${reason}`, mirror.location, failure);
  if (refusal) return withRemedy(refusal, mirror, hostMessage);
  const detail = `${mirror.location} refuses ${printable(name)}: ${hostMessage}. ${usualRemedy}`;
  return new CopydeskError('push_rejected', detail, { cause: failure, retryable: false });
}

function keepsDefault({ location }: Source, hostMessage: string, cause: GitFailure): CopydeskError {
  const remedy =
    'It is deleted here, but it is the default branch there. Set another default branch there, one that exists here.';
  return new CopydeskError('branch_protected', `${location} says: ${hostMessage}. ${remedy}`, { cause });
}

function withRemedy(error: CopydeskError, { location }: Source, hostMessage: string): CopydeskError {
  const { code, cause, retryable } = error;
  const remedy = remedies[code];
  if (remedy === undefined) return error;
  const plain = causesByCode[code]?.(location) ?? `${location} refuses.`;
  const detail = hostMessage === '' ? plain : `${location} says: ${hostMessage}.`;
  return new CopydeskError(code, `${detail} ${remedy}`, { cause, retryable });
}
