import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { Scope } from './person/scopes.ts';

/** One endpoint of the API: everything that the server, the OpenAPI file and the clients must agree on. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path with `{name}` parameters (RFC 6570 level 1). */
  path: string;
  summary: string;
  description: string;
  /**
   * Set on an endpoint that remains only for existing clients, with the endpoint of the contract that new ones use
   * instead.
   */
  deprecated?: { use: string };
  /** The scope that a key needs. Null where no key is needed, since a signature proves who the sender is. */
  scope: Scope | null;
  /** Whether a person who is an editor may call it as well, whatever its scope. */
  editors?: true;
  /** Whether any person may call it, whatever their role, since it returns what the pages show them. */
  people?: true;
  /** Whether any key and any person may call it, whatever their scopes. */
  anyScope?: true;
  /** Whether it belongs to the caller's own account: any person may call it, and no key. */
  account?: true;
  query?: z.ZodObject;
  headers?: z.ZodObject;
  body?: z.ZodType;
  /** The schema of each successful reply by its status; `z.null()` for an empty one. */
  replies: Record<number, z.ZodType>;
  /** Codes in addition to those that any endpoint can return. */
  errors: ErrorCode[];
  /** Whether browsers may call it without a key, from the origins that the project allows. */
  keyless?: true;
  /** Whether the 200 may also be a stream of Server-Sent Events. */
  stream?: true;
  /**
   * Whether the 200 may also be CSV or JSON lines (`application/x-ndjson`), by `Accept`: a table with totals, or the
   * pages of a list.
   */
  tables?: true | 'pages';
  /** Whether the 200 may also be Markdown (RFC 7763), by `Accept`. */
  markdown?: true;
}

/** Codes that any endpoint with a project in its path can return. */
export const commonErrors: ErrorCode[] = [
  'credentials_required',
  'invalid_token',
  'insufficient_scope',
  'address_not_allowed',
  'forbidden_origin',
  'not_found',
  'invalid_request',
  'overloaded',
  'draining',
  'database_unavailable',
  'internal',
];

/** Lists the codes that an endpoint can return. */
export function errorsOf({ scope, errors }: Endpoint): ErrorCode[] {
  const common = scope === null ? commonErrors.filter((code) => !ofKeys.has(code)) : commonErrors;
  return [...common, ...errors];
}

const ofKeys = new Set<ErrorCode>([
  'credentials_required',
  'invalid_token',
  'insufficient_scope',
  'address_not_allowed',
  'forbidden_origin',
  'not_found',
]);

/** Codes of replies to requests that reach no endpoint. */
export const routingErrors: ErrorCode[] = ['route_not_found', 'method_not_allowed', 'headers_too_large'];

/** Codes that any endpoint that reads a body can return. */
export const bodyErrors: ErrorCode[] = [
  'unsupported_media_type',
  'payload_too_large',
  'invalid_json',
  'request_timeout',
];

/** Codes of any endpoint that reads the repository of a project. */
export const readingRepository: ErrorCode[] = [
  'repository_unreachable',
  'storage_full',
  'repository_not_found',
  'repository_unauthorized',
  'repository_empty',
  'repository_invalid',
  'ref_not_found',
  'code_host_forbidden',
];
