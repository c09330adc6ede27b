import { CopydeskError } from '@copydesk/contract';

/** What was requested, for the message about its refusal. */
export interface Asked {
  /** The host's name, such as `git.example.com`. */
  place: string;
  repository: string;
  secret: string;
}

/** The end of a message about a credential. */
export const reconnectAdvice = 'and connect the project again with `copydesk project connect`';

/** @param to its current name; undefined when the host does not report it. */
export function moved({ place, repository }: Asked, to: string | undefined): CopydeskError {
  const where = to === undefined ? 'elsewhere' : `to ${to}`;
  return new CopydeskError(
    'repository_moved',
    `${repository} at ${place} has moved ${where}. Connect the project to its new address with \`copydesk project connect\`.`,
  );
}

/** The error for a redirect that no repository explains: the address of the API is wrong. */
export function redirected({ place }: Asked, target: URL | undefined): CopydeskError {
  return new CopydeskError(
    'code_host_unreachable',
    `${place} answers with a redirect${target ? ` to ${target.origin}` : ''} instead of its API. Connect the project ` +
      'again with the address to which it redirects.',
    { retryable: false },
  );
}
