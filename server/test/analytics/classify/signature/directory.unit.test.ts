import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { keysOf } from '../../../../src/analytics/classify/signature/directory.ts';
import { eccKey, rsaPssKey, testKey } from './published-keys.ts';

describe('a directory of keys', () => {
  test('keys are known by thumbprint (RFC 8037, A.3) and by the name in the directory', () => {
    const published = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo', kid: 'short' };
    const { byId, hasUnnamed } = keysOf(JSON.stringify({ keys: [published, 7] }));
    expect([...byId]).toEqual([
      ['kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k', expect.objectContaining({ algorithms: ['ed25519'] })],
      ['short', expect.objectContaining({ algorithms: ['ed25519'] })],
    ]);
    expect(hasUnnamed).toBe(false);
    expect(() => keysOf('{}')).toThrow('expected array');
    expect(() => keysOf('<html>')).toThrow('JSON');
  });

  test('the keys of RFC 9421, B.1, by the thumbprints that the drafts of Web Bot Auth give them', () => {
    const { byId } = keysOf(JSON.stringify({ keys: [rsaPssKey, eccKey, testKey] }));
    expect([...byId.keys()]).toEqual([
      'oD0HwocPBSfpNy5W3bpJeyFGY_IQ_YpqxSjQ3Yd-CLA',
      expect.any(String),
      'poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U',
    ]);
  });

  test.each([
    ['of another kind', { kty: 'AKP', alg: 'ML-DSA-44', pub: 'AA' }],
    ['for another use', { ...testKey, use: 'enc' }],
    ['of another algorithm', { ...rsaPssKey, alg: 'PS256' }],
    ['on no curve', { kty: 'EC', crv: 'P-256', x: 'AAAA', y: 'AAAA' }],
    ['too weak', generateKeyPairSync('rsa', { modulusLength: 1_024 }).publicKey.export({ format: 'jwk' })],
  ])('a key %s is listed by its name, but cannot verify anything', (_, key) => {
    const { byId, hasUnnamed } = keysOf(JSON.stringify({ keys: [{ ...key, kid: 'named' }] }));
    expect([byId.has('named'), byId.get('named'), hasUnnamed]).toEqual([true, undefined, false]);
  });

  test('a key of an unknown type has no thumbprint', () => {
    expect(keysOf(JSON.stringify({ keys: [{ kty: 'NEW', x: 'AA' }] }))).toEqual({ byId: new Map(), hasUnnamed: true });
  });
});
