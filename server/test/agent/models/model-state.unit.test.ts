import { expect, test } from 'vitest';
import { stateOfModel } from '../../../src/agent/models/model-state.ts';
import type { ProviderName, ProviderPlace } from '../../../src/agent/models/providers/provider.ts';

const place = (provider: ProviderName, given: Partial<ProviderPlace> = {}): ProviderPlace => ({
  provider,
  hasKey: false,
  baseUrl: undefined,
  keyPlace: `${provider.toUpperCase()}_API_KEY`,
  addressPlace: `${provider.toUpperCase()}_BASE_URL`,
  ...given,
});

const names = ['anthropic/claude-sonnet-5-5', 'anthropic/claude-sonnet-4', 'openai/gpt-5', 'openai/gpt-5-mini'];
const places = [
  place('anthropic', { hasKey: true }),
  place('openai'),
  place('google', { hasKey: true, baseUrl: 'https://gateway.example.com/v1' }),
  place('compatible'),
];
const stateOf = (name: string) => stateOfModel(name, { places, names, isKnown: (one) => names.includes(one) });

test.each([
  ['builtin/copyeditor', 'built_in'],
  ['anthropic/claude-sonnet-5-5', 'ready'],
  ['google/whatever-the-gateway-calls-it', 'ready'],
])('%s is %s, and nothing is said of it', (name, state) => {
  expect(stateOf(name)).toEqual({ state, detail: '' });
});

test.each([
  ['anthropic/claude-sonet-5-5', 'unknown', 'Did you mean anthropic/claude-sonnet-5-5?'],
  ['anthropic/claude-4-sonnet', 'unknown', 'Did you mean anthropic/claude-sonnet-4?'],
  ['openai/claude-sonnet-5-5', 'not_configured', 'Did you mean anthropic/claude-sonnet-5-5?'],
  ['antropic/claude-sonnet-5-5', 'not_configured', 'Did you mean anthropic/claude-sonnet-5-5?'],
  ['builtin/copyedtor', 'not_configured', 'Did you mean builtin/copyeditor?'],
  ['openai/gpt-5', 'not_configured', 'until you set OPENAI_API_KEY.'],
  ['compatible/llama3', 'not_configured', 'until you set COMPATIBLE_BASE_URL.'],
])('%s is %s: %s', (name, state, words) => {
  const { state: found, detail } = stateOf(name);
  expect(found).toBe(state);
  expect(detail).toContain(words);
});

test('a name that resembles no other gets no suggestion', () => {
  const { state, detail } = stateOf('anthropic/wombat-of-the-year');
  expect(state).toBe('unknown');
  expect(detail).not.toContain('Did you mean');
  expect(detail).toContain('copydesk model check anthropic/wombat-of-the-year');
});
