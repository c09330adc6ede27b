import type { LanguageModelV4, SharedV4ProviderOptions } from '@ai-sdk/provider';

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
  /** What every call of a job is made with, such as where its cache is. */
  providerOptions?: (job: { id: string }) => SharedV4ProviderOptions;
}

/** A model that answers whole, and does its work by what it is told alone. */
export function plainModel(name: string, model: LanguageModelV4): AgentModel {
  return { name, model, streams: false, describesChanges: false };
}
