import type { Classifier } from '../classifier.ts';

/** A classifier that takes up newer rules while it runs. */
export interface FollowingOptions {
  /** What changes when there are other rules. */
  stamp: () => string;
  open: () => Classifier;
  now: () => Date;
  /** Told of a version that was taken up, and of a look that failed: the rules stay what they were then. */
  onChange: (rules: string) => void;
  onFailure: (error: unknown) => void;
}

/** A look costs some microseconds. */
const lookEveryMilliseconds = 10_000;

/** Looks for newer rules at most every ten seconds, when a reader is to be judged. */
export function openFollowing({ stamp, open, now, onChange, onFailure }: FollowingOptions): Classifier {
  let seen = stamp();
  let current = open();
  let lookAt = now().getTime() + lookEveryMilliseconds;

  function look(): void {
    const at = now().getTime();
    if (at < lookAt) return;
    lookAt = at + lookEveryMilliseconds;
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
    classify(asker, own) {
      look();
      return current.classify(asker, own);
    },
  };
}
