import { CopydeskError, isCopydeskError } from '@copydesk/contract';
import type { AgentModel } from '../model.ts';
import { createModel } from './providers/create.ts';
import type { ModelSettings } from './providers/create.ts';
import { providerNames, providerOf, providers } from './providers/provider.ts';
import type { ProviderAccess, ProviderName } from './providers/provider.ts';

/** Makes a model when a job needs it. */
type ModelFactory = () => AgentModel | Promise<AgentModel>;

/** The models that this server can run without a provider, by their full names, such as `builtin/copyeditor`. */
export type ModelFactories = Record<string, ModelFactory>;

/** The sources of models. */
export interface ModelSources {
  factories: ModelFactories;
  /** Returns how to reach a provider; undefined when this source has no access to providers. */
  access?: (provider: ProviderName) => ProviderAccess | Promise<ProviderAccess>;
  settings?: ModelSettings;
}

const maximumNameLength = 200;
/**
 * Names at compatible endpoints may be paths, such as `compatible/meta-llama/Llama-3.1-70B` or `…/@cf/meta/llama-3`.
 */
const namePattern = /^[a-z][a-z0-9-]*\/[A-Za-z0-9@~_][A-Za-z0-9._:@/~+-]*$/;

/** Whether a name has the form `provider/model`; the model may still be unusable. */
export function isModelName(name: string): boolean {
  return name.length <= maximumNameLength && namePattern.test(name) && !name.split('/').includes('..');
}

/**
 * Returns the model with this name.
 * @throws CopydeskError `model_not_configured`, naming what is missing and the models that exist.
 */
export async function resolveModel(name: string, sources: ModelSources): Promise<AgentModel> {
  if (!isModelName(name)) {
    const given = JSON.stringify(name.slice(0, 100));
    throw await notConfiguredError(`${given} is not the name of a model; a name is provider/model.`, sources);
  }
  const factory = Object.hasOwn(sources.factories, name) ? sources.factories[name] : undefined;
  if (factory !== undefined) return await factory();
  const provider = providerOf(name);
  if (provider === undefined || sources.access === undefined || sources.settings === undefined) {
    const remedy = "Set the project's model or COPYDESK_MODEL to one of them.";
    throw await notConfiguredError(`The model ${name} is not configured.`, sources, remedy);
  }
  try {
    return await createModel(name, await sources.access(provider), sources.settings);
  } catch (error) {
    if (!isCopydeskError(error, 'model_not_configured')) throw error;
    throw await notConfiguredError(error.message, sources);
  }
}

async function notConfiguredError(what: string, sources: ModelSources, remedy?: string): Promise<CopydeskError> {
  const models = [...Object.keys(sources.factories), ...(await configuredExamples(sources))];
  const available = `Available here: ${models.join(', ') || 'none'}.`;
  return new CopydeskError('model_not_configured', [what, available, remedy].filter(Boolean).join(' '));
}

/** Returns one example for each configured provider. */
async function configuredExamples({ access }: ModelSources): Promise<string[]> {
  if (access === undefined) return [];
  const all = await Promise.all(providerNames.map(async (name) => await access(name)));
  return all.filter(isReachable).map(({ provider }) => `${provider}/… (such as ${providers[provider].example})`);
}

function isReachable({ provider, apiKey, baseUrl }: ProviderAccess): boolean {
  const { needsKey, address } = providers[provider];
  return (apiKey !== undefined || !needsKey) && (baseUrl ?? address) !== undefined;
}
