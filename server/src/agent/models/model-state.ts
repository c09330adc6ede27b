import { editDistance } from '../text/edit-distance.ts';
import { providerOf, providers } from './providers/provider.ts';
import type { ProviderPlace } from './providers/provider.ts';

/**
 * What is known about a model without calling it. `built_in`: it understands only the documented instructions;
 * `unknown`: its provider may or may not have it; `not_configured`: jobs with it fail.
 */
export type ModelState =
  | { state: 'ready' | 'built_in'; detail: '' }
  | { state: 'unknown' | 'not_configured'; detail: string };

/** What a model's name is compared with. */
export interface KnownModels {
  places: readonly ProviderPlace[];
  /** The names of all models that Copydesk knows of, such as those with a price. */
  names: readonly string[];
  /** Whether a name is that of a known model, or of a dated release of one. */
  isKnown: (name: string) => boolean;
}

export const builtInModel = 'builtin/copyeditor';

/** @param name in the form `provider/model`. */
export function stateOfModel(name: string, { places, names, isKnown }: KnownModels): ModelState {
  if (name === builtInModel) return { state: 'built_in', detail: '' };
  const provider = providerOf(name);
  const place = places.find((one) => one.provider === provider);
  const meant = place !== undefined && isKnown(name) ? undefined : nearestName(name, [...names, builtInModel]);
  const question = meant === undefined ? '' : ` Did you mean ${meant}?`;
  if (place === undefined) return { state: 'not_configured', detail: `There is no model ${name}.${question}` };
  const missing = missingOf(place);
  if (missing !== '') {
    const detail = `Jobs with ${name} fail until you ${missing}.${question}`;
    return { state: 'not_configured', detail };
  }
  // An endpoint of one's own has names of its own.
  if (isKnown(name) || place.baseUrl !== undefined) return { state: 'ready', detail: '' };
  return {
    state: 'unknown',
    detail: `Copydesk does not know the model ${name}.${question} To test ${name} anyway, run: copydesk model check ${name}`,
  };
}

/** Says what is missing for calling the models of a provider, as the end of a sentence; empty when nothing is. */
export function missingOf(place: ProviderPlace): string {
  return missingPlaces(place)
    .map((where) => `set ${where}`)
    .join(' and ');
}

/** Returns where what is missing for calling the models of a provider is set. */
export function missingPlaces({ provider, hasKey, baseUrl, keyPlace, addressPlace }: ProviderPlace): string[] {
  const { address, needsKey } = providers[provider];
  return [...(needsKey && !hasKey ? [keyPlace] : []), ...((baseUrl ?? address) === undefined ? [addressPlace] : [])];
}

/** Returns the known name that was probably meant, whatever its provider and the order of its words. */
function nearestName(name: string, names: readonly string[]): string | undefined {
  const sameModel = names.find((known) => modelPart(known) === modelPart(name));
  if (sameModel !== undefined) return sameModel;
  const most = Math.max(2, Math.floor(name.length / 6));
  const near = names
    .map((known) => ({ known, distance: Math.min(editDistance(name, known), 1 + wordDistance(name, known)) }))
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance);
  return near[0]?.known;
}

function modelPart(name: string): string {
  return name.slice(name.indexOf('/') + 1).toLowerCase();
}

/** `claude-4-sonnet` has the words of `claude-sonnet-4`. */
function wordDistance(a: string, b: string): number {
  return editDistance(sortWords(a), sortWords(b));
}

function sortWords(name: string): string {
  return name.toLowerCase().split(/[/.-]/).toSorted().join('-');
}
