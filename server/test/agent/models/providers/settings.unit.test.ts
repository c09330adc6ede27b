import { CopydeskError } from '@copydesk/contract';
import { describe, expect, test } from 'vitest';
import { normalisedAddress } from '../../../../src/agent/models/providers/address.ts';
import { contextWindow, readWindows } from '../../../../src/agent/models/providers/context-windows.ts';
import { resolveModel } from '../../../../src/agent/models/registry.ts';
import { silenceTimeoutsFor } from '../../../../src/agent/models/providers/create.ts';
import { readSettings } from '../../../../src/settings.ts';

const refusal = (environment: Record<string, string>): CopydeskError => {
  try {
    readSettings(environment);
  } catch (error) {
    if (error instanceof CopydeskError) return error;
  }
  throw new Error('The settings were taken.');
};

describe('base addresses, as people give them', () => {
  test.each([
    ['anthropic', 'https://api.anthropic.com', 'https://api.anthropic.com/v1'],
    ['anthropic', 'https://api.anthropic.com/v1/', 'https://api.anthropic.com/v1'],
    ['anthropic', 'https://gateway.example.com/anthropic', 'https://gateway.example.com/anthropic/v1'],
    ['anthropic', 'https://gateway.example.com/v1/messages', 'https://gateway.example.com/v1'],
    ['openai', 'http://127.0.0.1:4010', 'http://127.0.0.1:4010/v1'],
    ['openai', 'https://acme.openai.azure.com/openai/v1/', 'https://acme.openai.azure.com/openai/v1'],
    ['openai', 'https://api.openai.com/v1/responses', 'https://api.openai.com/v1'],
    ['google', 'http://127.0.0.1:4010//', 'http://127.0.0.1:4010/v1beta'],
    ['google', 'https://generativelanguage.googleapis.com/v1', 'https://generativelanguage.googleapis.com/v1beta'],
    ['google', 'https://generativelanguage.googleapis.com/v1beta/', 'https://generativelanguage.googleapis.com/v1beta'],
    ['google', 'https://gateway.example.com/google', 'https://gateway.example.com/google/v1beta'],
    ['compatible', 'http://localhost:11434', 'http://localhost:11434/v1'],
    ['compatible', 'http://localhost:8000/v1/chat/completions', 'http://localhost:8000/v1'],
    ['compatible', 'https://chat.example.com/api', 'https://chat.example.com/api'],
    [
      'compatible',
      'https://acme.example.com/x?api-version=2024-10-21',
      'https://acme.example.com/x?api-version=2024-10-21',
    ],
    ['anthropic', 'https://api.anthropic.com?x=1', undefined],
    ['openai', 'api.openai.com', undefined],
    ['openai', 'localhost:8000', undefined],
    ['google', 'https://user:pass@example.com', undefined],
    ['compatible', 'ftp://example.com', undefined],
  ] as const)('%s at %s', (provider, given, normalised) => {
    expect(normalisedAddress(provider, given)).toBe(normalised);
  });
});

