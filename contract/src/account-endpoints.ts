import { z } from 'zod';
import { MeChange, PasswordRequest, SessionList } from './account.ts';
import { bodyErrors } from './endpoint.ts';
import type { Endpoint } from './endpoint.ts';
import { Me } from './people.ts';

/** The endpoints of the caller's own account. */
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
  setMyPassword: {
    method: 'PUT',
    path: '/v1/me/password',
    summary: 'Set your password',
    description:
      'Whoever has a password shows it with the new one, and whoever has none needs an e-mail address to sign in with. ' +
      'Your other sessions end. Wrong ones are counted with those of signing in.',
    scope: 'admin',
    account: true,
    body: PasswordRequest,
    replies: { 204: z.null() },
    errors: [...bodyErrors, 'quota_exceeded'],
  },
  listMySessions: {
    method: 'GET',
    path: '/v1/me/sessions',
    summary: 'List your sessions',
    description: 'The browsers in which you are signed in, newest first.',
    scope: 'admin',
    account: true,
    replies: { 200: SessionList },
    errors: [],
  },
  endMySessions: {
    method: 'DELETE',
    path: '/v1/me/sessions',
    summary: 'End your other sessions',
    description: 'All but the one that asks.',
    scope: 'admin',
    account: true,
    replies: { 204: z.null() },
    errors: ['unsupported_media_type'],
  },
  endMySession: {
    method: 'DELETE',
    path: '/v1/me/sessions/{sessionId}',
    summary: 'End one of your sessions',
    description: 'Ending the one that asks is signing out.',
    scope: 'admin',
    account: true,
    replies: { 204: z.null() },
    errors: ['unsupported_media_type'],
  },
} as const satisfies Record<string, Endpoint>;
