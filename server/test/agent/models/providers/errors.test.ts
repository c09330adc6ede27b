import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Server } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { anyPort } from '../../../support/server-process.ts';
import { modelServer } from '../../../support/model-server.ts';
import { certificate, key } from '../../../support/tls.ts';
import { everything, failure, modelAt, names, secretKey } from './rig.ts';
import { anthropicErrors } from './published/anthropic.ts';
import { compatibleErrors } from './published/compatible.ts';
import { googleErrors } from './published/google.ts';
import { openaiErrors } from './published/openai.ts';

const published = [
  ['anthropic/claude-sonnet-5-5', anthropicErrors],
  ['openai/gpt-5', openaiErrors],
  ['google/gemini-2.5-pro', googleErrors],
  ['compatible/llama3', compatibleErrors],
] as const;

describe.each(published)('the published errors of %s', (name, errors) => {
  test.each(errors)('$what', async ({ reply, says, code, retryable, retryAfterSeconds }) => {
    await using server = await modelServer(() => reply);
    const error = await failure(await modelAt(name, server.url));
    expect(error).toMatchObject({ code, retryable, retryAfterSeconds });
    expect(error.message).toMatch(says);
    expect(server.requests).toHaveLength(1);
  });
});

describe.each(names)('%s', (name) => {
  test('an error in which the provider repeats the key and the prompt contains neither', async () => {
    const message = `Bad key ${secretKey}\n  and Bearer ${secretKey}: "Rename Acme Cloud."${'x'.repeat(1_000)}`;
    await using server = await modelServer(() => ({
      status: 401,
      headers: { 'x-echo': secretKey },
      body: { error: { message, type: 'authentication_error', code: 401, status: 'UNAUTHENTICATED' }, type: 'error' },
    }));
    const error = await failure(await modelAt(name, server.url));
    expect(error.code).toBe('model_not_configured');
    expect(error.message).toContain('Bad key … and Bearer …');
    expect(error.message.length).toBeLessThan(500);
    expect(everything(error)).not.toContain(secretKey);
    expect(everything(error)).not.toContain('You edit docs.');
  });

  test('no server at the address', async () => {
    const error = await failure(await modelAt(name, `http://127.0.0.1:${await anyPort()}`));
    expect(error).toMatchObject({ code: 'model_failed', retryable: true });
    expect(error.message).toMatch(/nothing listens at http:\/\/127\.0\.0\.1:\d+\/v1.*_BASE_URL/);
  });

  test('a host that does not exist', async () => {
    const error = await failure(await modelAt(name, 'http://models.invalid'));
    expect(error.message).toMatch(/does not exist|could not be looked up/);
    expect(error.message).toContain('models.invalid');
  });

  test('https to a server with only http', async () => {
    await using server = await modelServer();
    const error = await failure(await modelAt(name, server.url.replace('http:', 'https:')));
    expect(error.code).toBe('model_not_configured');
    expect(error.message).toMatch(/whether it is http or https/);
  });

  test('something that is not a web server', async () => {
    const server = createServer((socket) => socket.once('data', () => socket.end('SSH-2.0-OpenSSH_9.6\r\n'))).listen(
      0,
      '127.0.0.1',
    );
    await once(server, 'listening');
    const error = await failure(await modelAt(name, `http://127.0.0.1:${portOf(server)}`));
    expect(error).toMatchObject({ code: 'model_not_configured' });
    server.close();
  });

  test('an untrusted certificate', async () => {
    const server = createTlsServer({ key, cert: certificate }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const error = await failure(await modelAt(name, `https://127.0.0.1:${portOf(server)}`));
    expect(error).toMatchObject({ code: 'model_not_configured' });
    expect(error.message).toMatch(/certificate of https.*is not trusted.*NODE_EXTRA_CA_CERTS/);
    server.close();
  });
});

function portOf(server: Server): number {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port');
  return address.port;
}
