import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { newSecret, signedHeaders } from '../../src/webhooks/signature.ts';

test('the library of Standard Webhooks accepts signed messages, whatever the text, and nothing else', () => {
  fc.assert(
    fc.property(fc.json(), (body) => {
      const secret = newSecret();
      const headers = signedHeaders(secret, { id: 'msg_1', at: new Date(), body });
      expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
      expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow('No matching signature');
      expect(() => new Webhook(newSecret()).verify(body, headers)).toThrow('No matching signature');
      expect(() => new Webhook(secret).verify(body, { ...headers, 'webhook-id': 'msg_2' })).toThrow('No matching');
    }),
    { numRuns: 50 },
  );
});

test('a signature equals that of the library', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const at = new Date(1_614_265_330_999);
  const body = '{"test": 2432232314}';
  const { 'webhook-signature': signature, 'webhook-timestamp': timestamp } = signedHeaders(secret, {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    at,
    body,
  });
  expect(timestamp).toBe('1614265330');
  // From the specification's own example.
  expect(signature).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  expect(signature).toBe(new Webhook(secret).sign('msg_p5jXN8AQM9LWM0D4loKWxJek', at, body));
});

test('a secret has 32 random bytes in base64', () => {
  const secrets = new Set(Array.from({ length: 100 }, newSecret));
  expect(secrets.size).toBe(100);
  for (const secret of secrets) expect(Buffer.from(secret.replace('whsec_', ''), 'base64')).toHaveLength(32);
});

test('the library refuses a signature that is six minutes old', () => {
  const secret = newSecret();
  const headers = signedHeaders(secret, { id: 'msg_1', at: new Date(Date.now() - 6 * 60_000), body: '{}' });
  expect(() => new Webhook(secret).verify('{}', headers)).toThrow('too old');
});
