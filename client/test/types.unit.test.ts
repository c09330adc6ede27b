import { expectTypeOf, test } from 'vitest';
import type { Client, ErrorCode, Job, PageViews } from '../src/index.ts';
import { isApiError } from '../src/index.ts';

/** Never called: `npm run types` compiles it, and fails when an expected error does not occur. */
export async function refused(desk: Client, error: unknown): Promise<void> {
  const path = { projectId: 'prj_1' };
  // @ts-expect-error A field that does not exist.
  await desk.createJob('prj_1', { prompt: 'x', prompts: 'y' });
  // @ts-expect-error A field that is missing.
  await desk.sendMessage('prj_1', 'job_1', {});
  // @ts-expect-error A status that no job has.
  desk.jobs('prj_1', { status: 'done' });
  // @ts-expect-error A number given as a string.
  desk.views('prj_1', { limit: '5' });
  // @ts-expect-error The pages are its own.
  desk.views('prj_1', { offset: 5 });
  // @ts-expect-error A path that does not exist.
  await desk.get('/v2/agent/{projectId}/job', { path });
  // @ts-expect-error A parameter that does not exist.
  await desk.get('/v2/agent/{projectId}/jobs', { path: { projectId: 'prj_1', id: 'job_1' } });
  // @ts-expect-error A parameter that is missing.
  await desk.get('/v2/agent/{projectId}/jobs');
  // @ts-expect-error A query that does not exist.
  await desk.get('/v2/agent/{projectId}/jobs', { path, query: { state: 'active' } });
  // @ts-expect-error A scope that does not exist.
  await desk.post('/v1/keys', { body: { name: 'CI', scopes: ['agent'] } });
  // @ts-expect-error An endpoint that knows no idempotency key.
  await desk.post('/v1/webhooks/{projectId}', { path, body: { url: 'https://a.example' }, idempotencyKey: 'k' });
  // @ts-expect-error A field of the response that does not exist.
  await desk.get('/v1/me').then((me) => me.nickname);
  // @ts-expect-error A code that does not exist.
  isApiError(error, 'teapot');
}

test('results of calls have the types of the OpenAPI file', () => {
  expectTypeOf<ReturnType<Client['createJob']>>().resolves.toEqualTypeOf<Job>();
  expectTypeOf<ReturnType<Client['views']>>().toEqualTypeOf<AsyncGenerator<PageViews, void>>();
  expectTypeOf<Job['status']>().toEqualTypeOf<'active' | 'completed' | 'archived' | 'failed'>();
  expectTypeOf<'unreachable' | 'job_archived'>().toExtend<ErrorCode>();
  expectTypeOf<ReturnType<typeof listKeys>>().resolves.toHaveProperty('nextCursor').toEqualTypeOf<string | null>();
  expectTypeOf<ReturnType<typeof revokeKey>>().resolves.toEqualTypeOf<null>();
});

const listKeys = (desk: Client) => desk.get('/v1/keys');
const revokeKey = (desk: Client) => desk.delete('/v1/keys/{keyId}', { path: { keyId: 'key_1' } });
