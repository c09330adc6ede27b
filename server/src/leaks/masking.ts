import { credentialsIn } from './credentials.ts';
import { ownSecretsIn } from './own-secrets.ts';
import type { OwnSecret, Stretch } from './own-secrets.ts';

/**
 * Masks the secrets in texts that belong together, and keeps their order. It also finds a secret split over several
 * texts. Each secret is replaced by the name of its rule, or, if `starred`, by stars, so that each text keeps its
 * length.
 */
export type Masking = (texts: readonly string[], as?: 'named' | 'starred') => Promise<string[]>;

/**
 * Returns a function that masks credentials by their form, and the installation's own secrets by their values. Line
 * numbers stay the same.
 */
export function maskingOf(own: () => Promise<readonly OwnSecret[]>): Masking {
  return async (texts, as = 'named') => {
    const whole = texts.join(separator);
    const secrets = await hiddenIn(whole, await own());
    if (secrets.length === 0) return [...texts];
    let from = 0;
    return texts.map((text) => {
      const start = from;
      from += text.length + separator.length;
      const overlapping = secrets.filter((one) => one.start < start + text.length && one.end > start);
      const shifted = overlapping.map((one) => ({ rule: one.rule, start: one.start - start, end: one.end - start }));
      return maskSecrets(text, shifted, as === 'named' ? nameSecret : starSecret);
    });
  };
}

/** Masks the credentials of a text, so that a model may read it. Line numbers stay the same. */
export async function maskedText(text: string): Promise<string> {
  return maskSecrets(text, await hiddenIn(text, []), nameSecret);
}

const separator = '\n\n\n\n';

interface Hidden extends Stretch {
  rule: string;
}

/** Returns the spans to hide, sorted and without overlaps. */
async function hiddenIn(text: string, own: readonly OwnSecret[]): Promise<Hidden[]> {
  const found: Hidden[] = await credentialsIn(text);
  const ownFound = await ownSecretsIn(text, own);
  if (ownFound.length === 0) return found;
  const pieces = ownFound.flatMap((one) => one.pieces.map((piece) => ({ ...piece, rule: one.name })));
  const hidden: Hidden[] = [];
  for (const one of [...pieces, ...found].toSorted((a, b) => a.start - b.start)) {
    const last = hidden.at(-1);
    if (last === undefined || one.start >= last.end) hidden.push({ ...one });
    else last.end = Math.max(last.end, one.end);
  }
  return hidden;
}

function maskSecrets(
  text: string,
  secrets: readonly Hidden[],
  instead: (rule: string, value: string) => string,
): string {
  let end = 0;
  const parts = secrets.map((one) => {
    // A secret in several texts begins before this text, or ends after it.
    const start = Math.max(one.start, 0);
    const kept = text.slice(end, start);
    end = Math.min(one.end, text.length);
    return kept + instead(one.rule, text.slice(start, end));
  });
  return parts.join('') + text.slice(end);
}

function nameSecret(rule: string, value: string): string {
  return `[a secret: ${rule}]${'\n'.repeat(value.split('\n').length - 1)}`;
}

function starSecret(_: string, value: string): string {
  return '*'.repeat(value.length);
}
