import { CopydeskError } from '@copydesk/contract';
import type { AgentModel } from '../model.ts';

/** Makes a model when a job needs it. */
type ModelFactory = () => AgentModel | Promise<AgentModel>;

/** The models that this server can run, by their full names, such as `builtin/copyeditor`. */
export type ModelFactories = Record<string, ModelFactory>;

const namePattern = /^[a-z][a-z0-9-]*\/[A-Za-z0-9][A-Za-z0-9._:@-]*$/;

/** Whether a name has the form `provider/model`; it says nothing about whether the model can be used. */
export function isModelName(name: string): boolean {
  return name.length <= 100 && namePattern.test(name);
}

/**
 * The model of that name.
 * @throws CopydeskError `model_not_configured`, naming the models that there are.
 */
export async function resolveModel(name: string, factories: ModelFactories): Promise<AgentModel> {
  const available = `Available here: ${Object.keys(factories).join(', ') || 'none'}.`;
  if (!isModelName(name)) {
    throw new CopydeskError(
      'model_not_configured',
      `${JSON.stringify(name.slice(0, 100))} is not the name of a model; a name is provider/model. ${available}`,
    );
  }
  const factory = Object.hasOwn(factories, name) ? factories[name] : undefined;
  if (factory === undefined) {
    throw new CopydeskError(
      'model_not_configured',
      `The model ${name} is not configured. ${available} Set the project's model or COPYDESK_MODEL to one of them.`,
    );
  }
  return await factory();
}
