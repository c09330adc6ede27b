import { CopydeskError } from '@copydesk/contract';
import type { HostAccess } from '../../access.ts';
import { messageOf } from '../requests/message.ts';
import type { Asked } from '../requests/message.ts';
import { permissionNames } from './permissions.ts';
import type { Answer } from '../requests/transport.ts';

/** Explains a 403 or 451, for which GitHub has many reasons. */
export function forbidden(answer: Answer, asked: Asked): CopydeskError {
  const { access } = asked;
  const message = messageOf(answer, access);
  if (/archived/iu.test(message)) {
    const detail = `The repository ${access.repository} is archived at GitHub, so nothing can be written to it. Unarchive it, or give the project another repository.`;
    return new CopydeskError('repository_archived', detail);
  }
  if (/is locked/iu.test(message)) {
    const detail = `The conversation of the pull request is locked at GitHub, so no comment is possible there (${message}). Unlock it, or create a new job for the remaining work.`;
    return new CopydeskError('pull_request_failed', detail, { retryable: false });
  }
  return new CopydeskError('code_host_forbidden', detailOf(answer, asked, message));
}

function detailOf(answer: Answer, { access, route }: Asked, message: string): string {
  const { repository } = access;
  const [owner] = repository.split('/');
  const sso = answer.headers['x-github-sso'];
  if (sso !== undefined || /\bSAML\b/u.test(message)) {
    const link =
      /url=(https?:\/\/[^\s;]+)/u.exec(sso ?? '')?.[1]?.split('?')[0] ?? `https://github.com/orgs/${owner}/sso`;
    return `The organisation of ${repository} requires single sign-on, and the token is not authorised for it. Open ${link}, or the token's settings under "Configure SSO", authorise it, then repeat.`;
  }
  if (/two-factor/iu.test(message)) {
    return `The organisation of ${repository} requires two-factor authentication (${message}). Turn it on for the account of the token, then repeat.`;
  }
  if (/IP allow list/iu.test(message)) {
    return `The organisation of ${repository} allows only certain addresses (${message}). Add the address of this machine to its list.`;
  }
  if (/suspended/iu.test(message)) {
    return `GitHub has suspended ${access.credential.kind === 'app' ? 'the installation of the App' : 'the account of the token'} (${message}). Its owner must get it unsuspended at GitHub.`;
  }
  if (answer.status === 451 || /blocked|disabled/iu.test(message)) {
    return `GitHub has blocked ${repository} (${message}). Only its owner can clarify that with GitHub.`;
  }
  return lacking(answer, access, `GitHub refuses ${route}: ${message}`);
}

/**
 * Names the missing permission: GitHub sends a header for fine-grained tokens and Apps, and the scopes of classic
 * tokens.
 */
function lacking(answer: Answer, access: HostAccess, refusal: string): string {
  const needed = answer.headers['x-accepted-github-permissions'];
  const who = access.credential.kind === 'app' ? "the App's installation" : 'the token';
  if (needed !== undefined && needed !== '') {
    return `${refusal}. It needs ${permissionNames(needed)}: add that to ${who}, then repeat.`;
  }
  const scopes = answer.headers['x-oauth-scopes'];
  if (scopes !== undefined) {
    const has = scopes === '' ? 'none' : scopes;
    return `${refusal}. The classic token has the scopes ${has}, and needs repo; its account needs the role Write in ${access.repository}.`;
  }
  return `${refusal}. Check that ${who} may read and write contents and pull requests of ${access.repository}.`;
}
