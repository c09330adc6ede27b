import { describe, expect, test } from 'vitest';
import type { PageRequest } from '../../../../src/analytics/classify/reader.ts';
import { released } from '../released.ts';
import { openSignatureCheck } from '../../../../src/analytics/classify/signature/check.ts';
import { keysOf } from '../../../../src/analytics/classify/signature/directory.ts';
import { signatureAgents } from '../../../../src/analytics/classify/signature/signature-agent.ts';
import { signatureBase } from '../../../../src/analytics/classify/signature/signature-base.ts';
import { readSignature } from '../../../../src/analytics/classify/signature/signed-input.ts';
import { verifyBy } from '../../../../src/analytics/classify/signature/signer-key.ts';
import { pageRequest } from '../page-request.ts';
import { testKey } from './published-keys.ts';

test.each([
  ['sig1="https://agent.example";type=directory', [{ key: 'sig1', uri: 'https://agent.example/' }]],
  ['"https://legacy.example"', [{ key: undefined, uri: 'https://legacy.example/' }]],
  [' https://bot.duckduckgo.com ', [{ key: undefined, uri: 'https://bot.duckduckgo.com/' }]],
  ['"http://agent.example"', []],
  ['sig1="http://127.0.0.1"', []],
  ['https://a.example other', []],
  ['https://a.example"', []],
  ['', []],
])('Signature-Agent: %s', (header, expected) => {
  expect(signatureAgents(header)).toEqual(expected);
});

/** Verifies as the checks do, for an agent whose host is not a known signer. */
function verifies(headers: Record<string, string>, url: string, key: object): boolean {
  const read = readSignature(headers);
  if (read.kind !== 'signed') return false;
  const { keyId, algorithm, signature, input } = read.signed;
  const found = keysOf(JSON.stringify({ keys: [key] })).byId.get(keyId);
  const base = signatureBase({ method: 'GET', url: new URL(url), headers }, input);
  if (found === undefined || base === undefined) return false;
  return verifyBy(found, { algorithm, base, signature }) === 'valid';
}

describe('signatures of the drafts', () => {
  test('draft-ietf-webbotauth-httpsig-protocol-00, E.2.1: a dictionary', () => {
    const headers = {
      'signature-agent': 'agent2="https://signature-agent.test"',
      'signature-input':
        'sig2=("@authority" "signature-agent";key="agent2");created=1735689600;keyid="poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U";alg="ed25519";expires=4889289600;nonce="n9p433xm+NJ3ph3upfBIGmsuwHw387YV7Q/F+6BSpGCVjYCqQw6rznNA8PVVLySrAWsv0hQtFioQb6E1YsauiA==";tag="web-bot-auth"',
      signature: 'sig2=:RdNFx5Bj6au3YgAMQL/RzmUlZE8QZLIaXGRpw985hWnwPfMxT228NMk6ehRS1PSl4e8PhbNZACSanGdhEwYCCg==:',
    };
    expect(verifies(headers, 'https://example.com/', testKey)).toBe(true);
    expect(verifies(headers, 'https://example.org/', testKey)).toBe(false);
  });

  test('E.2.2: a string', () => {
    const headers = {
      'signature-agent': '"https://signature-agent.test"',
      'signature-input':
        'sig2=("@authority" "signature-agent");created=1735689600;keyid="poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U";alg="ed25519";expires=1735693200;nonce="e8N7S2MFd/qrd6T2R3tdfAuuANngKI7LFtKYI/vowzk4lAZYadIX6wW25MwG7DCT9RUKAJ0qVkU0mEeLElW1qg==";tag="web-bot-auth"',
      signature: 'sig2=:jdq0SqOwHdyHr9+r5jw3iYZH6aNGKijYp/EstF4RQTQdi5N5YYKrD+mCT1HA1nZDsi6nJKuHxUi/5Syp3rLWBA==:',
    };
    expect(verifies(headers, 'https://example.com/', testKey)).toBe(true);
  });
});

