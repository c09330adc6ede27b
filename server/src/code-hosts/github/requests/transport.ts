import type { Octokit } from '@octokit/core';
import type { HostAccess } from '../../access.ts';
import { answerBytes } from '../../requests/host-http.ts';
import type { AppKey } from '../access/app-key.ts';
import { unreachable } from './unreachable.ts';

/** A reply of GitHub, whatever its status. */
export interface Answer {
  status: number;
  /** By lower-case name. */
  headers: Readonly<Record<string, string | undefined>>;
  data: unknown;
}

export type Parameters = Readonly<Record<string, unknown>>;

/**
 * Sends one request such as `GET /repos/{owner}/{repo}`, for the repository of the access, once: the job itself waits
 * for a limit to pass.
 */
export type Transport = (
  route: string,
  parameters: Parameters,
  headers: Readonly<Record<string, string>>,
) => Promise<Answer>;

/**
 * The version of the API that the requests are written for:
 * https://docs.github.com/rest/about-the-rest-api/api-versions
 */
const apiVersion = '2022-11-28';

/**
 * Redirects are not followed, since they mean that a repository has moved, and would send the credential elsewhere.
 * With the key of an App, it signs requests, corrected by the clock that GitHub reports.
 *
 * @throws CopydeskError `code_host_unreachable` when no reply came, or only part of one.
 */
export function githubTransport(access: HostAccess, key?: AppKey): Transport {
  const { apiUrl, timeoutMilliseconds } = access;
  const [owner = '', repo = ''] = access.repository.split('/');
  let octokit: Promise<Octokit> | undefined;
  return async (route, parameters, headers) => {
    const { request } = await (octokit ??= load(apiUrl, key));
    const signal = AbortSignal.timeout(timeoutMilliseconds);
    const options = {
      // A parameter that the route does not name would become part of the query or the body.
      ...(route.includes('{repo}') ? { owner, repo } : {}),
      ...parameters,
      headers: { 'x-github-api-version': apiVersion, ...headers },
      request: { signal, redirect: 'manual' as const, fetch: boundedFetch },
    };
    try {
      const { status, headers: received, data } = await request(route, options);
      // The client returns the body of an interrupted reply as an empty text.
      if (signal.aborted || (status === 200 && data === '')) throw new Error('the answer broke off');
      return { status, headers: headersByName(received), data };
    } catch (error) {
      const refusal = answerOf(error);
      if (refusal !== undefined) return refusal;
      throw unreachable({ apiUrl, timeoutMilliseconds }, error, signal.aborted);
    }
  };
}

/** A proxy in between may send an endless reply. */
async function boundedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  if (response.body === null) return response;
  let bytes = 0;
  const bound = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > answerBytes) controller.error(new Error('The answer is too large.'));
      else controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(bound), { status, statusText, headers });
}

/** The client's own log is disabled: it would write to the console, and quotes requests. */
async function load(baseUrl: string, key: AppKey | undefined): Promise<Octokit> {
  const { Octokit: Client } = await import('@octokit/core');
  const log = { debug: doNothing, info: doNothing, warn: doNothing, error: doNothing };
  const options = { baseUrl, userAgent: 'copydesk', log, request: { log } };
  if (key === undefined) return new Client(options);
  const { createAppAuth } = await import('@octokit/auth-app');
  return new Client({ ...options, authStrategy: createAppAuth, auth: key });
}

function doNothing(): void {}

/** The client throws replies that are no success; an error without a response is not a reply. */
function answerOf(error: unknown): Answer | undefined {
  if (!(error instanceof Error) || !('response' in error)) return undefined;
  const { response } = error;
  if (typeof response !== 'object' || response === null) return undefined;
  if (!('status' in response) || typeof response.status !== 'number' || !('headers' in response)) return undefined;
  return {
    status: response.status,
    headers: headersByName(response.headers),
    data: 'data' in response ? response.data : '',
  };
}

function headersByName(headers: unknown): Record<string, string | undefined> {
  const entries = Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)]);
  return Object.fromEntries(entries);
}
