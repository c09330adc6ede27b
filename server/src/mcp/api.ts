import { CopydeskError, Problem, endpoints } from '@copydesk/contract';
import type { Endpoint, EndpointName } from '@copydesk/contract';
import { z } from 'zod';

/** A request to the API of this server or another one, independent of the transport. */
export interface ApiRequest {
  method: Endpoint['method'];
  /** Includes the query string. */
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}

export interface ApiReply {
  status: number;
  text: string;
}

/**
 * Sends a request to the API with the MCP caller's key, so the API makes every check, counts every quota and creates
 * every error.
 */
export type CallApi = (request: ApiRequest) => Promise<ApiReply>;

/** The parameters of a request to an endpoint. */
export interface RequestParameters {
  /** Keyed by the parameter names in the endpoint's path. */
  path?: Record<string, string>;
  query?: Record<string, string>;
  body?: object;
  headers?: Record<string, string>;
}

/**
 * Sends a request to an endpoint of the contract and returns the body of its reply. @throws CopydeskError the error
 * that the API replied with.
 */
export async function callEndpoint(
  call: CallApi,
  name: EndpointName,
  parameters: RequestParameters = {},
): Promise<unknown> {
  const { method, path }: Endpoint = endpoints[name];
  const query = new URLSearchParams(parameters.query).toString();
  const filled = path.replace(/\{(\w+)\}/g, (_, key: string) => idOf(parameters.path?.[key]));
  const reply = await call({
    method,
    path: query === '' ? filled : `${filled}?${query}`,
    headers: { ...parameters.headers, ...(parameters.body && { 'content-type': 'application/json' }) },
    body: parameters.body && JSON.stringify(parameters.body),
  });
  const value = parse(reply.text);
  if (reply.status < 400 && value !== undefined) return value;
  throw refusalOf(reply.status, value);
}

/**
 * Makes an error from a reply. A server of another version may lack an endpoint or reply with an unknown error code;
 * the message says so in both cases.
 */
function refusalOf(status: number, value: unknown): Error {
  const { success, data: problem } = Problem.safeParse(value);
  if (success) {
    const isOlder = problem.code === 'route_not_found' || problem.code === 'method_not_allowed';
    const detail = isOlder ? `${problem.detail} The server may be older than this program.` : problem.detail;
    return new CopydeskError(problem.code, detail, { errors: problem.errors });
  }
  const { success: isProblem, data: unknown } = UnknownProblem.safeParse(value);
  if (!isProblem) return new Error(`The server answered ${status} with a reply that this program does not know.`);
  return new CopydeskError('internal', `${unknown.detail} (${unknown.code}: the server is newer than this program.)`);
}

/** The fields that the error replies of every version have. */
const UnknownProblem = z.object({ code: z.string(), detail: z.string() });

/**
 * Returns an id that is safe to put into a path: `..` would lead to another endpoint. @throws CopydeskError `not_found`
 */
function idOf(id = ''): string {
  if (/^\w+$/.test(id)) return id;
  throw new CopydeskError('not_found', 'There is no project or job with this id, or the key may not see it.');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
