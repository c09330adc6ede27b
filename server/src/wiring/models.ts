import { plainModel } from '../agent/model.ts';
import { createCopyeditor } from '../agent/models/builtin/copyeditor.ts';
import { resolveModel } from '../agent/models/registry.ts';
import type { ModelFactories } from '../agent/models/registry.ts';
import type { WorkerServices } from '../worker/services.ts';

/** The models of this installation, and what is given beyond them. @throws CopydeskError `model_not_configured` */
export function modelsOf(extra: ModelFactories = {}): WorkerServices['resolveModel'] {
  return async (name, { docs }) =>
    await resolveModel(name, {
      'builtin/copyeditor': () => plainModel('builtin/copyeditor', createCopyeditor({ docs })),
      ...extra,
    });
}
