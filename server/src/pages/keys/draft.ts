import { CopydeskError, KeyRequest, scopes } from '@copydesk/contract';
import type { Scope } from '@copydesk/contract';
import { z } from 'zod';
import { checkFields } from '../../http/checks/fields.ts';
import { field } from '../../http/session/form.ts';
import { usualScopes } from './scope-words.ts';

/** The form of a new key, as it was typed. */
export interface KeyDraft {
  /** The one-time id by which a form that is sent twice is recognised. */
  once: string;
  name: string;
  scopes: readonly Scope[];
  /** The name or id of a project; '' for all. */
  project: string;
  /** Whether it is to be a test mode key. */
  test: boolean;
  expires: Expiry;
  /** The last day, when `expires` is `date`. */
  until: string;
  /** Separated by white space or commas. */
  addresses: string;
}

/** When a key expires: after so many days, on a given day, or never. */
export const expiries = ['30', '90', '365', 'date', 'never'] as const;

export type Expiry = (typeof expiries)[number];

/** Returns an empty form, with defaults that suit most people. */
export function emptyDraft(once: string, project = ''): KeyDraft {
  return { once, name: '', scopes: usualScopes, project, test: false, expires: '90', until: '', addresses: '' };
}

/** Reads the form that was sent. Each scope has its own field, since a repeated field would not be read. */
export function readDraft(body: unknown): KeyDraft {
  const text = (name: string): string => (field(body, name) ?? '').trim();
  return {
    once: text('once'),
    name: text('name'),
    scopes: scopes.filter((scope) => field(body, `scope ${scope}`) !== undefined),
    project: text('project'),
    test: field(body, 'test') !== undefined,
    expires: expiries.find((one) => one === field(body, 'expires')) ?? '90',
    until: text('until'),
    addresses: text('addresses'),
  };
}

/**
 * Returns the API request that a form means, checked as the API checks it.
 *
 * @throws CopydeskError `invalid_request`, whose pointers are those of the API.
 */
export function requestOf(draft: KeyDraft, projectId: string | null | undefined, now: Date): KeyRequest {
  const body = {
    name: draft.name,
    scopes: draft.scopes,
    projectId,
    ...(draft.test && { test: true }),
    expiresAt: expiryOf(draft, now),
    allowedAddresses: draft.addresses.split(/[\s,]+/).filter((address) => address !== ''),
  };
  return checkFields(z.object({ body: KeyRequest }), { body }).body;
}

function expiryOf({ expires, until }: KeyDraft, now: Date): string | null {
  if (expires === 'never') return null;
  if (expires !== 'date') return new Date(now.getTime() + Number(expires) * 86_400_000).toISOString();
  if (until !== '') return until;
  const detail = 'is missing: choose the day on which the key ends';
  throw new CopydeskError('invalid_request', `The day ${detail}.`, { errors: [{ pointer: '/expiresAt', detail }] });
}

/** Errors of a form, by the fields of the API. */
export type Faults = Partial<Record<'name' | 'scopes' | 'projectId' | 'expiresAt' | 'allowedAddresses', string>>;

export function faultsOf(error: CopydeskError): Faults {
  const faults: Record<string, string> = {};
  for (const { pointer = '', detail } of error.errors) {
    const [, name = ''] = pointer.split('/');
    faults[name] ??= detail;
  }
  return faults;
}
