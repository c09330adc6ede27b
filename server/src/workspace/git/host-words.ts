import { CopydeskError, type ErrorCode, type ErrorExtras } from '@copydesk/contract/errors';

/** A message with which code hosts refuse git, and its meaning. */
interface Meaning {
  says: RegExp;
  code: ErrorCode;
  /** What to do. What was found comes before it, in the host's words. */
  remedy: string;
  /** For a text that differs from the others of its code. */
  extras?: Pick<ErrorExtras, 'retryable' | 'retryAfterSeconds'>;
}

/** What allows a credential to push. */
export const pushRemedy =
  'Give the account a role that may push (GitHub: Write, GitLab: Developer, Gitea and Forgejo: Write, Bitbucket: Write), and the ' +
  'credential the permission for it (GitHub: Contents: read and write, or the scope repo; GitLab: api, or ' +
  'write_repository; Gitea and Forgejo: write:repository; Bitbucket: Repositories: Write).';

const notRetryable = { retryable: false };
const retryableLater = { retryable: true };

/**
 * The first match counts. The texts are facts from the hosts' documentation and sources: docs.github.com (troubleshooting
 * of protected branches, rulesets, push protection, SAML), gitlab-org/gitlab lib/gitlab/git_access.rb and
 * lib/gitlab/checks, go-gitea/gitea routers/private/hook_pre_receive.go and routers/web/repo/githttp.go.
 */
const meanings: Meaning[] = [
  {
    says: /archived so it is read-only|repo(sitory)? is archived|archived (project|repository)/i,
    code: 'repository_archived',
    remedy: 'Unarchive it at its host, or archive the project with Copydesk.',
  },
  {
    says: /this repository moved|update url base from redirection|returned error: 30[1278]|HTTP 30[1278]\b/i,
    code: 'repository_moved',
    remedy:
      'It answers with a redirect, as for a repository that was renamed or moved, or whose address lacks .git or https. ' +
      'Give the address to which it redirects.',
  },
  {
    says: /temporarily read-only|read-only GitLab instance|push operation timed out|down for maintenance/i,
    code: 'repository_unreachable',
    remedy: 'This passes; try again later.',
  },
  {
    says: /rate limit|too many requests|returned error: 429|^remote: retry later/im,
    code: 'code_host_limited',
    remedy: 'Copydesk asks again after a while.',
    // docs.github.com, "Rate limits for the REST API": without other information, wait for at least a minute.
    extras: { retryAfterSeconds: 60 },
  },
  {
    says: /SAML SSO|re-authorize the OAuth/i,
    code: 'code_host_forbidden',
    remedy:
      'Authorise the token for the organisation: at GitHub under Settings, Developer settings, the token, Configure SSO.',
  },
  {
    says: /IP allow list/i,
    code: 'code_host_forbidden',
    remedy: 'Add the address of this server to the allow list of the organisation.',
  },
  {
    says: /using a personal access token|use a personal access token|use a token instead of a password|password authentication (is not supported|was removed)|plain username and password/i,
    code: 'repository_unauthorized',
    remedy:
      'The token is wrong, has expired or lacks a scope, or a password was given where a token is needed (as with ' +
      'two-factor authentication). Connect the project with a valid token: copydesk project connect.',
  },
  {
    says: /two-factor authentication|\b2FA\b/i,
    code: 'code_host_forbidden',
    remedy: 'Turn on two-factor authentication for the account, then give a token of it.',
  },
  {
    says: /your account (is|has been) (blocked|disabled|deactivated|suspended|pending)|has been disabled by|account is suspended|terms of service|password expired|email .* not .*confirmed|repository '.*' is disabled/i,
    code: 'code_host_forbidden',
    remedy: 'Ask the host to enable the account or the repository, or give the credential of another account.',
  },
  {
    says: /create or update workflow/i,
    code: 'code_host_forbidden',
    remedy:
      'Give the App the permission "Workflows: write", or the token the scope workflow, or keep .github/workflows out ' +
      'of the instruction.',
  },
  {
    says: /push protection|push cannot contain secrets|GH009|secrets detected/i,
    code: 'push_rejected',
    remedy: 'Remove what looks like a secret from the change, or allow it at the host.',
    extras: notRetryable,
  },
  {
    says: /GH001|large files detected|size limit|quota exceeded|size is over limitation/i,
    code: 'push_rejected',
    remedy: 'Make the files smaller, or raise the limit at the host.',
    extras: notRetryable,
  },
  {
    says: /GH00[36]|GH013|protected branch|protected branches|is protected from|repository rule violations|protected ref\b/i,
    code: 'branch_protected',
    remedy:
      'Let the account of Copydesk push to branches that begin with copydesk/, or leave those out of the rule at the host.',
  },
  {
    says: /mirror repository is read-only/i,
    code: 'code_host_forbidden',
    remedy: 'A mirror accepts no pushes: connect the repository that it mirrors.',
  },
  {
    says: /over HTTP is not allowed|by HTTP protocol is not allowed/i,
    code: 'code_host_forbidden',
    remedy: 'Ask its administrator to allow git over HTTPS.',
  },
  {
    says: /write access to repository not granted|permission to \S+ denied to|not allowed to (push|upload|download) code|user permission denied for writing|does not have write access|cannot push or open issues|don't have permission to push/i,
    code: 'code_host_forbidden',
    remedy: pushRemedy,
  },
  {
    says: /project you were looking for could not be found|push to create is not enabled|DMCA takedown/i,
    code: 'repository_not_found',
    remedy: 'Check the address, and whether the credential may see the repository.',
  },
  {
    says: /a repository for this project does not exist yet/i,
    code: 'repository_empty',
    remedy: 'Push a first commit to it.',
  },
  {
    says: /internal server error|returned error: 5\d\d/i,
    code: 'repository_unreachable',
    remedy: 'It is overloaded or broken; try again later.',
    extras: retryableLater,
  },
];

/**
 * Translates the words of a code host; undefined when they match nothing known here.
 *
 * @param said git's own words, its error stream.
 */
export function hostRefusal(output: string, place: string, cause?: Error): CopydeskError | undefined {
  // The repository's own name may look like an error.
  const words = output.replaceAll(place, '');
  const meaning = meanings.find(({ says }) => says.test(words));
  if (meaning === undefined) return undefined;
  const { code, remedy, extras } = meaning;
  const hostMessage = remoteWords(output);
  const found = hostMessage === '' ? `${place} refuses.` : `${place} says: ${hostMessage}.`;
  return new CopydeskError(code, `${found} ${remedy}`, { cause, ...extras });
}

/** Returns what the server itself said, without progress and pointers; '' when it said nothing. */
export function remoteWords(output: string): string {
  const lines = output
    .split(/[\r\n]+/)
    .filter((line) => line.startsWith('remote:'))
    .map((line) => printable(line.slice('remote:'.length)).trim())
    .filter((line) => /[a-z]{2}/i.test(line) && !forTheEye.test(line))
    .map((line) => line.replace(/\?authorization_request=\S+/, ''));
  return [...new Set(lines)].slice(0, 4).join(' ').slice(0, 400).replace(/\.+$/, '');
}

/** Makes a server's words safe to show to people. */
export function printable(words: string): string {
  // oxlint-disable-next-line no-control-regex -- these are what is looked for
  return words.replaceAll(/[\u0000-\u001f\u007f]/g, ' ');
}

/** Progress, and pointers that are useless outside the terminal that they were meant for. */
const forTheEye =
  /^(Counting|Compressing|Resolving|Enumerating|Total|Processing) |^(Review all repository rules|Visit) /i;
