import { expect, test } from 'vitest';
import { masked } from '../../src/code-hosts/text/masked.ts';

test('a JSON web token with a header of up to 600 characters is masked, and one with a longer header is not', () => {
  const head = `eyJ${'a'.repeat(600)}`;
  const rest = `.${'b'.repeat(20)}.${'c'.repeat(20)}`;
  expect(masked(`token ${head}${rest} used`)).toBe('token … used');
  expect(masked(`${head}a${rest}`)).toBe(`${head}a${rest}`);
});
