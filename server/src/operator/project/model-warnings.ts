import { modelSettingNames } from '@copydesk/contract';
import type { ModelOverview } from '@copydesk/contract';
import type { OperatorServices } from '../operator.ts';

/** The models that a change of a project names. */
type NamedModels = { [name in ModelOverview['warnings'][number]['setting']]?: string | null | undefined };

/** Returns what seems to be wrong with the models that a change names. */
export async function modelWarnings(
  { models }: Pick<OperatorServices, 'models'>,
  projectId: string,
  change: NamedModels,
): Promise<string[]> {
  if (modelSettingNames.every((name) => change[name] == null)) return [];
  const { warnings } = await models.list(projectId);
  return warnings.filter(({ setting }) => change[setting] != null).map(({ detail }) => `Warning: ${detail}`);
}
