import { CopydeskError } from '@copydesk/contract';
import type { HostAnswer } from '../requests/host-http.ts';
import { errorMessageOf } from '../text/error-message.ts';
import { reconnectAdvice } from '../requests/refusals.ts';
import type { Asked } from '../requests/refusals.ts';

/**
 * The scopes that a token needs (https://docs.gitea.com/development/oauth2-provider#scopes); `read:user` to find its
 * own account.
 */
export const neededScopes = 'write:repository, write:issue and read:user';

/**
 * Explains the refusals of Gitea and Forgejo (routers/api/v1/api.go and services/context of Gitea).
 *
 * @param doing in the infinitive, such as `open a pull request`.
 */
export function refusalOf(answer: HostAnswer, asked: Asked, doing: string): CopydeskError {
  const { place, repository, secret } = asked;
  const message = errorMessageOf(answer.json, secret);
  const words = message === '' ? '' : ` It says: "${message}".`;
  switch (answer.status) {
    case 401:
      return unauthorized(place, message);
    case 403:
      return forbidden({ ...asked, message, words, doing });
    case 404:
      return new CopydeskError(
        'repository_not_found',
        `${place} does not show ${repository} to this token, or it does not exist.${words} Check the name of the ` +
          `repository, and that the token's account may write to it.`,
      );
    case 423:
      return archived(asked);
    default:
      return new CopydeskError(
        'pull_request_failed',
        `${place} refused to ${doing} in ${repository} with ${answer.status}.${words}`,
        { retryable: answer.status === 409 },
      );
  }
}

function unauthorized(place: string, message: string): CopydeskError {
  if (/two-?\s?factor|2fa|otp/i.test(message)) {
    return new CopydeskError(
      'code_host_unauthorized',
      `The account at ${place} requires a second factor, which only a person can give. Connect the project with an ` +
        `access token of the account, not with its password.`,
    );
  }
  return new CopydeskError(
    'code_host_unauthorized',
    `${place} does not accept the token. Create a new one with the scopes ${neededScopes}, ${reconnectAdvice}.`,
  );
}

function forbidden(refused: Asked & { message: string; words: string; doing: string }): CopydeskError {
  const { place, repository, message, words, doing } = refused;
  if (/required scope/i.test(message)) {
    return new CopydeskError(
      'code_host_forbidden',
      `The token lacks a scope to ${doing} in ${repository} at ${place}.${words} Make one with the scopes ` +
        `${neededScopes}, ${reconnectAdvice}.`,
    );
  }
  if (/two-?\s?factor|2fa|otp/i.test(message)) {
    return new CopydeskError(
      'code_host_unauthorized',
      `${place} requires a second factor for the token's account.${words} Set it up, then create a token.`,
    );
  }
  if (/disabled|prohibited|not activated|must change|blocked|suspended/i.test(message)) {
    return new CopydeskError(
      'code_host_unauthorized',
      `${place} refuses the token's account.${words} Ask an administrator to check the account, or use a token ` +
        `of another one, ${reconnectAdvice}.`,
    );
  }
  return new CopydeskError(
    'code_host_forbidden',
    `The token's account may not ${doing} in ${repository} at ${place}.${words} Make it a collaborator who may write, ` +
      `and give its token the scopes ${neededScopes}.`,
  );
}

export function archived({ place, repository }: Asked): CopydeskError {
  return new CopydeskError(
    'repository_archived',
    `${repository} at ${place} is archived: no push, pull request or comment is possible there. Unarchive it in its settings, ` +
      'or connect another repository.',
  );
}
