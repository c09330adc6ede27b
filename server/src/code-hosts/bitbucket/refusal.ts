import { CopydeskError } from '@copydesk/contract';
import { z } from 'zod';
import { errorMessageOf } from '../text/error-message.ts';
import type { HostAnswer } from '../requests/host-http.ts';
import { reconnectAdvice } from '../requests/refusals.ts';
import type { Asked } from '../requests/refusals.ts';
import { Refusal } from './shapes.ts';

/**
 * What a token needs, in the words of Bitbucket's form
 * (https://support.atlassian.com/bitbucket-cloud/docs/repository-access-token-permissions/).
 */
export const neededScopes = 'Repositories: Read and Write, and Pull requests: Read and Write';

/**
 * Explains Bitbucket's refusals (https://developer.atlassian.com/cloud/bitbucket/rest/intro/#standard-error-responses).
 *
 * @param doing in the infinitive, such as `open a pull request`.
 */
export function refusalOf(answer: HostAnswer, asked: Asked, doing: string): CopydeskError {
  const { repository } = asked;
  const said = saidBy(answer, asked.secret);
  const words = said === '' ? '' : ` It says: "${said}".`;
  switch (answer.status) {
    case 401:
      return new CopydeskError(
        'code_host_unauthorized',
        `Bitbucket does not accept the credential: it is wrong, has expired or was revoked.${words} Make a new token ` +
          `with ${neededScopes}, ${reconnectAdvice}. An API token also needs the e-mail address of its Atlassian account.`,
      );
    case 403:
      return forbidden(answer, { repository, words, doing });
    case 404:
      return new CopydeskError(
        'repository_not_found',
        `Bitbucket does not show ${repository} to this token, or it is not there.${words} Check the names of the ` +
          'workspace and the repository, and which repository the token was made for.',
      );
    default:
      return new CopydeskError(
        'pull_request_failed',
        `Bitbucket refused to ${doing} in ${repository} with ${answer.status}.${words}`,
        { retryable: answer.status === 409 },
      );
  }
}

function forbidden(
  { json }: HostAnswer,
  { repository, words, doing }: { repository: string; words: string; doing: string },
): CopydeskError {
  const required = Scopes.safeParse(Refusal.safeParse(json).data?.error.detail).data?.required;
  if (required !== undefined) {
    return new CopydeskError(
      'code_host_forbidden',
      `The token lacks a scope to ${doing} in ${repository} at Bitbucket: ${required.join(', ')}. Make one with ` +
        `${neededScopes}, ${reconnectAdvice}.`,
    );
  }
  return new CopydeskError(
    'code_host_forbidden',
    `The token may not ${doing} in ${repository} at Bitbucket.${words} Make one with ${neededScopes}; one that belongs ` +
      'to a person also needs that the person may write to the repository.',
  );
}

const Scopes = z.object({ required: z.array(z.string()) });

/** Returns the message of a refusal with what it says about fields, as one plain line. */
function saidBy({ json }: HostAnswer, secret: string): string {
  const error = Refusal.safeParse(json).data?.error;
  if (error === undefined) return errorMessageOf(json, secret);
  const fields = Object.keys(error.fields ?? {}).length === 0 ? [] : [error.fields];
  return errorMessageOf({ message: [error.message, ...fields] }, secret);
}

/** Whether a refusal is about a field of the request, such as `reviewers`. */
export function isAboutField({ json }: HostAnswer, field: string): boolean {
  const fields = Refusal.safeParse(json).data?.error.fields;
  return fields != null && Object.keys(fields).some((name) => name.split('.')[0] === field);
}
