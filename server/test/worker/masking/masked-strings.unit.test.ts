import { describe, expect, test } from 'vitest';
import { maskingOf } from '../../../src/leaks/masking.ts';
import { maskedError, maskedRemedy } from '../../../src/worker/masking/masked-failure.ts';
import { maskedStrings } from '../../../src/worker/masking/masked-strings.ts';
import { madeUp } from '../../leaks/made-up.ts';

const token = `ghp_${madeUp(36)}`;
const mask = maskingOf(async () => []);

function reasoning(text: string) {
  return { type: 'reasoning', text, providerOptions: { acme: { signature: 'abc' } } };
}

describe('the masked texts of a value', () => {
  test('are replaced at any depth, and the rest is unchanged', async () => {
    const value = { role: 'tool', n: 1, parts: [{ output: { [token]: `See ${token}` } }, null, 'plain'] };
    expect(await maskedStrings(value, mask)).toEqual({
      role: 'tool',
      n: 1,
      parts: [{ output: { '[a secret: github]': 'See [a secret: github]' } }, null, 'plain'],
    });
  });

  test('return the same object if there is no secret', async () => {
    const value = { parts: ['plain'] };
    expect(await maskedStrings(value, mask)).toBe(value);
  });

  test('keep the data of a provider, and mask our own notes', async () => {
    const providerOptions = { acme: { signature: token }, copydesk: { reason: token } };
    const value = { type: 'text', text: 'plain', providerOptions };
    expect(await maskedStrings(value, mask)).toEqual({
      type: 'text',
      text: 'plain',
      providerOptions: { acme: { signature: token }, copydesk: { reason: '[a secret: github]' } },
    });
  });

  test('remove the signature of changed reasoning, which would be wrong', async () => {
    expect(await maskedStrings([reasoning(`Use ${token}`), reasoning('plain')], mask)).toEqual([
      { type: 'reasoning', text: 'Use [a secret: github]' },
      reasoning('plain'),
    ]);
  });
});

describe('what is said of an error', () => {
  const failing = maskingOf(async () => {
    throw new Error('The database is away.');
  });

  test.each([
    ['with all secrets known', mask],
    ['where our own cannot be read', failing],
  ])('contains no secret, %s', async (_, by) => {
    const failure = { code: 'model_failed', detail: `Refused: ${token}`, retryable: false } as const;
    expect(await maskedRemedy({ kind: 'fail', failure }, by)).toEqual({
      kind: 'fail',
      failure: { ...failure, detail: 'Refused: [a secret: github]' },
    });
    const error = await maskedError(new TypeError(`No ${token}`), by);
    expect(error).toMatchObject({ name: 'TypeError', message: 'No [a secret: github]' });
    expect(error instanceof Error && error.stack).not.toContain(token);
  });

  test('an error without a secret is returned as the same object', async () => {
    const error = new Error('plain');
    expect(await maskedError(error, mask)).toBe(error);
  });
});
