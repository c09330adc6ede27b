import type { View } from '../request/view.ts';

/** What waits to be told to the server, oldest first. */
export interface Queue {
  readonly size: number;
  /** False when the queue is full: then the view is not kept. */
  add(view: View): boolean;
  /** The oldest views as the body of a request, and their ids. They stay until they are {@link Queue.remove}d. */
  batch(maximumViews: number): { ids: string[]; body: string };
  remove(ids: string[]): void;
}

/** The most that one request of the collect endpoint may hold. */
export const maximumBatch = 1_000;

/** Keeps a body below 1 MB, the limit of a proxy such as nginx where nobody raised it. */
const maximumBodyCharacters = 500_000;

/** An outage of minutes on a busy site, at some 600 characters a view; then the newest are not taken. */
const limits = { views: 10_000, characters: 16_000_000 };

/**
 * Views are kept as the JSON that will be sent: an exact measure of memory, and no work twice. They are removed by id,
 * so that of two requests that carry the same view, as after an edge's request was cut off, the second removes nothing.
 */
export function openQueue({ views, characters } = limits): Queue {
  const waiting = new Map<string, string>();
  let held = 0;
  return {
    get size() {
      return waiting.size;
    },
    add(view) {
      const line = JSON.stringify(view);
      if (waiting.size >= views || held + line.length > characters) return false;
      waiting.set(view.id, line);
      held += line.length;
      return true;
    },
    batch(maximumViews) {
      const ids: string[] = [];
      const lines: string[] = [];
      let length = 0;
      for (const [id, line] of waiting) {
        length += line.length;
        if (ids.length > 0 && (ids.length >= maximumViews || length > maximumBodyCharacters)) break;
        ids.push(id);
        lines.push(line);
      }
      return { ids, body: `[${lines.join(',')}]` };
    },
    remove(ids) {
      for (const id of ids) {
        held -= waiting.get(id)?.length ?? 0;
        waiting.delete(id);
      }
    },
  };
}
