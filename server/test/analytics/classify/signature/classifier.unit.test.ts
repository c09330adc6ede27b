import { constants, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { released } from '../released.ts';
import { openClassifier } from '../../../../src/analytics/classify/classifier.ts';
import type { PageRequest, Reader } from '../../../../src/analytics/classify/reader.ts';
import { keysOf } from '../../../../src/analytics/classify/signature/directory.ts';
import { pageRequest, browserAccept } from '../page-request.ts';

describe('the classifier with signatures', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const jwk = publicKey.export({ format: 'jwk' });
  const [keyId = ''] = keysOf(JSON.stringify({ keys: [jwk] })).byId.keys();
  const at = Date.UTC(2026, 10, 21);
  const classifier = openClassifier({
    judge: released,
    now: () => new Date(at),
    fetchDirectory: () => Promise.resolve(JSON.stringify({ keys: [jwk] })),
  });

  interface Signing {
    host?: string;
    /** The component that covers the agent, and its line in the signature base. */
    covered?: [component: string, line: string];
    nonce?: string;
  }

  function signedHeaders(agent: string, { host = 'docs.example.com', covered, nonce }: Signing = {}) {
    const [component, line] = covered ?? ['"signature-agent"', `"signature-agent": ${agent}`];
    const once = nonce === undefined ? '' : `;nonce="${nonce}"`;
    const times = `created=${at / 1_000};expires=${at / 1_000 + 300}`;
    const parameters = `("@authority" ${component});${times};keyid="${keyId}"${once};tag="web-bot-auth"`;
    const base = `"@authority": ${host}\n${line}\n"@signature-params": ${parameters}`;
    return {
      accept: browserAccept,
      'sec-fetch-mode': 'navigate',
      'signature-agent': agent,
      'signature-input': `sig1=${parameters}`,
      signature: `sig1=:${sign(null, Buffer.from(base), privateKey).toString('base64')}:`,
    };
  }
  const read = async (
    headers: Record<string, string>,
    userAgent?: string,
    given: Partial<PageRequest> = {},
  ): Promise<Reader> =>
    await classifier.classify(
      pageRequest({
        headers,
        url: new URL('https://docs.example.com/a'),
        at,
        ...(userAgent === undefined ? {} : { userAgent }),
        ...given,
      }),
    );

  test('ChatGPT’s agent, which looks like a browser, is verified', async () => {
    const { verdict, evidence } = await read(signedHeaders('"https://chatgpt.com"'));
    expect(verdict).toMatchObject({
      class: 'ai',
      agent: 'ChatGPT agent',
      operator: 'OpenAI',
      verification: 'verified',
    });
    expect(evidence).toMatchObject({ signatureAgent: 'https://chatgpt.com/', signature: 'valid' });
  });

  test('a signature for another site makes the reader spoofed', async () => {
    const { verdict } = await read(signedHeaders('"https://chatgpt.com"', { host: 'elsewhere.example.com' }));
    expect(verdict).toMatchObject({ agent: 'ChatGPT agent', verification: 'spoofed' });
  });

  test('a user agent of the same operator decides which of its agents signed', async () => {
    const { verdict } = await read(signedHeaders('"https://agent.bot.goog"'), 'Mozilla/5.0 (compatible; Google-Agent)');
    expect(verdict).toMatchObject({ agent: 'Google-Agent', rule: 'google-agent', verification: 'verified' });
  });

  test('a valid signature outweighs the user agent of another operator', async () => {
    const { verdict } = await read(signedHeaders('"https://chatgpt.com"'), 'ClaudeBot/1.0');
    expect(verdict).toMatchObject({ agent: 'ChatGPT agent', verification: 'verified' });
  });

  test('a key proves only the agent that signs, not another one of its operator', async () => {
    const { verdict } = await read(signedHeaders('"https://chatgpt.com"'), 'Mozilla/5.0 (compatible; GPTBot/1.3)');
    expect(verdict).toMatchObject({ agent: 'ChatGPT agent', rule: 'signed-chatgpt-agent', verification: 'verified' });
  });

  test('if several agents are named, the one that the signature covers has signed', async () => {
    const both = 'a="https://agent.bot.goog", b="https://chatgpt.com"';
    const covered: [string, string] = ['"signature-agent";key="b"', '"signature-agent";key="b": "https://chatgpt.com"'];
    const { verdict, evidence } = await read(signedHeaders(both, { covered }));
    expect(verdict).toMatchObject({ agent: 'ChatGPT agent', verification: 'verified' });
    expect(evidence).toMatchObject({ signatureAgent: 'https://chatgpt.com/' });
  });

  test('if the signature covers all of several agents, only the one with the signature’s label can have signed', async () => {
    const { verdict } = await read(signedHeaders('a="https://agent.bot.goog", b="https://chatgpt.com"'));
    expect(verdict).toMatchObject({ agent: 'Google-Agent', verification: 'spoofed' });
    const called = await read(signedHeaders('a="https://agent.bot.goog", sig1="https://chatgpt.com"'));
    expect(called.verdict).toMatchObject({ agent: 'ChatGPT agent', verification: 'verified' });
  });

  test('a nonce proves nothing if another request reuses it; the same request sent twice is verified twice', async () => {
    const headers = signedHeaders('"https://chatgpt.com"', { nonce: 'once' });
    const verifications = [
      await read(headers),
      await read(headers),
      await read(headers, undefined, { at: at + 1_000 }),
      await read(headers, undefined, { url: new URL('https://docs.example.com/b') }),
      await read(signedHeaders('"https://chatgpt.com"', { nonce: 'other' }), undefined, { at: at + 1_000 }),
    ].map(({ verdict }) => verdict.verification);
    expect(verifications).toEqual(['verified', 'verified', 'claimed', 'claimed', 'verified']);
  });

  test.each([
    [
      'RSA-PSS',
      generateKeyPairSync('rsa', { modulusLength: 2_048 }),
      'sha512',
      { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 64 },
    ],
    ['RSA of PKCS #1', generateKeyPairSync('rsa', { modulusLength: 2_048 }), 'sha256', {}],
    ['ECDSA on P-256', generateKeyPairSync('ec', { namedCurve: 'P-256' }), 'sha256', { dsaEncoding: 'ieee-p1363' }],
    ['ECDSA on P-384', generateKeyPairSync('ec', { namedCurve: 'P-384' }), 'sha384', { dsaEncoding: 'ieee-p1363' }],
  ] as const)('an agent that signs by %s is verified', async (_, pair, hash, how) => {
    const directory = JSON.stringify({ keys: [pair.publicKey.export({ format: 'jwk' })] });
    const [id = ''] = keysOf(directory).byId.keys();
    const other = openClassifier({
      judge: released,
      now: () => new Date(at),
      fetchDirectory: () => Promise.resolve(directory),
    });
    const agent = '"https://chatgpt.com"';
    const parameters = `("@authority" "signature-agent");created=${at / 1_000};expires=${at / 1_000 + 60};keyid="${id}";tag="web-bot-auth"`;
    const base = `"@authority": docs.example.com\n"signature-agent": ${agent}\n"@signature-params": ${parameters}`;
    const key = createPrivateKey(pair.privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const signature = sign(hash, Buffer.from(base), { key, ...how }).toString('base64');
    const headers = { 'signature-agent': agent, 'signature-input': `s=${parameters}`, signature: `s=:${signature}:` };
    const url = new URL('https://docs.example.com/a');
    const { verdict } = await other.classify(pageRequest({ headers, url, at }));
    expect(verdict).toMatchObject({ agent: 'ChatGPT agent', verification: 'verified' });
  });

  test('a signer that does not serve AI is a bot', async () => {
    const { verdict } = await read(signedHeaders('"https://ahrefs.com"'));
    expect(verdict).toMatchObject({ class: 'bot', agent: 'AhrefsBot', verification: null });
  });
});
