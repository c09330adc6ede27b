import { isBuiltIn } from '../../agent/model.ts';
import { stateOfModel } from '../../agent/models/model-state.ts';
import type { ModelState } from '../../agent/models/model-state.ts';
import { providerNames, providers } from '../../agent/models/providers/provider.ts';
import type { ProviderPlace } from '../../agent/models/providers/provider.ts';
import { priceOf } from '../../agent/models/prices.ts';
import { publishedPrices } from '../../agent/models/published-prices.ts';
import type { FollowsPrompt } from '../../jobs/request/follows-prompt.ts';
import { scriptedModel } from '../../projects/test-mode.ts';
import type { Settings } from '../../settings.ts';

export const followsPrompt: FollowsPrompt = async (model, prompt) => {
  if (!isBuiltIn(model)) return true;
  const { understands } = await import('../../agent/models/builtin/read-work.ts');
  return understands(prompt);
};

/** Returns what is known about a model of this installation, or of a project that reaches providers so. */
export function stateOfJobModel(
  name: string,
  { modelPrices }: Pick<Settings, 'modelPrices'>,
  places: readonly ProviderPlace[],
): ModelState {
  if (name === scriptedModel) return { state: 'ready', detail: '' };
  const examples = providerNames.map((provider) => providers[provider].example);
  return stateOfModel(name, {
    places,
    names: [...modelPrices.keys(), ...publishedPrices.keys(), ...examples],
    isKnown: (known) => priceOf(known, new Date(), modelPrices) !== undefined,
  });
}
