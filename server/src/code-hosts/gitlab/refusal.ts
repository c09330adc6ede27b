import { CopydeskError } from '@copydesk/contract';
import type { HostAnswer } from '../requests/host-http.ts';
import { errorMessageOf } from '../text/error-message.ts';
import { reconnectAdvice } from '../requests/refusals.ts';
import type { Asked } from '../requests/refusals.ts';

/**
 * Explains GitLab's refusals (https://docs.gitlab.com/api/rest/troubleshooting/#status-codes).
 *
 * @param doing in the infinitive, such as `open a merge request`.
 */
export function refusalOf(answer: HostAnswer, { place, repository, secret }: Asked, doing: string): CopydeskError {
  const message = errorMessageOf(answer.json, secret);
  const words = message === '' ? '' : ` It says: "${message}".`;
  switch (answer.status) {
    case 401:
      return unauthorized(place, message);
    case 403:
      return forbidden({ place, repository, message, words, doing });
    case 404:
      return new CopydeskError(
        'repository_not_found',
        `GitLab at ${place} does not show ${repository} to this token, or it does not exist.${words} Check the path ` +
          `of the project, and that the token's account is a member of it with the role Developer.`,
      );
    default:
      return new CopydeskError(
        'pull_request_failed',
        `GitLab at ${place} refused to ${doing} in ${repository} with ${answer.status}.${words}`,
        { retryable: answer.status === 409 },
      );
  }
}

/**
 * Explains a token that is wrong, expired or revoked; GitLab has a different message for each
 * (https://docs.gitlab.com/api/rest/authentication/, lib/api/api_guard.rb of GitLab).
 */
function unauthorized(place: string, message: string): CopydeskError {
  const found = /expired/i.test(message)
    ? 'says that the token has expired'
    : /revoked/i.test(message)
      ? 'says that the token was revoked'
      : 'does not accept the token';
  return new CopydeskError(
    'code_host_unauthorized',
    `GitLab at ${place} ${found}. Create a new one with the scope api, ${reconnectAdvice}.`,
  );
}

function forbidden(refused: {
  place: string;
  repository: string;
  message: string;
  words: string;
  doing: string;
}): CopydeskError {
  const { place, repository, message, words, doing } = refused;
  if (/insufficient_scope|higher privileges/i.test(message)) {
    return new CopydeskError(
      'code_host_forbidden',
      `The token lacks a scope to ${doing} in ${repository} at ${place}.${words} Make one with the scope api, ${reconnectAdvice}.`,
    );
  }
  if (/blocked|deactivated|terms of service|password expired|pending approval|not confirmed/i.test(message)) {
    return new CopydeskError(
      'code_host_unauthorized',
      `GitLab at ${place} refuses the token's account.${words} Ask an administrator to check the account, or ` +
        `use a token of another one, ${reconnectAdvice}.`,
    );
  }
  if (/\bsso\b|saml/i.test(message)) {
    return new CopydeskError(
      'code_host_unauthorized',
      `The group of ${repository} asks for single sign-on.${words} Sign in to the group once as the token's account, ` +
        'or use a project or group access token, which is let in without.',
    );
  }
  return new CopydeskError(
    'code_host_forbidden',
    `The token's account may not ${doing} in ${repository} at ${place}.${words} Give it the role Developer in the ` +
      'project, and a token with the scope api.',
  );
}

export function archived({ place, repository }: Asked): CopydeskError {
  return new CopydeskError(
    'repository_archived',
    `${repository} at ${place} is archived: no push, pull request or comment is possible there. Unarchive it in its settings ` +
      '(General, Advanced), or connect another project.',
  );
}
