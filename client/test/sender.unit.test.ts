import { describe, expect, test, vi } from 'vitest';
import { isApiError, openClient } from '../src/index.ts';
import type { ApiError, ClientOptions } from '../src/index.ts';
import { json, problem, stubServer } from './support/stub-server.ts';

const job = { id: 'job_1', status: 'active' };
const away = () =>
  Object.assign(new TypeError('fetch failed'), { cause: new Error('connect ECONNREFUSED 192.0.2.1:443') });

const failureOf = (call: Promise<unknown>): Promise<ApiError> =>
  call.then(
    () => Promise.reject(new Error('It did not fail')),
    (error: unknown) => (isApiError(error) ? error : Promise.reject(error)),
  );

const addKey = (options: ClientOptions) =>
  openClient(options).post('/v1/keys', { body: { name: 'CI', scopes: ['agent:read'] } });

const silence = (request: Request) =>
  new Promise<Response>((_, reject) => request.signal.addEventListener('abort', () => reject(request.signal.reason)));

describe('a request', () => {
  test('escapes its parameters, and sends the key', async () => {
    const { options, requests } = stubServer(json({ jobs: [], nextCursor: null }));
    await openClient(options).get('/v2/agent/{projectId}/jobs', {
      path: { projectId: 'a/b?c' },
      query: { q: 'log in & out', limit: 5, cursor: undefined },
    });
    expect(requests[0]?.url).toBe('https://desk.example.com/v2/agent/a%2Fb%3Fc/jobs?q=log+in+%26+out&limit=5');
    expect(requests[0]?.headers.get('authorization')).toBe('Bearer desk_secret');
    expect(requests[0]?.redirect).toBe('manual');
  });

  test.each(['', '.', '..'])('cannot leave its endpoint with the parameter %j', async (projectId) => {
    const { options, requests } = stubServer();
    await expect(openClient(options).createJob(projectId, { prompt: 'x' })).rejects.toThrow(/^projectId is/);
    expect(requests).toEqual([]);
  });

  test('with an empty reply returns null', async () => {
    const { options } = stubServer(new Response(null, { status: 204 }));
    const shareId = 'shr_1';
    const revoked = openClient(options).delete('/v1/projects/{projectId}/shares/{shareId}', {
      path: { projectId: 'prj_1', shareId },
    });
    expect(await revoked).toBeNull();
  });

  test.each(['ftp://desk.example.com', 'https://ann:secret@desk.example.com', 'https://desk.example.com/?a=1', 'desk'])(
    'is refused for an address such as %s',
    (url) => {
      expect(() => openClient({ url })).toThrow(TypeError);
    },
  );

  test('with a key that a header cannot contain is refused without showing the key', () => {
    expect(() => openClient({ url: 'https://desk.example.com', key: 'desk_secret\n' })).toThrow(/^(?!.*secret)/);
  });
});

describe('a job is created once', () => {
  test.each([
    ['the network fails', away()],
    ['the server is busy', problem(503, 'overloaded')],
    ['the database is away', problem(503, 'database_unavailable')],
    ['the quota is used up for a moment', problem(429, 'quota_exceeded')],
    ['the first request is still at work', problem(409, 'idempotency_key_in_flight')],
    ['a proxy has lost the server', new Response('<h1>Bad gateway</h1>', { status: 502 })],
  ])('when %s, with the same idempotency key', async (_, first) => {
    const { options, requests } = stubServer(first, json(job, 201));
    expect(await openClient(options).createJob('prj_1', { prompt: 'x' })).toEqual(job);
    const keys = requests.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toEqual([keys[0], keys[0]]);
    expect(keys[0]).toMatch(/^[\w-]{20,}$/);
    expect(await requests[1]?.json()).toEqual({ prompt: 'x' });
  });

  test('with another idempotency key for each call, or with the given one', async () => {
    const { options, requests } = stubServer(json(job, 201), json(job, 201), json(job, 201));
    const desk = openClient(options);
    await desk.createJob('prj_1', { prompt: 'x' });
    await desk.createJob('prj_1', { prompt: 'x' });
    await desk.createJob('prj_1', { prompt: 'x' }, { idempotencyKey: 'release-1' });
    const keys = requests.map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(3);
    expect(keys[2]).toBe('release-1');
  });
});

