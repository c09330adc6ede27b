import { createHash } from 'node:crypto';
import type { Asker, Evidence, Reader } from './reader.ts';
import { rulesVersion } from './rules/version.ts';
import { verdictOf } from './verdict.ts';

/** Tells people, AI and other bots apart. */
export interface Classifier {
  /** The version of the rules it decides by. */
  rules: string;
  /** Who asks. A promise only when the keys that check a signature must be fetched first. */
  classify(asker: Asker): Reader | Promise<Reader>;
}

export interface ClassifierOptions {
  now: () => Date;
}

export function openClassifier(_options: ClassifierOptions): Classifier {
  return {
    rules: rulesVersion,
    classify(asker) {
      const evidence: Evidence = { userAgent: asker.userAgent.slice(0, 512) };
      const digest = createHash('sha256').update(JSON.stringify(evidence)).digest('base64url');
      return { digest, evidence, verdict: verdictOf(evidence), rules: rulesVersion };
    },
  };
}
