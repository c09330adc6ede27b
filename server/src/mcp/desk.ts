import { CopydeskError, Me, endpoints } from '@copydesk/contract';
import type { Endpoint } from '@copydesk/contract';
import { ask } from './api.ts';
import type { CallApi } from './api.ts';
import type { Tool } from './tools.ts';

/** What MCP reaches, for one client. */
export interface Desk {
  call: CallApi;
  /** The project of calls that name none; where there is none either, the key says it. */
  project?: string;
  /** Whether nothing may be changed, whatever the key allows. */
  readOnly: boolean;
  version: string;
  /** Begins to listen for news of a job that the caller may see. @throws CopydeskError `overloaded` */
  listen: (jobId: string) => JobNews;
  /** A fault that is no answer to anybody. */
  onFault: (error: unknown) => void;
}

/** What wakes who waits for a job. */
export interface JobNews {
  /** Resolves when there may be something new, and after the time. */
  next(milliseconds: number): Promise<unknown>;
  end(): void;
}

/** Who asks, and what their key allows. */
export async function readMe({ call }: Pick<Desk, 'call'>): Promise<Me> {
  return Me.parse(await ask(call, 'getMe'));
}

/** The project of a call. @throws CopydeskError `invalid_request` where nothing says which. */
export async function projectOf(desk: Pick<Desk, 'call' | 'project'>, named: string | undefined): Promise<string> {
  const known = named ?? desk.project ?? (await readMe(desk)).project?.id;
  if (known !== undefined) return known;
  const detail = 'is missing, and the key is not for one project';
  throw new CopydeskError(
    'invalid_request',
    `The argument "project" ${detail}. Give the id of the project, from its page or by "list_projects".`,
    { errors: [{ pointer: '/project', detail }] },
  );
}

/** Whether a tool is offered: not what the key cannot do, nor what changes something where nothing may be. */
export function isOffered({ readOnly }: Pick<Desk, 'readOnly'>, { scopes }: Pick<Me, 'scopes'>, tool: Tool): boolean {
  const { scope }: Endpoint = endpoints[tool.endpoint];
  return (tool.isReading || !readOnly) && (scope === null || scopes.includes(scope) || scopes.includes('admin'));
}