describe('a call that must not be repeated', () => {
  test('is not sent again if its result is unknown', async () => {
    const { options, requests } = stubServer(away());
    const failure = await failureOf(addKey(options));
    expect(failure.code).toBe('unreachable');
    expect(failure.message).toBe('The server cannot be reached: connect ECONNREFUSED 192.0.2.1:443.');
    expect(requests).toHaveLength(1);
  });

  test('is sent again if the server has not begun', async () => {
    const { options, requests } = stubServer(problem(503, 'draining'), json({}, 201));
    await addKey(options);
    expect(requests).toHaveLength(2);
  });
});

describe('an error', () => {
  test('contains the code, status, request id and text of the server', async () => {
    const { options, requests } = stubServer(problem(404, 'not_found', '7'));
    const failure = await failureOf(openClient(options).readJob('prj_1', 'job_1'));
    expect(failure).toMatchObject({ code: 'not_found', status: 404, requestId: 'req_1', retryAfterSeconds: 7 });
    expect(failure.message).toBe('It is not_found.');
    expect(requests).toHaveLength(1);
  });

  test('is thrown at once if the pause would be too long', async () => {
    const { options, requests } = stubServer(problem(429, 'quota_exceeded', '3600'));
    const failure = await failureOf(openClient(options).readJob('prj_1', 'job_1'));
    expect(failure.retryAfterSeconds).toBe(3600);
    expect(requests).toHaveLength(1);
  });

  test('is thrown after the last retry', async () => {
    const { options, requests } = stubServer(...Array.from({ length: 3 }, () => problem(503, 'overloaded')));
    const failure = await failureOf(openClient({ ...options, retries: 2 }).readJob('prj_1', 'job_1'));
    expect(failure.code).toBe('overloaded');
    expect(requests).toHaveLength(3);
  });

  test.each([
    [
      'a page of a proxy',
      new Response('<h1>Sign in</h1>', { headers: { 'content-type': 'text/html' } }),
      '200 (text/html)',
    ],
    [
      'half of an answer',
      new Response('{"jobs":', { headers: { 'content-type': 'application/json' } }),
      '200 (application/json)',
    ],
    [
      'an error of another program',
      new Response('no', { status: 404, headers: { 'content-type': 'text/plain' } }),
      '404 (text/plain)',
    ],
    [
      'a redirect',
      new Response(null, { status: 301, headers: { location: 'https://other.example.com/' } }),
      'redirects to https://other.example.com/',
    ],
  ])('is thrown for %s', async (_, answer, words) => {
    const { options, requests } = stubServer(answer);
    const failure = await failureOf(openClient(options).readJob('prj_1', 'job_1'));
    expect(failure.code).toBe('unexpected_reply');
    expect(failure.message).toContain(words);
    expect(requests).toHaveLength(1);
  });

  test('does not contain the key in any property', async () => {
    const { options } = stubServer(away());
    const failure = await failureOf(openClient({ ...options, retries: 0 }).readJob('prj_1', 'job_1'));
    const { inspect } = await import('node:util');
    expect(inspect(failure, { depth: 9, showHidden: true })).not.toContain('desk_secret');
  });
});

describe('a call ends', () => {
  test('with the reason of its signal, while it waits for a retry', async () => {
    const controller = new AbortController();
    const { options, requests } = stubServer(problem(503, 'overloaded', '50'));
    const reading = openClient(options).readJob('prj_1', 'job_1', { signal: controller.signal });
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    controller.abort(new Error('enough'));
    await expect(reading).rejects.toThrow('enough');
  });

  test('before it is sent, if the signal aborted before', async () => {
    const { options, requests } = stubServer();
    const signal = AbortSignal.abort(new Error('never'));
    await expect(openClient(options).readJob('prj_1', 'job_1', { signal })).rejects.toThrow('never');
    expect(requests).toEqual([]);
  });

  test('if the server sends nothing for too long', async () => {
    const { options } = stubServer(silence);
    const failure = await failureOf(
      openClient({ ...options, retries: 0, timeoutSeconds: 0.01 }).readJob('prj_1', 'job_1'),
    );
    expect(failure).toMatchObject({ code: 'unreachable', message: 'The server did not answer within 0.01 seconds.' });
  });
});
