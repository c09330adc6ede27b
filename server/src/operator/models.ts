import type { ModelKey, ModelProvider } from '../projects/model-keys.ts';

/** What operators do with models. Each method throws `not_found` for a project that is not there. */
export interface ModelServices {
  /** What is set for each provider, and what is known of models. */
  list(projectId?: string): Promise<ModelOverview>;
  /**
   * Tries a model with one tool call: the one of that name, or else the one that new jobs get. What is wrong with it is
   * a finding.
   */
  check(query: { projectId?: string; model?: string; signal: AbortSignal }): Promise<CheckedModel>;
  /** @throws CopydeskError `invalid_request` (the key or the address), `data_directory_refused` */
  setKey(draft: {
    projectId: string;
    provider: ModelProvider;
    key: string | undefined;
    baseUrl: string | undefined;
  }): Promise<ModelKey>;
  /** @returns whether there was anything to take away. */
  deleteKey(projectId: string, provider: ModelProvider): Promise<boolean>;
}

/** The providers, and the models that a price is known of. */
export interface ModelOverview {
  /** The model that new jobs get. */
  model: string;
  providers: {
    provider: string;
    /** Where its key comes from, such as `ANTHROPIC_API_KEY`; null when there is none. */
    keyFrom: string | null;
    address: string | null;
    /** Whether jobs can use it. */
    ready: boolean;
    /** What is missing; '' when nothing is. */
    missing: string;
  }[];
  prices: { model: string; input: number; cachedInput: number; output: number; from: string; source: string }[];
}

/** What a check of a model brought. */
export interface CheckedModel {
  model: string;
  ok: boolean;
  /** What was tried, in order. A finding that does not stop jobs is a warning. */
  findings: { name: string; result: 'ok' | 'warning' | 'failed'; detail: string }[];
  usage: { inputTokens: number; outputTokens: number; costUsd: number | null };
}
