import type { LanguageModelV4, LanguageModelV4CallOptions, SharedV4ProviderOptions } from '@ai-sdk/provider';

/** A model with what the agent's loop must know about it. */
export interface AgentModel {
  /** `provider/model`, as jobs name it. */
  name: string;
  model: LanguageModelV4;
  /** Whether it streams its answers. */
  streams: boolean;
  /** Whether it follows instructions in plain language, and can describe its change for reviewers. */
  describesChanges: boolean;
  /** How many tokens one call may have, including its answer; undefined when that is not known. */
  contextTokens?: number;
  /** Where images are put for it; undefined for a model that cannot see, as far as is known. */
  images?: ImagePlace;
  /** The options of every call, such as the cache key of a job; without `job` for a call that only tries the model. */
  providerOptions?: (job?: { id: string }) => SharedV4ProviderOptions;
  /** The settings of every call; the provider's defaults where a setting is missing. */
  callSettings?: CallSettings;
  /** Its endpoint, for messages about failed calls; undefined for built-in models. */
  endpoint?: ModelEndpoint;
}

/**
 * `results`: in a tool's result; `messages`: in a message after it, when the provider's API accepts only text from
 * tools.
 */
export type ImagePlace = 'results' | 'messages';

/** What people may set for the calls of a model. */
export interface CallSettings {
  /** Tokens of one answer at most. */
  maxOutputTokens?: number;
  /** From 0 to 2. */
  temperature?: number;
  /** How long it thinks before it answers. */
  reasoning?: LanguageModelV4CallOptions['reasoning'];
}

/** A model's address and where that is configured, in so far as people may see it. */
export interface ModelEndpoint {
  /** Without a query. */
  address: string;
  /** Where the key is configured, such as `ANTHROPIC_API_KEY`. */
  keyPlace: string;
  /** Where the address is configured. */
  addressPlace: string;
  /** Whether the address is the provider's own, because no other is configured. */
  isOwnAddress: boolean;
  /** Removes the key from a text that may contain it. */
  hide: (text: string) => string;
}

/** Whether a model is part of Copydesk: it carries out requests in fixed forms, and does not judge texts. */
export function isBuiltIn(name: string): boolean {
  return name.startsWith('builtin/');
}

/** Makes a model that does not stream and does not describe its changes. */
export function plainModel(name: string, model: LanguageModelV4): AgentModel {
  return { name, model, streams: false, describesChanges: false };
}
