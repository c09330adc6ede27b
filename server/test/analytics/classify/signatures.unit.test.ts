import { generateKeyPairSync, sign, verify } from 'node:crypto';
import { parseDictionary, isInnerList } from 'structured-headers';
import { describe, expect, test } from 'vitest';
import { openClassifier } from '../../../src/analytics/classify/classifier.ts';
import type { Asker, Reader } from '../../../src/analytics/classify/reader.ts';
import { openSignatureCheck } from '../../../src/analytics/classify/signature/check.ts';
import { keysOf } from '../../../src/analytics/classify/signature/directory.ts';
import { signatureAgents } from '../../../src/analytics/classify/signature/signature-agent.ts';
import { signatureBase } from '../../../src/analytics/classify/signature/signature-base.ts';
import { signedInputOf } from '../../../src/analytics/classify/signature/signed-input.ts';
import { asker, browserAccept } from './asker.ts';

/** The key of RFC 9421, B.1.4, which the drafts of Web Bot Auth use as well. */
const testKey = { kty: 'OKP', crv: 'Ed25519', x: 'JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs' };

const testDirectory = (): Promise<string> => Promise.resolve(JSON.stringify({ keys: [testKey] }));

function baseOf(headers: Record<string, string>, method: string, url: string): string | undefined {
  const [input] = parseDictionary(headers['signature-input'] ?? '').values();
  if (input === undefined || !isInnerList(input)) throw new Error('no input');
  return signatureBase({ method, url: new URL(url), headers }, input);
}

test('the base of RFC 9421, B.2.6', () => {
  const headers = {
    date: 'Tue, 20 Apr 2021 02:07:55 GMT',
    'content-type': 'application/json',
    'content-length': '18',
    'signature-input':
      'sig-b26=("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"',
  };
  expect(baseOf(headers, 'POST', 'https://example.com/foo?param=Value&Pet=dog')).toBe(
    [
      '"date": Tue, 20 Apr 2021 02:07:55 GMT',
      '"@method": POST',
      '"@path": /foo',
      '"@authority": example.com',
      '"content-type": application/json',
      '"content-length": 18',
      '"@signature-params": ("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"',
    ].join('\n'),
  );
});

test('derived components', () => {
  const headers = {
    'signature-input': 's=("@scheme" "@target-uri" "@query" "@request-target" "x";key="a" "y")',
    x: 'a=(1 2);b, c',
    y: ' spaced ',
  };
  expect(baseOf(headers, 'GET', 'https://Example.com:443/a?b=c')?.split('\n').slice(0, -1)).toEqual([
    '"@scheme": https',
    '"@target-uri": https://example.com/a?b=c',
    '"@query": ?b=c',
    '"@request-target": /a?b=c',
    '"x";key="a": (1 2);b',
    '"y": spaced',
  ]);
  for (const covered of ['"@status"', '"absent"', '"x";key="z"', '"x";sf', '"@query-param";name="b"']) {
    expect(baseOf({ x: 'a=1', 'signature-input': `s=(${covered})` }, 'GET', 'https://example.com/')).toBeUndefined();
  }
});

test('keys are known by thumbprint (RFC 8037, A.3) and by the name in the directory', () => {
  const published = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo', kid: 'short' };
  const keys = keysOf(JSON.stringify({ keys: [published, { kty: 'RSA', n: 'x', e: 'AQAB' }, 7] }));
  expect([...keys.keys()]).toEqual(['kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k', 'short']);
  expect(() => keysOf('{}')).toThrow('expected array');
  expect(() => keysOf('<html>')).toThrow('JSON');
});

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

