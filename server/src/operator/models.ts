import type { CheckedModel, ModelOverview } from '@copydesk/contract';
import type { ModelKey, ModelProvider } from '../projects/model-keys.ts';

/** What operators do with models. Each method throws `not_found` for a project that does not exist. */
export interface ModelServices {
  /** Returns the settings of each provider, and what is known of models. */
  list(projectId?: string): Promise<ModelOverview>;
  /**
   * Tries a model with one tool call: the named model, or else the default of new jobs. What is wrong with the model is
   * part of the result, not an error.
   */
  check(query: { projectId?: string; model?: string; signal: AbortSignal }): Promise<CheckedModel>;
  /** @throws CopydeskError `invalid_request` (the key or the address), `data_directory_refused` */
  setKey(draft: {
    projectId: string;
    provider: ModelProvider;
    key: string | undefined;
    baseUrl: string | undefined;
  }): Promise<ModelKey>;
  /** @returns whether there was anything to delete. */
  deleteKey(projectId: string, provider: ModelProvider): Promise<boolean>;
}