describe('providers, by their environment variables', () => {
  test('nothing is set: the addresses are the providers’ own', () => {
    const { anthropic, compatible } = readSettings({}).providers;
    expect(anthropic).toEqual({
      provider: 'anthropic',
      apiKey: undefined,
      baseUrl: undefined,
      keyPlace: 'ANTHROPIC_API_KEY',
      addressPlace: 'ANTHROPIC_BASE_URL',
    });
    expect(compatible.baseUrl).toBeUndefined();
  });

  test.each([
    [{ GOOGLE_API_KEY: '', GEMINI_API_KEY: ' abc\n', GOOGLE_GENERATIVE_AI_API_KEY: 'other' }, 'abc', 'GEMINI_API_KEY'],
    [{ GOOGLE_GENERATIVE_AI_API_KEY: 'other' }, 'other', 'GOOGLE_GENERATIVE_AI_API_KEY'],
    [{ GOOGLE_API_KEY: 'first', GEMINI_API_KEY: 'second' }, 'first', 'GOOGLE_API_KEY'],
  ])('the first of several set names counts: %o', (environment, apiKey, keyPlace) => {
    expect(readSettings(environment).providers.google).toMatchObject({ apiKey, keyPlace });
  });

  test('other names of addresses', () => {
    const { google, compatible } = readSettings({
      GOOGLE_GEMINI_BASE_URL: 'http://127.0.0.1:1',
      OPENAI_COMPATIBLE_BASE_URL: 'http://127.0.0.1:2',
      OPENAI_COMPATIBLE_API_KEY: 'key',
    }).providers;
    expect(google).toMatchObject({ baseUrl: 'http://127.0.0.1:1/v1beta', addressPlace: 'GOOGLE_GEMINI_BASE_URL' });
    expect(compatible).toMatchObject({ apiKey: 'key', baseUrl: 'http://127.0.0.1:2/v1' });
  });

  test.each(['sk-one\nsk-two', 'sk one', '"sk-quoted-secret"', 'sk-\u0007bell', 'sk-ключ'])(
    'an invalid key is refused, and not repeated: %j',
    (key) => {
      const error = refusal({ OPENAI_API_KEY: key });
      expect(error.errors).toMatchObject([{ parameter: 'OPENAI_API_KEY' }]);
      expect(error.message).not.toContain('sk');
    },
  );

  test('a wrong address is reported by its name, and not repeated', () => {
    const error = refusal({ COMPATIBLE_BASE_URL: 'localhost:11434/secret', ANTHROPIC_BASE_URL: 'https://u:secret@h' });
    expect(error.errors.map(({ parameter }) => parameter)).toEqual(['ANTHROPIC_BASE_URL', 'COMPATIBLE_BASE_URL']);
    expect(error.message).not.toContain('secret');
  });

  test('windows and silence', () => {
    const { modelWindows, modelSilenceSeconds } = readSettings({
      COPYDESK_MODEL_CONTEXT: 'compatible/llama3=32768, compatible/meta-llama/Llama-3.1-70B=131072',
      COPYDESK_MODEL_SILENCE_SECONDS: '30',
    });
    expect([...modelWindows]).toEqual([
      ['compatible/llama3', 32_768],
      ['compatible/meta-llama/Llama-3.1-70B', 131_072],
    ]);
    expect(modelSilenceSeconds).toBe(30);
    expect(readSettings({}).modelSilenceSeconds).toBe(120);
    const bad = { COPYDESK_MODEL_CONTEXT: 'llama3=32k', COPYDESK_MODEL_SILENCE_SECONDS: '0' };
    expect(refusal(bad).errors.map(({ parameter }) => parameter)).toEqual(Object.keys(bad));
  });
});

describe('the context window of a model', () => {
  test.each([
    ['anthropic/claude-sonnet-4-5-20250929', 200_000],
    ['anthropic/claude-sonnet-4-6', 1_000_000],
    ['openai/gpt-5-mini', 400_000],
    ['openai/gpt-5.4', 1_050_000],
    ['google/gemini-2.5-flash', 1_048_576],
    ['openai/whatever', undefined],
    ['compatible/llama3', 8_192],
  ])('%s', (model, window) => {
    const reported = readWindows(['compatible/llama3=8192']);
    expect(reported && contextWindow(model, reported)).toBe(window);
  });

  test('the operator’s setting takes precedence', () => {
    const reported = readWindows(['anthropic/claude-sonnet-4-6=200000']);
    expect(reported && contextWindow('anthropic/claude-sonnet-4-6', reported)).toBe(200_000);
  });
});

const resolve = async (name: string, environment: Record<string, string>) => {
  const { providers, modelWindows } = readSettings(environment);
  return await resolveModel(name, {
    factories: {},
    access: (provider) => providers[provider],
    settings: { windows: modelWindows, patience: silenceTimeoutsFor(120) },
  });
};

describe('a model whose provider is not configured', () => {
  test.each([
    ['anthropic/claude-sonnet-5-5', 'ANTHROPIC_API_KEY'],
    ['openai/gpt-5', 'OPENAI_API_KEY'],
    ['google/gemini-2.5-pro', 'GOOGLE_API_KEY'],
    ['compatible/llama3', 'COMPATIBLE_BASE_URL'],
  ])('%s: %s is missing', async (name, variable) => {
    await expect(resolve(name, {})).rejects.toMatchObject({
      code: 'model_not_configured',
      message: expect.stringMatching(new RegExp(`set ${variable} where .* or give the project its own .* Model keys`)),
    });
  });

  test('existing settings are named, without any key', async () => {
    const environment = { OPENAI_API_KEY: 'sk-secret-key', COMPATIBLE_BASE_URL: 'http://127.0.0.1:1' };
    const error: unknown = await resolve('google/gemini-2.5-pro', environment).catch((thrown: unknown) => thrown);
    expect(String(error)).toMatch(/Available here: openai\/….*compatible\/…/);
    expect(String(error)).not.toContain('sk-secret');
  });

  test('an endpoint on the same machine needs no key', async () => {
    expect(await resolve('compatible/llama3', { COMPATIBLE_BASE_URL: 'http://127.0.0.1:1' })).toMatchObject({
      name: 'compatible/llama3',
      streams: true,
      describesChanges: true,
    });
  });
});
