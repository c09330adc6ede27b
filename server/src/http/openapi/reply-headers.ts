import type { Endpoint } from '@copydesk/contract';

/** Returns the headers of a successful reply of an endpoint, by their names. */
export function replyHeadersOf(endpoint: Endpoint, status: number): Record<string, object> {
  const headers: Record<string, object> = { 'X-Request-Id': text('Names the request in the log of the server') };
  if (status === 201) headers.Location = text('The address of what was created');
  if (endpoint.replies[304] !== undefined) headers.ETag = text('Changes when the job does');
  if (endpoint.headers?.shape['idempotency-key'] !== undefined) {
    headers['Idempotency-Replayed'] = text('`true` when the key had been answered before');
  }
  if (endpoint.deprecated !== undefined) Object.assign(headers, deprecationHeaders);
  if (endpoint.deprecated !== undefined && endpoint.stream) Object.assign(headers, sessionHeaders);
  if (endpoint.tables === true) Object.assign(headers, tableHeaders);
  if (endpoint.tables === 'pages') headers.Link = text('The next page, `rel="next"`, where there is one');
  if (endpoint.errors.includes('quota_exceeded') && !endpoint.keyless && !endpoint.account)
    Object.assign(headers, quotaHeaders);
  return headers;
}

const tableHeaders = {
  Link: text('The next page of results, `rel="next"`, where `hasMore` is true'),
  'Copydesk-Totals': text('The totals, of CSV and JSON lines: `human=412, ai=168, total=580`'),
  'Copydesk-Range': text(
    'Where the range was widened to whole days: which is answered, as `from/to`; `..` where it has no limit',
  ),
};

const deprecationHeaders = {
  Deprecation: text('Since when the endpoint is deprecated (RFC 9745)'),
  Link: text('The same in the newer version, `rel="successor-version"`'),
};

const sessionHeaders = {
  'X-Session-Id': text('The id of the job'),
  'X-Branch-Name': text('The branch that the job is to work on, as far as that is known yet; encoded as in an address'),
};

const quotaHeaders = {
  'RateLimit-Policy': text('The quota, as of draft-ietf-httpapi-ratelimit-headers-10'),
  RateLimit: text('What is left of the quota, and the seconds until it is whole again'),
};

function text(description: string): object {
  return { description, schema: { type: 'string' } };
}
