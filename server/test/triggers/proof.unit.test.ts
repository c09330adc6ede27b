import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { Webhook } from 'standardwebhooks';
import { proofs } from '../../src/triggers/proof.ts';

const secret = 'a-secret-of-a-test';
const body = Buffer.from('{"a":"ü"}');
const now = new Date('2026-11-24T12:00:00Z');
const seconds = String(now.getTime() / 1_000);
const hex = (text: string | Buffer, key = secret) => createHmac('sha256', key).update(text).digest('hex');

test('a bearer token must equal the secret', () => {
  const proves = (authorization: string | undefined) =>
    proofs.bearer(secret, { headers: { authorization }, body, now });
  expect(proves(`Bearer ${secret}`)).toBe(true);
  expect(proves(`bearer  ${secret}`)).toBe(true);
  for (const wrong of [
    undefined,
    '',
    'Bearer',
    `Bearer ${secret}x`,
    `Basic ${secret}`,
    secret,
    `Bearer ${secret.slice(1)}`,
  ])
    expect(proves(wrong)).toBe(false);
});

const signs = (headers: Record<string, string>, of = body) => proofs.hmac(secret, { headers, body: of, now });

test('a signature covers the bytes of the body, under the header of any supported sender', () => {
  for (const name of ['x-hub-signature-256', 'x-hub-signature', 'linear-signature', 'x-signature']) {
    expect(signs({ [name]: `sha256=${hex(body)}` })).toBe(true);
    expect(signs({ [name]: hex(body).toUpperCase() })).toBe(true);
    expect(signs({ [name]: hex(body) }, Buffer.from('{"a":"u"}'))).toBe(false);
    expect(signs({ [name]: hex(body, 'another') })).toBe(false);
    expect(signs({ [name]: '' })).toBe(false);
  }
  expect(signs({})).toBe(false);
});

const at = (time: string, headers = {}) =>
  proofs.slack(secret, {
    headers: {
      'x-slack-request-timestamp': time,
      'x-slack-signature': `v0=${hex(`v0:${time}:${body.toString()}`)}`,
      ...headers,
    },
    body,
    now,
  });

test('a signature of Slack covers its time too, and an old one is refused', () => {
  expect(at(seconds)).toBe(true);
  expect(at(String(Number(seconds) - 300))).toBe(true);
  expect(at(String(Number(seconds) - 301))).toBe(false);
  expect(at(String(Number(seconds) + 301))).toBe(false);
  expect(at('')).toBe(false);
  expect(at('NaN')).toBe(false);
  expect(at(seconds, { 'x-slack-request-timestamp': String(Number(seconds) + 1) })).toBe(false);
});

test('a signature of a Standard Webhooks library is accepted', () => {
  const whole = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;
  const signature = new Webhook(whole).sign('msg_1', now, body.toString());
  const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': seconds, 'webhook-signature': `v1,x ${signature}` };
  expect(proofs.standard(whole, { headers, body, now })).toBe(true);
  expect(proofs.standard(whole, { headers: { ...headers, 'webhook-id': 'msg_2' }, body, now })).toBe(false);
  expect(proofs.standard(whole, { headers: { ...headers, 'webhook-signature': 'v1,x' }, body, now })).toBe(false);
  expect(proofs.standard(whole, { headers, body, now: new Date(now.getTime() + 301_000) })).toBe(false);
});
