import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { credentialsIn } from '../../src/leaks/credentials.ts';
import { madeUp } from './made-up.ts';

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const edwards = generateKeyPairSync('ed25519').privateKey;

const pems: [string, string][] = [
  ['PKCS #8 of RSA', rsa.export({ type: 'pkcs8', format: 'pem' }).toString()],
  ['PKCS #1', rsa.export({ type: 'pkcs1', format: 'pem' }).toString()],
  ['PKCS #8 of P-256', elliptic.export({ type: 'pkcs8', format: 'pem' }).toString()],
  ['SEC 1', elliptic.export({ type: 'sec1', format: 'pem' }).toString()],
  ['Ed25519', edwards.export({ type: 'pkcs8', format: 'pem' }).toString()],
];

function withoutFrame(pem: string): string {
  return pem.split('\n').slice(1, -2).join('\n');
}

const ways: [string, (pem: string) => string][] = [
  ['as it is', (pem) => pem],
  ['as JSON', (pem) => JSON.stringify({ it: pem })],
  ['in one line', (pem) => pem.replaceAll('\n', ' ')],
  ['in a quotation', (pem) => pem.replaceAll(/^/gm, '> ')],
  ['in a list', (pem) => pem.replaceAll(/^/gm, '    ')],
  ['with breaks', (pem) => pem.replaceAll('\n', '<br />\n')],
  ['in cells', (pem) => `| ${pem.replaceAll('\n', ' | ')} |`],
  ['as texts of a program', (pem) => pem.replaceAll(/^.+$/gm, (line) => `  "${line}\\n" +`)],
  ['without its end', (pem) => pem.split('\n').slice(0, -2).join('\n')],
  ['without its frame', withoutFrame],
  ['without its frame, in one line', (pem) => withoutFrame(pem).replaceAll('\n', '')],
  ['in base64', (pem) => Buffer.from(pem).toString('base64')],
];

describe.each(pems)('a private key of %s', (_kind, pem) => {
  test.each(ways)('%s', async (_way, written) => {
    const text = `Put this there:\n\n${written(pem)}\n`;
    const found = await credentialsIn(text);
    const covered = found.reduce((sum, { start, end }) => sum + end - start, 0);
    expect(covered).toBeGreaterThan(withoutFrame(pem).length * 0.9);
  });
});

test.each([
  ['JWK of RSA', JSON.stringify(rsa.export({ format: 'jwk' }), undefined, 2), 'jwk'],
  ['JWK of P-256', JSON.stringify(elliptic.export({ format: 'jwk' })), 'jwk'],
  ['JWK of Ed25519', JSON.stringify(edwards.export({ format: 'jwk' })), 'jwk'],
  ['symmetric JWK', `{"kty":"oct","alg":"HS256","k":"${madeUp(43)}"}`, 'jwk'],
  ['XML', `<RSAParameters>\n  <D>${madeUp(342)}==</D>\n</RSAParameters>`, 'private-key'],
  ['PuTTY', `Private-Lines: 1\n${madeUp(43)}=\nPrivate-MAC: 7b1f`, 'private-key'],
  [
    'SSH2',
    `---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\n${madeUp(300)}\n---- END SSH2 ENCRYPTED PRIVATE KEY ----`,
    'private-key',
  ],
  ['WireGuard', `[Interface]\nPrivateKey = ${madeUp(43)}=`, 'assigned-value'],
])('a private key as %s', async (_name, text, rule) => {
  const rules = (await credentialsIn(text)).map((one) => one.rule);
  expect(rules).toContain(rule);
});

test('a public key, a certificate and the keys that RFC 7517 prints are not reported', async () => {
  const open = [
    generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    JSON.stringify(generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })),
    '{"kty":"EC","crv":"P-256","d":"870MB6gfuTJ4HtUnUvYMyJpr5eUZNP4Bk43bVdj3eAE"}',
    '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC...\n-----END PRIVATE KEY-----',
  ];
  expect(await credentialsIn(open.join('\n\n'))).toEqual([]);
});
