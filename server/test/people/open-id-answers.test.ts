import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { signInByOpenId } from '../../src/desk/sessions/sign-in-by-open-id.ts';
import { openIdProvider } from '../../src/open-id/provider.ts';
import { anyPort } from '../support/server-process.ts';
import { testDatabase } from '../support/database.ts';

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const callback = 'http://127.0.0.1/sign-in/openid/callback';
const expected = { state: 'the-state', nonce: 'the-nonce', verifier: 'v'.repeat(43) };

/** What the provider answers at its token endpoint. */
interface Answer {
  status: number;
  body: string;
}

let server: Server;
let issuer: string;
let answer: Answer;

beforeAll(async () => {
  const port = await anyPort();
  issuer = `http://127.0.0.1:${port}`;
  server = createServer((request, response) => {
    const send = (status: number, body: string) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    if (request.url === '/jwks')
      return send(
        200,
        JSON.stringify({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256' }] }),
      );
    if (request.url === '/token') return send(answer.status, answer.body);
    return send(
      200,
      JSON.stringify({
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        id_token_signing_alg_values_supported: ['RS256'],
      }),
    );
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
});
beforeEach(() => {
  answer = tokens();
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds;

const ours = (text: string) => sign('sha256', Buffer.from(text), privateKey).toString('base64url');

/** The answer with an ID token. `undefined` leaves a claim out. */
function tokens(claims: object = {}, header: object = {}, signature = ours): Answer {
  const plain = {
    iss: issuer,
    sub: 'ada',
    aud: 'copydesk',
    nonce: expected.nonce,
    iat: inSeconds(0),
    exp: inSeconds(300),
  };
  const signed = `${encoded({ alg: 'RS256', kid: 'one', ...header })}.${encoded({ ...plain, ...claims })}`;
  return tokenBody(`${signed}.${signature(signed)}`);
}

function tokenBody(idToken: unknown): Answer {
  return { status: 200, body: JSON.stringify({ access_token: 'a', token_type: 'Bearer', id_token: idToken }) };
}

async function finish() {
  const options = { issuer, clientId: 'copydesk', clientSecret: 'a-secret-of-a-test', groupsClaim: 'groups' };
  const provider = openIdProvider(options, () => new Date());
  return await provider.finish(new URL(`${callback}?code=c&state=${expected.state}`), expected);
}

test('a valid token identifies the person and the sign-in', async () => {
  expect(await finish()).toMatchObject({ issuer, subject: 'ada', nonce: 'the-nonce' });
});

test('a clock that is a little ahead is tolerated', async () => {
  answer = tokens({ iat: inSeconds(30) });
  expect(await finish()).toMatchObject({ subject: 'ada' });
});

const keyText = publicKey.export({ type: 'spki', format: 'pem' });

test.each<[string, () => Answer]>([
  ['no algorithm', () => tokens({}, { alg: 'none' }, () => '')],
  ['an unknown algorithm', () => tokens({}, { alg: 'XS999' })],
  ['an algorithm that the provider does not announce', () => tokens({}, { alg: 'PS256' })],
  [
    'the public key as a shared secret',
    () => tokens({}, { alg: 'HS256' }, (text) => createHmac('sha256', keyText).update(text).digest('base64url')),
  ],
  [
    'the client secret as the key',
    () =>
      tokens({}, { alg: 'HS256' }, (text) =>
        createHmac('sha256', 'a-secret-of-a-test').update(text).digest('base64url'),
      ),
  ],
  ['a critical header that is not understood', () => tokens({}, { crit: ['x'], x: 1 })],
  ['an unknown key', () => tokens({}, { kid: 'two' })],
  ['another signature', () => tokens({}, {}, () => Buffer.alloc(256, 1).toString('base64url'))],
  ['a time of issue in the future', () => tokens({ iat: inSeconds(3_600) })],
  ['no time of issue', () => tokens({ iat: undefined })],
  ['a time that is a text', () => tokens({ iat: 'now' })],
  ['an expired token', () => tokens({ exp: inSeconds(-3_600) })],
  ['a token that is not valid yet', () => tokens({ nbf: inSeconds(3_600) })],
  ['another issuer', () => tokens({ iss: 'https://evil.example' })],
  ['another client', () => tokens({ aud: 'another' })],
  ['several clients, for another', () => tokens({ aud: ['copydesk', 'another'], azp: 'another' })],
  ['the nonce of another sign-in', () => tokens({ nonce: 'another' })],
  ['no nonce', () => tokens({ nonce: undefined })],
  ['no subject', () => tokens({ sub: undefined })],
  ['a token of two parts', () => tokenBody('a.b')],
  ['a token that is a number', () => tokenBody(7)],
  ['no token', () => tokenBody(undefined)],
  ['a refusal', () => ({ status: 400, body: '{"error":"invalid_grant"}' })],
])('%s is refused', async (_name, make) => {
  answer = make();
  await expect(finish()).rejects.toMatchObject({ code: 'identity_refused' });
});

test.each<[string, () => Answer]>([
  ['fails', () => ({ status: 500, body: '{"error":"server_error"}' })],
  ['is overloaded', () => ({ status: 503, body: 'busy' })],
])('a provider that %s can be tried again', async (_name, make) => {
  answer = make();
  await expect(finish()).rejects.toMatchObject({ code: 'identity_unreachable' });
});

test('a sign-in counts once, even if the provider accepts its code again', async () => {
  await using database = await testDatabase();
  const { db } = database;
  await db
    .insertInto('organisation')
    .values({ id: 'org_one', name: 'One' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const visitor = { organisationId: 'org_one', address: '192.0.2.1', userAgent: 'a browser', previous: undefined };
  const identity = { issuer, subject: 'ada', name: 'Ada', email: 'ada@example.com', emailVerified: true, groups: [] };
  const signUp = { domains: ['example.com'], groups: undefined, role: 'viewer' as const };
  const signIn = async (nonce: string, now = new Date()) =>
    await signInByOpenId(db, visitor, { ...identity, nonce }, { signUp, now });
  const both = await Promise.allSettled([signIn('one'), signIn('one')]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await expect(signIn('one')).rejects.toMatchObject({ code: 'identity_refused' });
  await signIn('two', new Date(Date.now() + 31 * 86_400_000));
  expect(await db.selectFrom('open_id_sign_in').select('at').execute()).toHaveLength(1);
});
