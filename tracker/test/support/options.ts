import type { TrackerOptions } from '../../src/options.ts';

export const projectId = 'prj_0123456789abcdefghijkl';
export const key = 'desk_NotARealKeyButOneThatLooksLikeOne';

/** What a site would write; `told` gathers what its owner is told. */
export function optionsFor(receiver: { url: string }, told: string[] = []): TrackerOptions {
  return { url: receiver.url, projectId, key, onError: (error) => void told.push(error.message) };
}
