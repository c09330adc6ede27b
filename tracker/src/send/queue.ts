import type { View } from '../request/view.ts';

/** The views that wait to be sent, oldest first. */
export interface Queue {
  readonly size: number;
  /** Returns false when the queue is full. The view is then dropped. */
  add(view: View): boolean;
  /**
   * Returns the oldest views as the body of a request, and their ids. They stay until {@link Queue.remove} is called.
   */
  batch(maximumViews: number): { ids: string[]; body: string };
  remove(ids: string[]): void;
}

/** The most views in one request to the collect endpoint. */
export const maximumBatch = 1_000;

/** Keeps a body below 1 MB, the default limit of a proxy such as nginx. */
const maximumBodyCharacters = 500_000;

/** Enough for an outage of minutes on a busy site, at about 600 characters a view. Beyond it the newest are dropped. */
const limits = { views: 10_000, characters: 16_000_000 };

/**
 * Views are kept as the JSON that will be sent: memory is measured exactly, and no work is done twice. They are removed
 * by id, so that of two requests with the same view, as after an edge cut off a request, the second removes nothing.
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
