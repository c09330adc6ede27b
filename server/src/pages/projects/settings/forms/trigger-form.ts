import { CopydeskError, TriggerRequest } from '@copydesk/contract';
import type { TriggerRequest as Request } from '@copydesk/contract';
import { z } from 'zod';
import { checkFields } from '../../../../http/checks/fields.ts';
import { field } from '../../../../http/session/form.ts';
import { promptOf, whyNot } from '../../../../triggers/prompt.ts';

/** The fields of the form that creates a trigger, as they were typed, without the secret. */
export const triggerFields = ['name', 'prompt', 'scheme', 'fields', 'when', 'perHour', 'sample'] as const;

/**
 * Returns the API request that the form means.
 *
 * @throws CopydeskError `invalid_request`.
 */
export function triggerOf(body: unknown): Request {
  const sent = {
    name: typedText(body, 'name'),
    prompt: typedText(body, 'prompt'),
    scheme: typedText(body, 'scheme') || undefined,
    secret: typedText(body, 'secret') || undefined,
    fields: placesIn(typedText(body, 'fields')),
    when: conditionsIn(typedText(body, 'when')),
    perHour: typedText(body, 'perHour') === '' ? undefined : Number(typedText(body, 'perHour')),
  };
  return checkFields(z.object({ body: TriggerRequest }), { body: sent }).body;
}

/**
 * Returns what a request with the sample as its body would do: the prompt of its job, or why it starts none.
 *
 * @throws CopydeskError `invalid_request`: the form, or a sample that is not JSON.
 */
export function previewOf(body: unknown): { prompt: string } | { reason: string } {
  const trigger = triggerOf(body);
  const sample = sampleIn(typedText(body, 'sample'));
  const reason = whyNot(trigger, sample);
  return reason === undefined ? { prompt: promptOf(trigger, sample) } : { reason };
}

function typedText(body: unknown, name: string): string {
  return (field(body, name) ?? '').trim();
}

/** Reads `Title=/issue/title`, one a line. */
function placesIn(text: string): Record<string, string> {
  const places = linesOf(text).map((line): [string, string] => {
    const at = line.indexOf('=/');
    if (at < 1)
      throw invalidField(
        'fields',
        `has the line "${line}"; a line is a name and a JSON pointer, such as Title=/issue/title`,
      );
    return [line.slice(0, at).trim(), line.slice(at + 1)];
  });
  return Object.fromEntries(places);
}

/** Reads `/type=Issue`, one a line. Of several texts for one pointer, any may match. */
function conditionsIn(text: string): Record<string, string[]> {
  const found = linesOf(text).map((line) => {
    const [, pointer, wanted] = /^(\/[^=]*)=(.+)$/u.exec(line) ?? [];
    if (pointer === undefined || wanted === undefined)
      throw invalidField('when', `has the line "${line}"; a line is a JSON pointer and a text, such as /type=Issue`);
    return { pointer, wanted };
  });
  const grouped = Map.groupBy(found, ({ pointer }) => pointer);
  return Object.fromEntries([...grouped].map(([pointer, of]) => [pointer, of.map(({ wanted }) => wanted)]));
}

function linesOf(text: string): string[] {
  return text
    .split(/\r?\n/u)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function sampleIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidField('sample', 'must be JSON, as the sender would send it');
  }
}

function invalidField(name: string, detail: string): CopydeskError {
  const pointer = `/${name}`;
  return new CopydeskError('invalid_request', `The field "${pointer}" ${detail}.`, { errors: [{ pointer, detail }] });
}
