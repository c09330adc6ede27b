import { CopydeskError, Problem, endpoints } from '@copydesk/contract';
import type { Endpoint, EndpointName } from '@copydesk/contract';

/** A request to the API of this or another server, whoever carries it there. */
export interface ApiRequest {
  method: Endpoint['method'];
  /** With its query. */
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}

export interface ApiReply {
  status: number;
  text: string;
}

/** Asks the API with the key of whoever uses MCP: every check, quota and error is the API's. */
export type CallApi = (request: ApiRequest) => Promise<ApiReply>;

/** What an endpoint is asked with. */
export interface Asked {
  /** By the names in the endpoint's path. */
  path?: Record<string, string>;
  query?: Record<string, string>;
  body?: object;
  headers?: Record<string, string>;
}

/** Asks an endpoint of the contract and answers the body of its reply. @throws CopydeskError as the API has answered it. */
export async function ask(call: CallApi, name: EndpointName, asked: Asked = {}): Promise<unknown> {
  const { method, path }: Endpoint = endpoints[name];
  const query = new URLSearchParams(asked.query).toString();
  const filled = path.replace(/\{(\w+)\}/g, (_, key: string) => idOf(asked.path?.[key]));
  const reply = await call({
    method,
    path: query === '' ? filled : `${filled}?${query}`,
    headers: { ...asked.headers, ...(asked.body && { 'content-type': 'application/json' }) },
    body: asked.body && JSON.stringify(asked.body),
  });
  const value = parse(reply.text);
  if (reply.status < 400 && value !== undefined) return value;
  const problem = Problem.safeParse(value).data;
  if (problem === undefined) throw new Error(`The server answered ${reply.status} with what is none of its replies.`);
  throw new CopydeskError(problem.code, problem.detail, { errors: problem.errors });
}

/** What cannot be an id is not sent: `..` in a path would lead to another endpoint. @throws CopydeskError `not_found` */
function idOf(id = ''): string {
  if (/^\w+$/.test(id)) return id;
  throw new CopydeskError('not_found', 'There is no project or job of this id, or the key may not see it.');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
