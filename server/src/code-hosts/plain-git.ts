import { CopydeskError } from '@copydesk/contract/errors';
import { basic } from './requests/basic-authorization.ts';
import type { PlainGitKind } from './kind.ts';

/** A git server alone: its pull requests are in Copydesk. */
export const git: PlainGitKind = {
  name: 'git',
  credentials: ['token', 'password'],
  client: undefined,
  tokenUser: 'git',
  gitAuthorization({ credential }) {
    if (credential.kind === 'password') return basic(credential.username, credential.password);
    throw new CopydeskError(
      'invalid_request',
      'A git server alone needs a user name and a password: connect the project with them.',
    );
  },
};
