import { Role } from '@copydesk/contract';
import { z } from 'zod';
import type { OpenIdOptions } from './provider.ts';

/** How people sign in by OpenID Connect, and who may. */
export interface OpenIdSettings extends OpenIdOptions {
  signUp: {
    /** In lower case; undefined for any. */
    domains: string[] | undefined;
    groups: string[] | undefined;
    role: Role;
  };
}

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== ''),
);

/** The schemas of its settings. */
export const openIdForms = {
  issuer: z.string().refine(isIssuer, 'must be an https address without query or fragment; http only on this machine'),
  text: z.string().min(1, 'must not be empty'),
  domains: list
    .transform((domains) => domains.map((domain) => domain.replace(/^@/, '').toLowerCase()))
    .refine((domains) => domains.every(isDomain), 'must be domains such as example.com, separated by commas'),
  groups: list,
  role: z.enum(Role.options, 'must be owner, editor or viewer'),
};

interface Given {
  COPYDESK_OIDC_ISSUER?: string;
  COPYDESK_OIDC_CLIENT_ID?: string;
  COPYDESK_OIDC_CLIENT_SECRET?: string;
  COPYDESK_OIDC_DOMAINS?: string[];
  COPYDESK_OIDC_GROUPS?: string[];
  COPYDESK_OIDC_GROUPS_CLAIM: string;
  COPYDESK_OIDC_ROLE: Role;
}

const neededSettings = ['COPYDESK_OIDC_ISSUER', 'COPYDESK_OIDC_CLIENT_ID', 'COPYDESK_OIDC_CLIENT_SECRET'] as const;

/** Lists the missing ones of three settings that work only together. */
export function missingOpenId(given: Given): string[] {
  const missing = neededSettings.filter((name) => given[name] === undefined);
  return missing.length === neededSettings.length ? [] : missing;
}

/** Returns undefined when none of it is set. */
export function readOpenId(given: Given): OpenIdSettings | undefined {
  const { COPYDESK_OIDC_ISSUER: issuer, COPYDESK_OIDC_CLIENT_ID: clientId } = given;
  const clientSecret = given.COPYDESK_OIDC_CLIENT_SECRET;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined;
  return {
    issuer,
    clientId,
    clientSecret,
    groupsClaim: given.COPYDESK_OIDC_GROUPS_CLAIM,
    signUp: {
      domains: some(given.COPYDESK_OIDC_DOMAINS),
      groups: some(given.COPYDESK_OIDC_GROUPS),
      role: given.COPYDESK_OIDC_ROLE,
    },
  };
}

function some(entries: string[] | undefined): string[] | undefined {
  return entries === undefined || entries.length === 0 ? undefined : entries;
}

function isDomain(text: string): boolean {
  return /^[a-z0-9\u0080-\uffff-]{1,63}(\.[a-z0-9\u0080-\uffff-]{1,63})+$/.test(text);
}

/** Requires https except on this machine: identities must not travel where others can read them. */
function isIssuer(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.search !== '' || url.hash !== '' || url.username !== '') return false;
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  return url.protocol === 'https:' || (url.protocol === 'http:' && isHere);
}
