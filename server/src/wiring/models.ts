import { plainModel } from '../agent/model.ts';
import type { AgentModel } from '../agent/model.ts';
import { createCopyeditor } from '../agent/models/builtin/copyeditor.ts';
import { createModel, patienceOf } from '../agent/models/providers/create.ts';
import type { ModelSettings } from '../agent/models/providers/create.ts';
import type { ProviderAccess, ProviderName } from '../agent/models/providers/provider.ts';
import { resolveModel } from '../agent/models/registry.ts';
import type { ModelFactories } from '../agent/models/registry.ts';
import type { Settings } from '../settings.ts';
import type { WorkerServices } from '../worker/services.ts';

/** The models of this installation, and what is given beyond them. @throws CopydeskError `model_not_configured` */
export function modelsOf(settings: Settings, extra: ModelFactories = {}): WorkerServices['resolveModel'] {
  return async (name, { project, docs }) =>
    await resolveModel(name, {
      factories: {
        'builtin/copyeditor': () => plainModel('builtin/copyeditor', createCopyeditor({ docs })),
        ...extra,
      },
      access: (provider) => providerAccess(settings, provider, project.id),
      settings: modelSettings(settings),
    });
}

/** How a provider is reached for a project: by the settings. */
export function providerAccess(settings: Settings, provider: ProviderName, _projectId: string): ProviderAccess {
  return settings.providers[provider];
}

/** A provider's model by what is given alone, wherever it was configured. @throws CopydeskError `model_not_configured` */
export async function modelBy(settings: Settings, name: string, access: ProviderAccess): Promise<AgentModel> {
  return await createModel(name, access, modelSettings(settings));
}

function modelSettings(settings: Settings): ModelSettings {
  return { windows: settings.modelWindows, patience: patienceOf(settings.modelSilenceSeconds) };
}
