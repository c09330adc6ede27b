import { CopydeskError, JobDiff, JobPages, Readability } from '@copydesk/contract';
import { callEndpoint } from './api.ts';
import { projectOf } from './connection.ts';
import type { McpConnection } from './connection.ts';
import { followJob } from './follow-job.ts';
import type { InputSchema } from './input-schema.ts';
import { readArguments } from './read-arguments.ts';
import { shortDiff } from './short-diff.ts';
import { shortJobPages, shortReadability } from './short-readability.ts';
import type { Tool } from './tools.ts';

/** The client of a call: whether it has disconnected, and how to report progress to it. */
export interface ToolClient {
  signal: AbortSignal;
  progress: (done: number, text: string) => Promise<void>;
}

/** Runs a tool. @throws CopydeskError as the API would. */
export async function runTool(
  connection: McpConnection,
  { tool, schema }: { tool: Tool; schema: InputSchema },
  given: object,
  client: ToolClient,
): Promise<object> {
  if (connection.readOnly && !tool.isReading) throw readsOnly();
  const { parameters, own, project } = readArguments(tool, schema, given);
  if (connection.readOnly && asksModel(tool, parameters.query)) throw readsOnly();
  const inProject = schema.properties['project'] !== undefined;
  const { id = '' } = parameters.path ?? {};
  const projectId = inProject ? await projectOf(connection, project) : '';
  if (tool.kind === 'follow') {
    const onEntry = async ({ text }: { text: string }, count: number) => await client.progress(count, text);
    return await followJob(connection, { projectId, id }, own, { signal: client.signal, onEntry });
  }
  const value = await callEndpoint(connection.call, tool.endpoint, { ...parameters, path: { projectId, id } });
  return presented(tool, value, own);
}

/** Whether a call of a reading tool costs something: it asks a model. */
function asksModel({ spends: name }: Tool, query: Record<string, string> = {}): boolean {
  return name !== undefined && query[name] === 'true';
}

/** Shortens what a model need not read whole. */
function presented(tool: Tool, value: unknown, own: Record<string, string>): object {
  if (tool.kind === 'diff') return shortDiff(JobDiff.parse(value), own['path']);
  if (tool.kind === 'pages') return shortJobPages(JobPages.parse(value), own['path']);
  if (tool.kind === 'readability') return shortReadability(Readability.parse(value));
  return typeof value === 'object' && value !== null ? value : { value };
}

function readsOnly(): CopydeskError {
  return new CopydeskError(
    'insufficient_scope',
    'This connection is read-only. Use the address without "/read-only", or the command without "--read-only".',
  );
}
