import type { TrackerOptions } from '../../src/options.ts';

export const projectId = 'prj_0123456789abcdefghijkl';
export const key = 'desk_NotARealKeyButOneThatLooksLikeOne';

/** Returns the options of a site; `told` collects the errors reported to its owner. */
export function optionsFor(receiver: { url: string }, reported: string[] = []): TrackerOptions {
  return { url: receiver.url, projectId, key, onError: (error) => void reported.push(error.message) };
}
