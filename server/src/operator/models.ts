import type { CheckedModel, ModelOverview } from '@copydesk/contract';
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
