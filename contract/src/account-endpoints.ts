import { MeChange } from './account.ts';
import { bodyErrors } from './endpoint.ts';
import type { Endpoint } from './endpoint.ts';
import { Me } from './people.ts';

/** The endpoints of the account of the person who asks. */
export const accountEndpoints = {
  changeMe: {
    method: 'PATCH',
    path: '/v1/me',
    summary: 'Change your account',
    description: 'The name; what is absent stays. Role and e-mail address are changed by an owner.',
    scope: 'admin',
    account: true,
    body: MeChange,
    replies: { 200: Me },
    errors: bodyErrors,
  },
} as const satisfies Record<string, Endpoint>;
