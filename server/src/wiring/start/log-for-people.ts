import { z } from 'zod';
import { paintFor } from '../../operator/output/paint.ts';
import type { Paint } from '../../operator/output/paint.ts';
import { printable } from '../../operator/output/text-width.ts';

const Entry = z.looseObject({ level: z.number(), time: z.number(), msg: z.string().default('') });

const Fault = z.looseObject({ message: z.string().default(''), stack: z.string().optional() });

/**
 * Formats a line of the log for a person in a terminal: time, level, message, and the rest as `name=value`; the stack
 * of an error below it. `text` is one JSON object, as pino writes it.
 */
export function lineForPeople(text: string, colours: boolean): string {
  const paint = paintFor(colours);
  const { data: entry } = Entry.safeParse(JSON.parse(text));
  if (entry === undefined) return `${printable(text.trimEnd())}\n`;
  const { level, time, msg, err, ...rest } = entry;
  const parts = [
    paint.faint(clock(new Date(time))),
    ...levelWord(level, paint),
    printable(msg),
    ...Object.entries(rest).map(([name, value]) => paint.faint(`${printable(name)}=${formatValue(value)}`)),
  ];
  return `${parts.filter((part) => part !== '').join(' ')}\n${faultSentence(err, level)}`;
}

function clock(at: Date): string {
  return [at.getHours(), at.getMinutes(), at.getSeconds()].map((part) => String(part).padStart(2, '0')).join(':');
}

/** Names pino's levels 10 to 60. The usual ones need no name. */
function levelWord(level: number, paint: Paint): string[] {
  if (level >= 50) return [paint.bad('error')];
  if (level >= 40) return [paint.careful('warning')];
  return level >= 30 ? [] : [paint.faint(level >= 20 ? 'debug' : 'trace')];
}

function formatValue(value: unknown): string {
  return printable(typeof value === 'string' && !/[\s"=]/.test(value) ? value : JSON.stringify(value));
}

/** Writes one sentence for what is not the server's own fault. */
function faultSentence(err: unknown, level: number): string {
  const { data } = Fault.safeParse(err);
  if (data === undefined) return '';
  const text = level >= 50 ? (data.stack ?? data.message) : data.message;
  return text
    .split('\n')
    .map((line) => `         ${printable(line)}\n`)
    .join('');
}
