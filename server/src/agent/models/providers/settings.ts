import { z } from 'zod';
import { normalisedAddress } from './address.ts';
import { providerNames, providers } from './provider.ts';
import type { Provider, ProviderAccess, ProviderName } from './provider.ts';

/** The settings of each provider from the environment. */
export type ProviderSettings = Record<ProviderName, ProviderAccess>;

export const apiKeyForm = 'must be a key as the provider shows it, without quotes, spaces and line breaks';

/** The variables of all providers, for the schema of the environment. Error messages never contain their values. */
export const providerVariables: Record<string, z.ZodType<string | undefined>> = Object.fromEntries(
  providerNames.flatMap((name) => {
    const keys = providers[name].keyVariables.map((variable) => [variable, apiKey()] as const);
    return keys.concat(providers[name].addressVariables.map((variable) => [variable, address(name)] as const));
  }),
);

/** Reads the providers' settings; of several variables for the same setting, the first one counts. */
export function readProviders(values: Record<string, unknown>): ProviderSettings {
  return {
    anthropic: access('anthropic', values),
    openai: access('openai', values),
    google: access('google', values),
    compatible: access('compatible', values),
  };
}

function access(provider: ProviderName, values: Record<string, unknown>): ProviderAccess {
  const { keyVariables, addressVariables }: Provider = providers[provider];
  const key = keyVariables.find((variable) => typeof values[variable] === 'string');
  const base = addressVariables.find((variable) => typeof values[variable] === 'string');
  return {
    provider,
    apiKey: textOf(values, key),
    baseUrl: textOf(values, base),
    keyPlace: key ?? keyVariables[0],
    addressPlace: base ?? addressVariables[0],
  };
}

function textOf(values: Record<string, unknown>, variable: string | undefined): string | undefined {
  const value = variable === undefined ? undefined : values[variable];
  return typeof value === 'string' ? value : undefined;
}

/** Whether a text can be sent as a key. Quotes come from files whose reader does not remove them. */
export function isApiKey(text: string): boolean {
  return /^[\x21-\x7e]{1,4096}$/.test(text) && !/^["'`]|["'`]$/.test(text);
}

/** An empty value counts as not set, as in a file of variables whose values are still to be filled in. */
function apiKey(): z.ZodType<string | undefined> {
  return z
    .string()
    .optional()
    .transform((text) => text?.trim())
    .transform((text) => (text === '' ? undefined : text))
    .refine((text) => text === undefined || isApiKey(text), apiKeyForm);
}

function address(provider: ProviderName): z.ZodType<string | undefined> {
  const query = provider === 'compatible' ? '' : ', query';
  const form = `must be an http or https address without user${query} or fragment, such as ${sampleOf(provider)}`;
  return z
    .string()
    .optional()
    .transform((text, context) => {
      const given = text?.trim() ?? '';
      if (given === '') return undefined;
      const normalised = normalisedAddress(provider, given);
      if (normalised === undefined) context.addIssue({ code: 'custom', message: form });
      return normalised;
    });
}

function sampleOf(provider: ProviderName): string {
  return providers[provider].address ?? 'http://localhost:11434/v1';
}
