import { CopydeskError, Job } from '@copydesk/contract';
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { callEndpoint } from './api.ts';
import type { McpConnection } from './connection.ts';
import { resultOf } from './result.ts';

/** The extension that allows answering a call with a task (https://github.com/modelcontextprotocol/ext-tasks). */
export const tasksExtension = 'io.modelcontextprotocol/tasks';

/** How often a client should poll a task. */
const pollMilliseconds = 3_000;

const TaskId = z.object({ taskId: z.string().max(200) });

/**
 * Returns the task of a job that was just created. The job is in the database, so any process can answer later requests
 * for the task.
 */
export function taskOfNew(projectId: string, created: object): Record<string, unknown> {
  const job = Job.parse(created);
  return { resultType: 'task', ...taskOf(projectId, job), content: [] };
}

/** Adds the three methods of the extension. A task is a job; its id consists of the project's id and the job's id. */
export function addTasks(
  { server }: McpServer,
  connection: McpConnection,
  orFail: <T>(work: () => Promise<T>) => Promise<T>,
): void {
  server.setRequestHandler(
    'tasks/get',
    { params: TaskId },
    async ({ taskId }) =>
      await orFail(async () => {
        const path = pathOf(taskId);
        return { ...taskOf(path.projectId, Job.parse(await callEndpoint(connection.call, 'getJob', { path }))) };
      }),
  );
  server.setRequestHandler(
    'tasks/cancel',
    { params: TaskId },
    async ({ taskId }) =>
      await orFail(async () => {
        if (connection.readOnly) throw new CopydeskError('insufficient_scope', 'This connection is read-only.');
        await callEndpoint(connection.call, 'archiveJob', { path: pathOf(taskId) });
        return {};
      }),
  );
  // A job asks the client nothing, so there is nothing to update, but an unknown task must still be an error.
  server.setRequestHandler(
    'tasks/update',
    { params: TaskId.loose() },
    async ({ taskId }) =>
      await orFail(async () => {
        await callEndpoint(connection.call, 'getJob', { path: pathOf(taskId) });
        return {};
      }),
  );
}

/**
 * Returns a job as a task. A failed job is `completed` with an error result, because `failed` is for calls that got no
 * result. An archived job is `cancelled`.
 */
function taskOf(projectId: string, job: Job): Record<string, unknown> {
  const status = job.status === 'active' ? 'working' : job.status === 'archived' ? 'cancelled' : 'completed';
  return {
    taskId: `${projectId}/${job.id}`,
    status,
    statusMessage: job.outcome?.text ?? `The job is ${job.status}: ${job.page}`,
    createdAt: job.createdAt,
    lastUpdatedAt: job.archivedAt ?? job.createdAt,
    ttlMs: null,
    pollIntervalMs: pollMilliseconds,
    ...(status === 'completed' && { result: { ...resultOf(job), isError: job.status === 'failed' } }),
  };
}

function pathOf(taskId: string): { projectId: string; id: string } {
  const [projectId = '', id = ''] = taskId.split('/', 2);
  return { projectId, id };
}