describe('the check of a known signer', () => {
  // Captured at gkoreli.com on 2026-09-03, with the key published then.
  const capture = {
    'user-agent': 'DuckDuckBot/1.1; (+http://duckduckgo.com/duckduckbot.html)',
    'signature-agent': 'https://bot.duckduckgo.com',
    'signature-input':
      'sig1=("@method" "@authority" "@path" "signature-agent");created=1788411573;expires=1788412173;alg="ed25519";tag="web-bot-auth";keyid="5HvpfNA946z6lcCXEIOOpzlN5l0mdZE42jdqimEwPf8"',
    signature: 'sig1=:63joPbtMnsFXGyPmWp8mkRzsxiT0Ugujee2gB5dFajTA/ODK8bTRdkuM1/gYaU1f5DpDBvn5KMvoRkreGyWtCQ==:',
  };
  const published = { kty: 'OKP', crv: 'Ed25519', x: 'pVqc2ohmGpL_H1OJGq7mIGkxAk65mm5JkY7qSdJachE' };
  const at = Date.parse('2026-09-03T04:59:34Z');

  function checking(directory: () => Promise<string>, now = at) {
    const fetched: string[] = [];
    const clock = { now };
    const check = openSignatureCheck({
      signers: released.known.signers,
      now: () => new Date(clock.now),
      fetchDirectory: (url) => {
        fetched.push(url.href);
        return directory();
      },
    });
    return { check: (asked: PageRequest) => check(readSignature(asked.headers ?? {}), asked), fetched, clock };
  }
  const signed = (given: Partial<PageRequest> = {}): PageRequest =>
    pageRequest({ headers: capture, url: new URL('https://gkoreli.com/favicon.ico'), at, ...given });
  const directory = (): Promise<string> => Promise.resolve(JSON.stringify({ keys: [published] }));

  test('accepts what DuckDuckBot signed, and fetches its keys once', async () => {
    const { check, fetched } = checking(directory);
    expect(await Promise.all([check(signed()), check(signed())])).toEqual(['valid', 'valid']);
    expect(check(signed())).toBe('valid');
    expect(fetched).toEqual(['https://bot.duckduckgo.com/.well-known/http-message-signatures-directory']);
  });

  test('refuses another path, another host, another time, another signature', async () => {
    const { check } = checking(directory);
    expect(await check(signed({ url: new URL('https://gkoreli.com/changed') }))).toBe('invalid');
    expect(check(signed({ url: new URL('https://example.com/favicon.ico') }))).toBe('invalid');
    expect(check(signed({ at: at + 12 * 60_000 }))).toBe('invalid');
    expect(check(signed({ at: at - 2 * 60_000 }))).toBe('invalid');
    const forged = { ...capture, signature: capture.signature.replace('63jo', '64jo') };
    expect(check(signed({ headers: forged }))).toBe('invalid');
  });

  test('a key that is not in the directory makes a current signature invalid, and leaves an old view unchecked', async () => {
    expect(await checking(testDirectory).check(signed())).toBe('invalid');
    expect(await checking(testDirectory, at + 2 * 86_400_000).check(signed())).toBe('unchecked');
  });

  test('a request with unknown parts, or of an unknown signer, stays unchecked', async () => {
    const { check, fetched } = checking(directory);
    expect(check(signed({ url: undefined }))).toBe('unchecked');
    expect(check(signed({ headers: undefined }))).toBe('unchecked');
    const stranger = { ...capture, 'signature-agent': 'https://agent.example' };
    expect(check(signed({ headers: stranger }))).toBe('unchecked');
    const { signature: _, ...withoutSignature } = capture;
    expect(check(signed({ headers: withoutSignature }))).toBe('unchecked');
    expect(fetched).toEqual([]);
    const covering = capture['signature-input'].replace('"@path"', '"@path" "x-lost"');
    expect(await check(signed({ headers: { ...capture, 'signature-input': covering } }))).toBe('unchecked');
  });

  const input = capture['signature-input'];
  test.each([
    ['who was asked is not covered', input.replace('"@authority" ', '')],
    ['who asks is not covered', input.replace(' "signature-agent"', '')],
    ['another tag', input.replace('web-bot-auth', 'other')],
    ['no tag', input.replace('tag="web-bot-auth";', '')],
    ['no key', input.replace(/;keyid=.*/, '')],
    ['no beginning', input.replace(/created=\d+;/, '')],
    ['no end', input.replace(/expires=\d+;/, '')],
    ['a fraction of a second', input.replace('1788412173', '1788412173.5')],
    ['an end before the beginning', input.replace('1788412173', '1788411573')],
    ['more than a day', input.replace('1788412173', '1788497974')],
    ['ten years', input.replace('1788412173', '2103772173')],
    ['no structured field', 'nonsense('],
    ['another label', input.replace('sig1', 'sig2')],
  ])('a signature that cannot prove anything is invalid: %s', async (_, altered) => {
    const { check } = checking(directory);
    expect(await check(signed({ headers: { ...capture, 'signature-input': altered } }))).toBe('invalid');
  });

  test('a key of an unknown type leaves the signature unchecked', async () => {
    const keyId = '5HvpfNA946z6lcCXEIOOpzlN5l0mdZE42jdqimEwPf8';
    expect(await checking(holding({ kty: 'NEW', kid: keyId })).check(signed())).toBe('unchecked');
    expect(await checking(holding({ kty: 'NEW' })).check(signed())).toBe('unchecked');
    expect(await checking(holding({ kty: 'NEW', kid: 'other' })).check(signed())).toBe('invalid');
  });

  test('a failed directory is fetched again after five minutes, and keys after an hour', async () => {
    let fails = true;
    const { check, fetched, clock } = checking(() => (fails ? Promise.reject(new Error('down')) : directory()));
    expect(await check(signed())).toBe('unchecked');
    expect(check(signed())).toBe('unchecked');
    fails = false;
    clock.now += 301_000;
    expect(await check(signed())).toBe('valid');
    clock.now += 3_599_000;
    expect(check(signed())).toBe('valid');
    clock.now += 2_000;
    expect(await check(signed())).toBe('valid');
    expect(fetched.length).toBe(3);
  });
});

const holding = (key: object) => (): Promise<string> => Promise.resolve(JSON.stringify({ keys: [key] }));

const testDirectory = holding(testKey);
