import { CopydeskError } from '@copydesk/contract';
import { parseRetryAfter } from '../../../network/retry-after.ts';
import { forbidden } from './forbidden.ts';
import { limited } from '../requests/limits.ts';
import { messageOf } from '../requests/message.ts';
import type { Asked } from '../requests/message.ts';
import type { Answer } from '../requests/transport.ts';

/**
 * Explains a reply that is no success: the cause, and what to do about it. Statuses and headers are those of
 * https://docs.github.com/rest/using-the-rest-api/troubleshooting-the-rest-api
 */
export function refusal(answer: Answer, { access, route }: Asked): CopydeskError {
  const { status } = answer;
  const asked = { access, route: route.replace('{owner}/{repo}', access.repository) };
  const limit = limited(answer, access.now());
  if (limit !== undefined) return limit;
  if (status === 401) return unauthorized(answer, asked);
  if (status === 403 || status === 451) return forbidden(answer, asked);
  if (status === 404) return missing(answer, asked);
  if (status === 409 && /is empty/iu.test(messageOf(answer, access))) {
    const detail = `The repository ${access.repository} has no commits. Give it a first one, then repeat.`;
    return new CopydeskError('repository_empty', detail);
  }
  if (status >= 500) {
    const detail = `GitHub answers ${status}: ${messageOf(answer, access)}`;
    return new CopydeskError('code_host_unreachable', detail, {
      retryAfterSeconds: parseRetryAfter(answer.headers['retry-after'], access.now()) || undefined,
    });
  }
  const detail = `GitHub refuses ${asked.route} with ${status}: ${messageOf(answer, access)}`;
  return new CopydeskError('pull_request_failed', detail, { retryable: status === 409 });
}

function unauthorized(answer: Answer, { access }: Asked): CopydeskError {
  const message = messageOf(answer, access);
  if (answer.headers['x-github-otp']?.includes('required') === true) {
    const detail = `GitHub requires two-factor authentication: passwords do not work. Create a token, and give it with \`copydesk project connect\`.`;
    return new CopydeskError('code_host_forbidden', detail);
  }
  const detail =
    access.credential.kind === 'app'
      ? `GitHub does not accept the GitHub App ${access.credential.appId} (${message}). Check the App's id and private key, that its installation is still there, and the clock of this machine; then run \`copydesk project connect\`.`
      : `GitHub does not accept the token (${message}): it is wrong, has expired or was revoked. Make a new one, and give it with \`copydesk project connect\`.`;
  return new CopydeskError('code_host_unauthorized', detail);
}

/** GitHub returns 404 for what a credential may not see, so as not to reveal that it exists. */
function missing(answer: Answer, { access, route }: Asked): CopydeskError {
  if (access.credential.kind === 'app' && /integration not found/iu.test(messageOf(answer, access))) {
    const detail = `There is no GitHub App with the id ${access.credential.appId} at ${access.apiUrl}. Use the App ID from the App's page at GitHub.`;
    return new CopydeskError('code_host_unauthorized', detail);
  }
  const scopes = answer.headers['x-oauth-scopes'];
  const granted = new Set((scopes ?? '').split(',').map((scope) => scope.trim()));
  if (scopes !== undefined && !granted.has('repo')) {
    const has = scopes === '' ? 'none' : scopes;
    const detail = `GitHub does not show ${access.repository} for ${route}: the classic token has the scopes ${has}, and needs repo where the repository is private or is written to. Add it to the token, and check the name.`;
    // What such a token requests of a public repository may also simply not exist.
    const mayBeGone = route.startsWith('GET') && granted.has('public_repo');
    return new CopydeskError(mayBeGone ? 'repository_not_found' : 'code_host_forbidden', detail);
  }
  const grants =
    access.credential.kind === 'app'
      ? 'the App is not installed there'
      : 'the token does not reach it (a fine-grained token must list the repository)';
  const detail = `GitHub finds no ${access.repository}, or ${grants}. Check the name and who may see it, then run \`copydesk project connect\`.`;
  return new CopydeskError('repository_not_found', detail);
}
