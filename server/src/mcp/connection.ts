import { CopydeskError, Me, NamedProjectList, endpoints } from '@copydesk/contract';
import type { Endpoint } from '@copydesk/contract';
import { callEndpoint } from './api.ts';
import type { CallApi } from './api.ts';
import type { Tool } from './tools.ts';

/** What MCP can reach on behalf of one client. */
export interface McpConnection {
  call: CallApi;
  /** The project of calls that name none. Without it, the key's own project is used. */
  project?: string;
  /** Whether nothing may be changed, whatever the key allows. */
  readOnly: boolean;
  version: string;
  /** Subscribes to news of a job that the caller may see. @throws CopydeskError `overloaded` */
  listen: (jobId: string) => JobNews;
  /** Receives internal faults that must not be sent to a client. */
  onFault: (error: unknown) => void;
}

/** A subscription that wakes a caller that waits for a job. */
export interface JobNews {
  /** Resolves when the job may have changed, and at the latest after this time. */
  next(milliseconds: number): Promise<unknown>;
  end(): void;
}

/** Returns who the caller is and what their key allows. */
export async function readMe({ call }: Pick<McpConnection, 'call'>): Promise<Me> {
  return Me.parse(await callEndpoint(call, 'getMe'));
}

/**
 * Returns the project of a call: the only one that the key may use, if neither the call nor the connection names one.
 *
 * @throws CopydeskError `invalid_request` when there are several, or none.
 */
export async function projectOf(
  connection: Pick<McpConnection, 'call' | 'project'>,
  named: string | undefined,
): Promise<string> {
  const known = named ?? connection.project;
  if (known !== undefined) return known;
  const listed = await callEndpoint(connection.call, 'listMyProjects', { query: { limit: '2' } });
  const [only, another] = NamedProjectList.parse(listed).projects;
  if (only !== undefined && another === undefined) return only.id;
  const detail =
    only === undefined ? 'is missing, and there is no project' : 'is missing, and there are several projects';
  throw new CopydeskError(
    'invalid_request',
    `The argument "project" ${detail}. Give the id of the project, from its page or by "list_projects".`,
    { errors: [{ pointer: '/project', detail }] },
  );
}

/**
 * Whether a tool is offered: the key must allow it, and a read-only connection offers only tools that change nothing.
 */
export function isOffered(
  { readOnly }: Pick<McpConnection, 'readOnly'>,
  { scopes }: Pick<Me, 'scopes'>,
  tool: Tool,
): boolean {
  const { scope }: Endpoint = endpoints[tool.endpoint];
  return (tool.isReading || !readOnly) && (scope === null || scopes.includes(scope) || scopes.includes('admin'));
}
