import { commonErrors, endpoints, errorCodes, errorGuide, errorTable, routingErrors } from '../src/index.ts';
import type { Endpoint, ErrorCode } from '../src/index.ts';

/** Returns `docs/errors.md`, generated from the error table and the endpoints. */
export function errorsDocument(): string {
  const ofApi = errorCodes.filter((code) => placesOf(code) !== '');
  const others = errorCodes.filter((code) => placesOf(code) === '');
  return `---
description: "Every error code of the API, of failed jobs and of the command: what it means, and what to do."
---

# Errors

Every error reply of the API is \`application/problem+json\` (RFC 9457) with a \`code\` from this page. A code and its
meaning never change. \`type\` is an address that answers with the code's row, and explains it to a browser; \`detail\` says what was found, what is
needed and what to do; \`errors\` names each bad field by a JSON pointer, a parameter or a header; \`requestId\` finds the
request in the server's log. *Again* says whether the same request may succeed later without a change; where the server
knows when, \`Retry-After\` says it.

## Replies of the API

| code | status | title | again | where |
|---|---|---|---|---|
${ofApi.map((code) => `| ${columnsOf(code)} | ${placesOf(code)} |`).join('\n')}

## In the \`error\` of a failed job, on pages, and on the command line

| code | status | title | again |
|---|---|---|---|
${others.map((code) => `| ${columnsOf(code)} |`).join('\n')}

## What they mean, and what to do

| code | what it means | what to do |
|---|---|---|
${errorCodes.map((code) => `| \`${code}\` | ${errorGuide[code].means} | ${errorGuide[code].todo} |`).join('\n')}
`;
}

function columnsOf(code: ErrorCode): string {
  const { status, title, retryable } = errorTable[code];
  return `\`${code}\` | ${status} | ${title} | ${retryable ? 'yes' : 'no'}`;
}

function placesOf(code: ErrorCode): string {
  if (routingErrors.includes(code)) return 'any address';
  if (commonErrors.includes(code)) return 'every endpoint';
  const places = Object.entries<Endpoint>(endpoints).filter(([, endpoint]) => endpoint.errors.includes(code));
  return places.map(([name]) => name).join(', ');
}
