import { isInnerList, parseDictionary } from 'structured-headers';
import { describe, expect, test } from 'vitest';
import { keysOf } from '../../../../src/analytics/classify/signature/directory.ts';
import { signatureBase } from '../../../../src/analytics/classify/signature/signature-base.ts';
import { verifyBy } from '../../../../src/analytics/classify/signature/signer-key.ts';
import { eccKey, rsaPssKey } from './published-keys.ts';

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

describe('signatures of RFC 9421, B.2', () => {
  const minimal =
    'd2pmTvmbncD3xQm8E9ZV2828BjQWGgiwAaw5bAkgibUopemLJcWDy/lkbbHAve4cRAtx31Iq786U7it++wgGxbtRxf8Udx7zFZsckzXaJMkA7ChG52eSkFxykJeNqsrWH5S+' +
    'oxNFlD4dzVuwe8DhTSja8xxbR/Z2cOGdCbzR72rgFWhzx2VjBqJzsPLMIQKhO4DGezXehhWwE56YCE+O6c0mKZsfxVrogUvA4HELjVKWmAvtl6UnCh8jYzuVG5WSb/QEVPnP' +
    '5TmcAnLH1g+s++v6d4s8m0gCw1fV5/SITLq9mhho8K3+7EPYTU8IU1bLhdxO5Nyt8C8ssinQ98Xw9Q==';

  test('B.2.1: RSA-PSS', () => {
    const headers = {
      'signature-input': 'sig-b21=();created=1618884473;keyid="test-key-rsa-pss";nonce="b3k2pp5k7z-50gnwp.yemd"',
    };
    const base = baseOf(headers, 'POST', 'https://example.com/foo?param=Value&Pet=dog');
    expect(verified(rsaPssKey, base, minimal)).toBe('valid');
    expect(verified(rsaPssKey, base, minimal, 'rsa-pss-sha512')).toBe('valid');
    expect(verified(rsaPssKey, base, minimal, 'rsa-v1_5-sha256')).toBe('invalid');
    expect(verified({ ...rsaPssKey, alg: 'RS256' }, base, minimal)).toBe('invalid');
    expect(verified(rsaPssKey, base, minimal, 'ml-dsa-44')).toBe('unchecked');
    expect(verified(rsaPssKey, `${base} `, minimal)).toBe('invalid');
  });

  test('B.2.4: ECDSA, of a response', () => {
    const base = [
      '"@status": 200',
      '"content-type": application/json',
      '"content-digest": sha-512=:mEWXIS7MaLRuGgxOBdODa3xqM1XdEvxoYhvlCFJ41QJgJc4GTsPp29l5oGX69wWdXymyU0rjJuahq4l5aGgfLQ==:',
      '"content-length": 23',
      '"@signature-params": ("@status" "content-type" "content-digest" "content-length");created=1618884473;keyid="test-key-ecc-p256"',
    ].join('\n');
    const signature = 'wNmSUAhwb5LxtOtOpNa6W5xj067m5hFrj0XQ4fvpaCLx0NKocgPquLgyahnzDnDAUy5eCdlYUEkLIj+32oiasw==';
    expect(verified(eccKey, base, signature)).toBe('valid');
    expect(verified(eccKey, base, signature, 'ed25519')).toBe('invalid');
  });
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
  for (const covered of [
    '"@status"',
    '"absent"',
    '"x";key="z"',
    '"x";sf',
    '"@query-param";name="b"',
    '"@query-param"',
  ]) {
    expect(baseOf({ x: 'a=1', 'signature-input': `s=(${covered})` }, 'GET', 'https://example.com/')).toBeUndefined();
  }
});

test('parameters of a query (RFC 9421, 2.2.8)', () => {
  const url =
    'https://example.com/parameters?var=this%20is%20a%20big%0Amultiline%20value&bar=with+plus+whitespace&fa%C3%A7ade%22%3A%20=something&bar2=1&bar2=2';
  const names = ['var', 'bar', 'fa%C3%A7ade%22%3A%20'].map((name) => `"@query-param";name="${name}"`).join(' ');
  expect(
    baseOf({ 'signature-input': `s=(${names})` }, 'GET', url)
      ?.split('\n')
      .slice(0, -1),
  ).toEqual([
    '"@query-param";name="var": this%20is%20a%20big%0Amultiline%20value',
    '"@query-param";name="bar": with%20plus%20whitespace',
    '"@query-param";name="fa%C3%A7ade%22%3A%20": something',
  ]);
  expect(baseOf({ 'signature-input': 's=("@query-param";name="bar2")' }, 'GET', url)).toBeUndefined();
});

function baseOf(headers: Record<string, string>, method: string, url: string): string | undefined {
  const [input] = parseDictionary(headers['signature-input'] ?? '').values();
  if (input === undefined || !isInnerList(input)) throw new Error('no input');
  return signatureBase({ method, url: new URL(url), headers }, input);
}

function verified(key: object, base: string | undefined, signature: string, algorithm?: string) {
  const [known] = keysOf(JSON.stringify({ keys: [key] })).byId.values();
  if (known === undefined || base === undefined) throw new Error('no key, or no base');
  return verifyBy(known, { algorithm, base, signature: Buffer.from(signature, 'base64') });
}
