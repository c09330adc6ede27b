import type { StepEntry } from '../../jobs/run/journal.ts';
import type { Masking } from '../../leaks/masking.ts';

/** Returns a step as it is stored: without secrets in what was said, called and answered. */
export async function maskedStep(step: StepEntry, mask: Masking | undefined): Promise<StepEntry> {
  if (mask === undefined) return step;
  const { messages, event } = step;
  return { ...step, ...(await maskedStrings({ messages, event }, mask)) };
}

/** Returns a JSON value without secrets in its texts and in its field names, some of which come from a model. */
export async function maskedStrings<T>(value: T, mask: Masking): Promise<T> {
  const texts: string[] = [];
  gather(value, texts);
  const masked = await mask(texts);
  if (masked.every((text, index) => text === texts[index])) return value;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every value keeps its shape
  return replaceStrings(value, masked.values()) as T;
}

function gather(value: unknown, texts: string[]): void {
  if (typeof value === 'string') texts.push(value);
  if (!isParent(value)) return;
  for (const [name, field] of Object.entries(value)) {
    if (!Array.isArray(value)) texts.push(name);
    gather(readableField(name, field), texts);
  }
}

function replaceStrings(value: unknown, texts: Iterator<string>): unknown {
  if (typeof value === 'string') return texts.next().value;
  if (!isParent(value)) return value;
  if (Array.isArray(value)) return value.map((one) => replaceStrings(one, texts));
  const fields = Object.entries(value).map(([name, field]): [string, unknown] => {
    const maskedName = String(texts.next().value);
    const known = readableField(name, field);
    const maskedField = replaceStrings(known, texts);
    return [
      maskedName,
      known === field || !isParent(field) || !isParent(maskedField) ? maskedField : { ...field, ...maskedField },
    ];
  });
  const whole: Record<string, unknown> = Object.fromEntries(fields);
  // A signature of reasoning is valid only for its exact text.
  const isChangedReasoning = whole.type === 'reasoning' && 'text' in value && whole.text !== value.text;
  return isChangedReasoning ? { ...whole, providerOptions: undefined } : whole;
}

/** Leaves alone what a provider has signed or encrypted for itself: others cannot read it. */
function readableField(name: string, field: unknown): unknown {
  if (name !== 'providerOptions' || !isParent(field)) return field;
  return 'copydesk' in field ? { copydesk: field.copydesk } : {};
}

function isParent(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