/** As the checks do it, for an agent whose host is not known as a signer. */
function verifies(headers: Record<string, string>, url: string, key: object): boolean {
  const signed = signedInputOf(headers);
  const found = keysOf(JSON.stringify({ keys: [key] })).get(signed?.keyId ?? '');
  const base =
    signed === undefined ? undefined : signatureBase({ method: 'GET', url: new URL(url), headers }, signed.input);
  if (signed === undefined || found === undefined || base === undefined) return false;
  return verify(null, Buffer.from(base), found, signed.signature);
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
  // Captured at gkoreli.com on 2026-09-03, with the key that was published then.
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
      now: () => new Date(clock.now),
      fetchDirectory: (url) => {
        fetched.push(url.href);
        return directory();
      },
    });
    return { check, fetched, clock };
  }
  const signed = (given: Partial<Asker> = {}): Asker =>
    asker({ headers: capture, url: new URL('https://gkoreli.com/favicon.ico'), at, ...given });
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

  test('a key that is not in the directory is forged today, and says nothing of an old view', async () => {
    expect(await checking(testDirectory).check(signed())).toBe('invalid');
    expect(await checking(testDirectory, at + 2 * 86_400_000).check(signed())).toBe('unchecked');
  });

  test('what is not known cannot be checked', async () => {
    const { check, fetched } = checking(directory);
    expect(check(signed({ url: undefined }))).toBe('unchecked');
    expect(check(signed({ headers: undefined }))).toBe('unchecked');
    const stranger = { ...capture, 'signature-agent': 'https://agent.example' };
    expect(check(signed({ headers: stranger }))).toBe('unchecked');
    for (const input of [
      'sig1=("@authority");tag="web-bot-auth"',
      'nonsense(',
      capture['signature-input'].replace('web-bot-auth', 'other'),
    ]) {
      expect(check(signed({ headers: { ...capture, 'signature-input': input } }))).toBe('unchecked');
    }
    expect(fetched).toEqual([]);
    const covering = capture['signature-input'].replace('"@path"', '"@path" "x-lost"');
    expect(await check(signed({ headers: { ...capture, 'signature-input': covering } }))).toBe('unchecked');
  });

  test('a directory that fails is asked again after five minutes, keys after an hour', async () => {
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

describe('the classifier with signatures', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const jwk = publicKey.export({ format: 'jwk' });
  const [keyId = ''] = keysOf(JSON.stringify({ keys: [jwk] })).keys();
  const at = Date.UTC(2026, 10, 21);
  const classifier = openClassifier({
    now: () => new Date(at),
    fetchDirectory: () => Promise.resolve(JSON.stringify({ keys: [jwk] })),
  });

  function signedHeaders(agent: string, host = 'docs.example.com'): Record<string, string> {
    const parameters = `("@authority" "signature-agent");created=${at / 1_000};keyid="${keyId}";tag="web-bot-auth"`;
    const base = `"@authority": ${host}\n"signature-agent": ${agent}\n"@signature-params": ${parameters}`;
    return {
      accept: browserAccept,
      'sec-fetch-mode': 'navigate',
      'signature-agent': agent,
      'signature-input': `sig1=${parameters}`,
      signature: `sig1=:${sign(null, Buffer.from(base), privateKey).toString('base64')}:`,
    };
  }
  const read = async (headers: Record<string, string>, userAgent?: string): Promise<Reader> =>
    await classifier.classify(
      asker({
        headers,
        url: new URL('https://docs.example.com/a'),
        at,
        ...(userAgent === undefined ? {} : { userAgent }),
      }),
    );

  test('ChatGPT’s agent, a browser to look at, is verified', async () => {
    const { verdict, evidence } = await read(signedHeaders('"https://chatgpt.com"'));
    expect(verdict).toMatchObject({
      class: 'ai',
      agent: 'ChatGPT agent',
      operator: 'OpenAI',
      verification: 'verified',
    });
    expect(evidence).toMatchObject({ signatureAgent: '"https://chatgpt.com"', signature: 'valid' });
  });

  test('signed for another site, it is spoofed', async () => {
    const { verdict } = await read(signedHeaders('"https://chatgpt.com"', 'elsewhere.example.com'));
    expect(verdict).toMatchObject({ agent: 'ChatGPT agent', verification: 'spoofed' });
  });

  test('a user agent of the same operator tells which of its agents it is', async () => {
    const { verdict } = await read(signedHeaders('"https://agent.bot.goog"'), 'Mozilla/5.0 (compatible; Google-Agent)');
    expect(verdict).toMatchObject({ agent: 'Google-Agent', rule: 'google-agent', verification: 'verified' });
  });

  test('a valid signature outweighs the user agent of another operator', async () => {
    const { verdict } = await read(signedHeaders('"https://chatgpt.com"'), 'ClaudeBot/1.0');
    expect(verdict).toMatchObject({ agent: 'ChatGPT agent', verification: 'verified' });
  });

  test('a signer that serves no AI is a bot', async () => {
    const { verdict } = await read(signedHeaders('"https://ahrefs.com"'));
    expect(verdict).toMatchObject({ class: 'bot', agent: 'AhrefsBot', verification: null });
  });
});
