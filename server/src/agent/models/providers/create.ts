import type { LanguageModelV4, SharedV4ProviderOptions } from '@ai-sdk/provider';
import { CopydeskError } from '@copydesk/contract';
import type { AgentModel, ModelEndpoint } from '../../model.ts';
import { withSystemCached } from './anthropic-cache.ts';
import { contextWindow } from './context-windows.ts';
import type { OperatorWindows } from './context-windows.ts';
import { withFilters, withPlainStops, withResponseState } from './finish-reasons.ts';
import { providers } from './provider.ts';
import type { ProviderAccess, ProviderName } from './provider.ts';
import { imagePlaces, isKnownToAcceptImages } from './image-support.ts';
import { modelFetch } from './wire.ts';
import type { SilenceTimeouts } from './wire.ts';

/** The settings for creating models of any provider. */
export interface ModelSettings {
  windows: OperatorWindows;
  patience: SilenceTimeouts;
}

/**
 * Returns the timeouts for a provider that may be silent for this many seconds. Before the first byte it has at least
 * five minutes, because a local server reads the whole conversation then.
 */
export function silenceTimeoutsFor(silenceSeconds: number): SilenceTimeouts {
  return { first: Math.max(silenceSeconds, 300) * 1000, between: silenceSeconds * 1000 };
}

/**
 * Creates a provider's model, always as an object: the SDK would look up a bare name at a public gateway.
 *
 * @param name such as `anthropic/claude-sonnet-5-5`.
 * @throws CopydeskError `model_not_configured` when its key or its address is missing.
 */
export async function createModel(name: string, access: ProviderAccess, settings: ModelSettings): Promise<AgentModel> {
  const { provider } = access;
  const address = access.baseUrl ?? providers[provider].address;
  if (address === undefined) throw missingError(name, 'an address', access.addressPlace);
  if (access.apiKey === undefined && providers[provider].needsKey) throw missingError(name, 'a key', access.keyPlace);
  const send = modelFetch({ model: name, addressPlace: access.addressPlace }, settings.patience);
  const call: ClientCall = { id: name.slice(provider.length + 1), address, apiKey: access.apiKey, fetch: send };
  return {
    name,
    model: await clients[provider](call),
    streams: true,
    describesChanges: true,
    contextTokens: contextWindow(name, settings.windows),
    images: isKnownToAcceptImages(name) ? imagePlaces[provider] : undefined,
    providerOptions: options[provider],
    endpoint: endpointOf(access, address),
  };
}

function missingError(name: string, what: string, place: string): CopydeskError {
  const remedy = place.startsWith('"')
    ? `run ${place}`
    : `set ${place} where the server starts, or give the project its own in its settings, under Model keys`;
  return new CopydeskError('model_not_configured', `The model ${name} needs ${what}: ${remedy}.`);
}

interface ClientCall {
  id: string;
  address: string;
  apiKey: string | undefined;
  fetch: typeof fetch;
}

/**
 * Each client is loaded when one of its models is first needed: loading all takes longer than a server takes to start.
 */
const clients: Record<ProviderName, (call: ClientCall) => Promise<LanguageModelV4>> = {
  async anthropic({ id, address, apiKey, fetch }) {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    return withFilters(withSystemCached(createAnthropic({ baseURL: address, apiKey, fetch })(id)));
  },
  async openai({ id, address, apiKey, fetch }) {
    const { createOpenAI } = await import('@ai-sdk/openai');
    return withResponseState(createOpenAI({ baseURL: address, apiKey, fetch }).responses(id));
  },
  async google({ id, address, apiKey, fetch }) {
    const { createGoogle } = await import('@ai-sdk/google');
    return createGoogle({ baseURL: address, apiKey, fetch })(id);
  },
  async compatible({ id, address, apiKey, fetch }) {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    const url = new URL(address);
    const queryParams = Object.fromEntries(url.searchParams);
    const baseURL = `${url.origin}${url.pathname}`;
    const settings = { name: 'compatible', baseURL, queryParams, apiKey, fetch, includeUsage: true };
    return withPlainStops(createOpenAICompatible(settings)(id));
  },
};

/**
 * The options of each call. Anthropic's mark at the top moves with the end of the conversation; marks on messages would
 * exceed the four that it allows. OpenAI stores nothing, so its reasoning is kept in the conversation, encrypted.
 * Google and most compatible endpoints cache a common beginning by themselves.
 */
const options: Record<ProviderName, (job?: { id: string }) => SharedV4ProviderOptions> = {
  anthropic: () => ({ anthropic: { cacheControl: { type: 'ephemeral' } } }),
  openai: (job) => ({ openai: { store: false, ...(job === undefined ? {} : { promptCacheKey: job.id }) } }),
  google: () => ({}),
  compatible: () => ({}),
};

function endpointOf(access: ProviderAccess, address: string): ModelEndpoint {
  const { origin, pathname } = new URL(address);
  return {
    address: `${origin}${pathname}`,
    keyPlace: access.keyPlace,
    addressPlace: access.addressPlace,
    isOwnAddress: access.baseUrl === undefined,
    hide: (text) => withoutKeys(text, access.apiKey),
  };
}

/** Removes the key from a text, whole or as providers shorten it, such as `sk-ab****yz`. */
function withoutKeys(text: string, key: string | undefined): string {
  const hidden = key === undefined ? text : text.replaceAll(key, '…').replaceAll(encodeURIComponent(key), '…');
  return hidden.replaceAll(/\b(?:(?:sk|pk|key|gsk|xai)[-_]|AIza)[A-Za-z0-9*_-]{8,}/g, '…');
}
