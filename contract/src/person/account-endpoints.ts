import { z } from 'zod';
import { MeChange, PasswordRequest, SessionList } from './account.ts';
import { bodyErrors } from '../endpoint.ts';
import type { Endpoint } from '../endpoint.ts';
import { Me } from './people.ts';

/** The endpoints of the caller's own account. */
export const accountEndpoints = {
  changeMe: {
    method: 'PATCH',
    path: '/v1/me',
    summary: 'Change your account',
    description: 'Changes the name; a field that is absent stays. An owner changes role and e-mail address.',
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
      'If you have a password, send it with the new one; if you have none, you need an e-mail address to sign in with. ' +
      'Your other sessions end. Wrong passwords count together with those of failed sign-ins.',
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
    description: 'Ends all sessions except the one that sends this request.',
    scope: 'admin',
    account: true,
    replies: { 204: z.null() },
    errors: ['unsupported_media_type'],
  },
  endMySession: {
    method: 'DELETE',
    path: '/v1/me/sessions/{sessionId}',
    summary: 'End one of your sessions',
    description: 'Ending the session that sends this request signs you out.',
    scope: 'admin',
    account: true,
    replies: { 204: z.null() },
    errors: ['unsupported_media_type'],
  },
} as const satisfies Record<string, Endpoint>;
