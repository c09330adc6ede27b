import { expect, test } from 'vitest';
import { masked } from '../../src/code-hosts/masked.ts';

test('a JSON web token is masked with a head of up to 600 characters, and with a longer one nothing is looked for', () => {
  const head = `eyJ${'a'.repeat(600)}`;
  const rest = `.${'b'.repeat(20)}.${'c'.repeat(20)}`;
  expect(masked(`token ${head}${rest} used`)).toBe('token … used');
  expect(masked(`${head}a${rest}`)).toBe(`${head}a${rest}`);
});
