import { credentialsIn } from './credentials.ts';
import { ownSecretsIn } from './own-secrets.ts';
import type { OwnSecret, Stretch } from './own-secrets.ts';

/**
 * Texts that belong together, without the secrets in them, in their order: what is in pieces over several is found, too. In
 * the place of each stands what it was; or `starred`, so that each text is as long as before.
 */
export type Masking = (texts: readonly string[], as?: 'named' | 'starred') => Promise<string[]>;

/** Hides credentials by their form, and one's own secrets by their values. Each line stays where it is. */
export function maskingOf(own: () => Promise<readonly OwnSecret[]>): Masking {
  return async (texts, as = 'named') => {
    const whole = texts.join(between);
    const secrets = await hiddenIn(whole, await own());
    if (secrets.length === 0) return [...texts];
    let from = 0;
    return texts.map((text) => {
      const start = from;
      from += text.length + between.length;
      const inText = secrets.filter((one) => one.start < start + text.length && one.end > start);
      const there = inText.map((one) => ({ rule: one.rule, start: one.start - start, end: one.end - start }));
      return masked(text, there, as === 'named' ? named : starred);
    });
  };
}

/** A text whose credentials are hidden, so that it can be read by a model: its lines stay where they are. */
export async function maskedText(text: string): Promise<string> {
  return masked(text, await hiddenIn(text, []), named);
}

const between = '\n\n\n\n';

interface Hidden extends Stretch {
  rule: string;
}

/** Sorted; none overlaps another. */
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

function masked(text: string, secrets: readonly Hidden[], instead: (rule: string, value: string) => string): string {
  let end = 0;
  const parts = secrets.map((one) => {
    // One that is in several texts begins before this one, or ends behind it.
    const start = Math.max(one.start, 0);
    const kept = text.slice(end, start);
    end = Math.min(one.end, text.length);
    return kept + instead(one.rule, text.slice(start, end));
  });
  return parts.join('') + text.slice(end);
}

function named(rule: string, value: string): string {
  return `[a secret: ${rule}]${'\n'.repeat(value.split('\n').length - 1)}`;
}

function starred(_: string, value: string): string {
  return '*'.repeat(value.length);
}
