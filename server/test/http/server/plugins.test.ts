import { CopydeskError } from '@copydesk/contract';
import { expect, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';
import { rawConnection } from '../support/raw.ts';

test('a plugin adds routes with their own bodies, inside the hooks and the error form of the server', async () => {
  await using api = await startApi({
    plugins: [
      (app) => {
        app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) => done(null, body));
        app.post('/echo', async (request) => ({ said: request.body }));
      },
      async (app) => {
        app.get('/fails', async () => {
          throw new CopydeskError('merge_conflict', 'The branches conflict in a.md.');
        });
        app.get('/asks', async (_request, reply) => {
          reply.header('www-authenticate', 'Basic realm="x"');
          throw new CopydeskError('credentials_required', 'Give a password.');
        });
      },
    ],
  });
  const said = await api.send('POST', '/echo', { key: null, body: 'hello' });
  expect(said).toMatchObject({ status: 200, json: { said: 'hello' } });
  const typed = { 'content-type': 'application/json' };
  const other = await fetch(`http://127.0.0.1:${api.port}/echo`, { method: 'POST', body: '{}', headers: typed });
  expect(other.status).toBe(415);
  const failed = await fetch(`http://127.0.0.1:${api.port}/fails`);
  expect(await failed.json()).toMatchObject({ code: 'merge_conflict', detail: 'The branches conflict in a.md.' });
  const asked = await fetch(`http://127.0.0.1:${api.port}/asks`);
  expect(asked.headers.get('www-authenticate')).toBe('Basic realm="x"');
  expectProblem(await api.send('DELETE', '/echo', { key: null }), 'method_not_allowed');
});

test('a client that waits for 100 Continue gets it when a plugin’s route takes bodies', async () => {
  await using api = await startApi({
    plugins: [
      (app) => {
        app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
        app.post('/echo', async (request) => request.body);
      },
    ],
  });
  using connection = await rawConnection(api.port);
  connection.send(
    'POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n',
  );
  expect(await connection.until((text) => text.includes('\r\n\r\n'))).toBe('HTTP/1.1 100 Continue\r\n\r\n');
  connection.send('hello');
  expect(await connection.reply()).toMatchObject({ status: 200, body: 'hello' });
});
