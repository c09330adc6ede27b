import { plainModel } from '../../agent/model.ts';
import type { AgentModel } from '../../agent/model.ts';
import { builtInModel } from '../../agent/models/model-state.ts';
import { silenceTimeoutsFor } from '../../agent/models/providers/create.ts';
import type { ModelSettings } from '../../agent/models/providers/create.ts';
import { placeOf, providerNames } from '../../agent/models/providers/provider.ts';
import type { ProviderAccess, ProviderPlace } from '../../agent/models/providers/provider.ts';
import { resolveModel } from '../../agent/models/registry.ts';
import type { ModelFactories } from '../../agent/models/registry.ts';
import type { AgentDocs } from '../../agent/ports.ts';
import type { Database } from '../../postgres/database.ts';
import { listModelPlaces, openModelKeys, type OpenModelKey } from '../../projects/model-keys.ts';
import { isTestOrganisation } from '../../projects/test-mode.ts';
import type { SecretBox } from '../../secrets/box.ts';
import type { Settings } from '../../settings.ts';
import type { WorkerServices } from '../../worker/services.ts';
import { withCallSettings } from './call-settings.ts';
import type { ProjectCalls } from './call-settings.ts';

/** What reaching models needs: the settings, and the keys that projects bring. */
export interface ModelSource {
  settings: Settings;
  db: Database;
  box: SecretBox;
}

/** Returns the models of this installation, and the extra ones. @throws CopydeskError `model_not_configured` */
export function modelsOf(source: ModelSource, extra: ModelFactories = {}): WorkerServices['resolveModel'] {
  return async (name, { project, docs }) =>
    isTestOrganisation(project.organisationId)
      ? (await import('./scripted-agent.ts')).scriptedAgent()
      : await modelOf(source, { name, project, docs, extra });
}

/**
 * Returns the model of a name, as jobs of a project get it; without a project, as the settings alone define it. `docs`
 * are those of the job, for the built-in model.
 *
 * @throws CopydeskError `model_not_configured`, `secret_unreadable`.
 */
export async function modelOf(
  source: ModelSource,
  wanted: {
    name: string;
    project: (ProjectCalls & { id: string }) | undefined;
    docs: AgentDocs | undefined;
    extra?: ModelFactories;
  },
): Promise<AgentModel> {
  const { name, project, docs, extra } = wanted;
  const copyeditor = async () => {
    if (docs === undefined) throw new Error('The built-in model works on the docs of a job.');
    const { createCopyeditor } = await import('../../agent/models/builtin/copyeditor.ts');
    return plainModel(builtInModel, createCopyeditor({ docs }));
  };
  const model = await resolveModel(name, {
    factories: { [builtInModel]: copyeditor, ...extra },
    access: async (provider) => {
      const own = project && (await openModelKeys(source.db, source.box, project.id, [provider]));
      return withOwn(source.settings.providers[provider], own?.[0]);
    },
    settings: modelSettings(source.settings),
  });
  return project === undefined ? model : withCallSettings(model, project);
}

/**
 * Returns how each provider is reached for a project, or by the settings alone.
 *
 * @throws CopydeskError `secret_unreadable`.
 */
export async function providerAccesses(
  { settings, db, box }: ModelSource,
  projectId: string | undefined,
): Promise<ProviderAccess[]> {
  const own = projectId === undefined ? [] : await openModelKeys(db, box, projectId, providerNames);
  return providerNames.map((name) =>
    withOwn(
      settings.providers[name],
      own.find(({ provider }) => provider === name),
    ),
  );
}

/** Does the same without the keys. It opens none, so that none can fail. */
export async function providerPlaces(
  { settings, db }: Pick<ModelSource, 'settings' | 'db'>,
  projectId: string | undefined,
): Promise<ProviderPlace[]> {
  const own = projectId === undefined ? [] : await listModelPlaces(db, projectId);
  return providerNames.map((name) =>
    withOwnPlace(
      placeOf(settings.providers[name]),
      own.find(({ provider }) => provider === name),
    ),
  );
}

function withOwnPlace(
  general: ProviderPlace,
  own: { baseUrl: string | null; hasKey: boolean } | undefined,
): ProviderPlace {
  if (own === undefined) return general;
  const hasKey = own.hasKey || (own.baseUrl === null && general.hasKey);
  return { ...ownPlaces(general, own.baseUrl ?? undefined), hasKey };
}

/** The key of the installation is never sent to an address that a project brings. */
function withOwn(general: ProviderAccess, own: OpenModelKey | undefined): ProviderAccess {
  if (own === undefined) return general;
  return {
    ...ownPlaces(general, own.baseUrl),
    apiKey: own.key ?? (own.baseUrl === undefined ? general.apiKey : undefined),
  };
}

/** Returns where the key and the address of a project that has its own are, and the address. */
function ownPlaces(
  { provider, baseUrl, addressPlace }: Omit<ProviderAccess, 'apiKey'>,
  own: string | undefined,
): Omit<ProviderAccess, 'apiKey'> {
  const place = `"copydesk model key ${provider} --project …"`;
  return {
    provider,
    baseUrl: own ?? baseUrl,
    keyPlace: place,
    addressPlace: own === undefined ? addressPlace : place,
  };
}

function modelSettings(settings: Settings): ModelSettings {
  return { windows: settings.modelWindows, patience: silenceTimeoutsFor(settings.modelSilenceSeconds) };
}
