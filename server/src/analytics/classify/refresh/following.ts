import type { Classifier } from '../classifier.ts';

/** Options of a classifier that adopts newer rules while it runs. */
export interface FollowingOptions {
  /** Returns a text that changes when the rules change. */
  stamp: () => string;
  open: () => Classifier;
  now: () => Date;
  /** Called when a new version is adopted, and when a check fails: the rules then stay the same. */
  onChange: (rules: string) => void;
  onFailure: (error: unknown) => void;
}

/** One check takes some microseconds. */
const checkEveryMilliseconds = 10_000;

/** Returns a classifier that checks for newer rules at most every ten seconds, when it classifies a reader. */
export function openFollowing({ stamp, open, now, onChange, onFailure }: FollowingOptions): Classifier {
  let seen = stamp();
  let current = open();
  let nextCheckAt = now().getTime() + checkEveryMilliseconds;

  function checkRules(): void {
    const at = now().getTime();
    if (at < nextCheckAt) return;
    nextCheckAt = at + checkEveryMilliseconds;
    try {
      const found = stamp();
      if (found === seen) return;
      seen = found;
      const before = current.rules;
      current = open();
      if (current.rules !== before) onChange(current.rules);
    } catch (error) {
      onFailure(error);
    }
  }

  return {
    get rules() {
      return current.rules;
    },
    classify(pageRequest, own) {
      checkRules();
      return current.classify(pageRequest, own);
    },
  };
}
