import { CopydeskError, type ErrorCode } from '@copydesk/contract/errors';
import { GitFailure } from './git.ts';
import { hostRefusal, pushRemedy, remoteWords } from './host-words.ts';
import type { Source } from '../source.ts';
import { storageFull, storageFullBehind } from './storage-errors.ts';

/** What git prints on its error stream in the C locale, and what that means. The first match counts. */
const meanings: {
  says: RegExp;
  code: ErrorCode;
  detail: (place: string, asked: { kind: Source['kind']; isAuthorized: boolean }) => string;
}[] = [
  {
    says: /could not read (Username|Password)|Authentication failed|returned error: 401|HTTP Basic: Access denied/i,
    code: 'repository_unauthorized',
    detail: (place, { isAuthorized }) =>
      isAuthorized
        ? `${place} does not accept these credentials: they are wrong, expired or revoked. Give others that may read and write it: copydesk project connect.`
        : `${place} requires credentials, or is hidden without them. Give credentials that may read and write it: copydesk project connect.`,
  },
  {
    says: /returned error: 403|access denied|permission to .* denied|permission denied|insufficient permission|not permitted/i,
    code: 'repository_unauthorized',
    detail: (place, { kind }) =>
      kind === 'path'
        ? `The user that Copydesk runs as may not read and write ${place}. Give that user the permission.`
        : `${place} refuses these credentials. Give some that may read and write it: copydesk project connect.`,
  },
  {
    says: /repository .*not found|returned error: 404|does not appear to be a git repository|not a git repository|not valid: is this a git repository|no such file or directory/i,
    code: 'repository_not_found',
    detail: (place) => `There is no git repository at ${place}. Check the address.`,
  },
  {
    says: /transport '.*' not allowed|unsupported protocol|is not valid|unknown repository extension|object format/i,
    code: 'repository_invalid',
    detail: (place) => `${place} is not a repository that can be used here. Give an https URL of a SHA-1 repository.`,
  },
  {
    says: /fsck error|invalid object|bad object|inflate|corrupt/i,
    code: 'repository_invalid',
    detail: (place) => `${place} sent objects that git refuses as broken. Run \`git fsck\` there.`,
  },
];

/**
 * Translates a failed call to a source for the person who gave the source. The result never contains a secret: git does
 * not get one where it could print it, and its own words are kept for the log.
 *
 * @param directory where clones are; its disk is tested when git's words mean nothing.
 */
export async function sourceError(error: unknown, source: Source, directory: string): Promise<unknown> {
  const full = storageFull(error, source);
  if (full) return full;
  if (!(error instanceof GitFailure)) return error;
  const place = source.location;
  const { stderr, killed, isAuthorized = false } = error.exit;
  const refusal = killed || source.kind === 'path' ? undefined : hostRefusal(stderr, place, error);
  if (refusal) return refusal;
  if (isForbidden(error)) return forbiddenError(place, error);
  const meaning = killed ? undefined : meanings.find(({ says }) => says.test(stderr));
  if (meaning) {
    const detail = meaning.detail(place, { kind: source.kind, isAuthorized });
    return new CopydeskError(meaning.code, detail, { cause: error });
  }
  const behind = await storageFullBehind(error, directory);
  if (behind) return behind;
  const why = killed === 'timeout' ? 'it did not answer in time' : unreachableReason(stderr);
  return new CopydeskError('repository_unreachable', `${place} cannot be reached: ${why}.`, { cause: error });
}

/**
 * A host answers 401 to credentials that it does not know, and 403 to those without permission: Gitea says only
 * `Forbidden` to a token that may only read. Without credentials, 403 asks for them.
 */
function isForbidden({ exit }: GitFailure): boolean {
  return exit.isAuthorized === true && exit.killed === undefined && /returned error: 403/i.test(exit.stderr);
}

function forbiddenError(place: string, cause: GitFailure): CopydeskError {
  const words = remoteWords(cause.exit.stderr);
  const quoted = words === '' ? '' : ` It says: ${words}.`;
  return new CopydeskError(
    'code_host_forbidden',
    `${place} does not let these credentials do that (403).${quoted} ${pushRemedy}`,
    { cause },
  );
}

function unreachableReason(stderr: string): string {
  const reasons: [RegExp, string][] = [
    [/could not resolve (host|proxy)/i, 'its host name is not known'],
    [/connection refused|couldn't connect/i, 'it refuses connections'],
    [/timed out|timeout|too slow/i, 'it did not answer in time'],
    // OpenSSL and GnuTLS name themselves also when a connection is cut.
    [/unexpected eof|SSL_read|GnuTLS recv|connection (was )?reset|errno 10[4-9]/i, 'the connection broke'],
    [
      /certificate|ssl|tls/i,
      'its certificate is not trusted. Name a file with the certificate of its authority in GIT_SSL_CAINFO',
    ],
    [/returned error: (5\d\d|429)/i, 'it is overloaded or broken'],
  ];
  return reasons.find(([says]) => says.test(stderr))?.[1] ?? 'the connection broke';
}
