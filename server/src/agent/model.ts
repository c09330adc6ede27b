import type { LanguageModelV4, LanguageModelV4CallOptions, SharedV4ProviderOptions } from '@ai-sdk/provider';

/** A model with what the agent's loop has to know of it. */
export interface AgentModel {
  /** `provider/model`, as jobs name it. */
  name: string;
  model: LanguageModelV4;
  /** Whether it writes its answer bit by bit. */
  streams: boolean;
  /** Whether it follows instructions in plain words, and can be asked to describe its change for reviewers. */
  describesChanges: boolean;
  /** Tokens that one call may hold, with its answer; undefined when that is not known. */
  contextTokens?: number;
  /** Where it is shown images; undefined for a model that does not see, as far as is known. */
  images?: ImagePlace;
  /** What every call is made with, such as where the cache of a job is; no job for a call that tries the model. */
  providerOptions?: (job?: { id: string }) => SharedV4ProviderOptions;
  /** How every call is made; the provider's own way where nothing is said. */
  callSettings?: CallSettings;
  /** Where it is asked, for messages about calls that fail; undefined for what is built in. */
  endpoint?: ModelEndpoint;
}

/** `results`: in what a tool answers; `messages`: in a message behind it, where the provider's API takes text alone from tools. */
export type ImagePlace = 'results' | 'messages';

/** What people may set of the calls of a model. */
export interface CallSettings {
  /** Tokens of one answer at most. */
  maxOutputTokens?: number;
  /** From 0 to 2. */
  temperature?: number;
  /** How long it thinks before it answers. */
  reasoning?: LanguageModelV4CallOptions['reasoning'];
}

/** Where a model is asked and where that is configured, as far as people may be told. */
export interface ModelEndpoint {
  /** Without a query. */
  address: string;
  /** Where the key is configured, such as `ANTHROPIC_API_KEY`. */
  keyPlace: string;
  /** Where the address is configured. */
  addressPlace: string;
  /** Whether the address is the provider's own, because nobody has configured another. */
  isOwnAddress: boolean;
  /** Takes the key out of a text, should it be in there. */
  hide: (text: string) => string;
}

/** Whether a model is part of Copydesk: it carries out what it has a form for, and weighs no texts. */
export function isBuiltIn(name: string): boolean {
  return name.startsWith('builtin/');
}

/** A model that answers whole, and does its work by what it is told alone. */
export function plainModel(name: string, model: LanguageModelV4): AgentModel {
  return { name, model, streams: false, describesChanges: false };
}
