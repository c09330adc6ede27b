import type { TextEdit } from '../text/lines.ts';
import { quoted, yamlScalar } from '../navigation/entry-source.ts';
import { lineEndingOf } from './collection.ts';

/**
 * Adds addresses to the list under `key` of a page's front matter, and creates the list or front matter if it is
 * missing.
 */
export function withEarlierAddresses(text: string, key: string, addresses: string[]): TextEdit[] {
  const newline = lineEndingOf(text);
  const opened = /^\ufeff?(---|\+\+\+)[ \t]*\r?\n/.exec(text);
  const fence = opened?.[1] ?? '---';
  const start = opened?.[0].length ?? 0;
  const close = opened ? new RegExp(`^${fence.replaceAll('+', '\\+')}[ \\t]*$`, 'm').exec(text.slice(start)) : null;
  if (!opened || !close) {
    const lines = ['---', `${key}:`, ...addresses.map((address) => `  - ${yamlScalar(address)}`), '---', ''];
    const at = text.startsWith('\ufeff') ? 1 : 0;
    return [insertion(at, lines.join(newline) + newline)];
  }
  const inner = text.slice(start, start + close.index);
  return fence === '+++'
    ? addToToml(inner, start, { key, addresses, newline })
    : addToYaml(inner, start, { key, addresses, newline });
}

interface Wanted {
  key: string;
  addresses: string[];
  newline: string;
}

function addToYaml(inner: string, start: number, { key, addresses, newline }: Wanted): TextEdit[] {
  const items = addresses.map(yamlScalar);
  const line = new RegExp(`^${key}:[ \\t]*([^\\r\\n]*)$`, 'm').exec(inner);
  if (!line)
    return [
      insertion(start + inner.length, `${key}:${newline}${items.map((item) => `  - ${item}${newline}`).join('')}`),
    ];
  const value = (line[1] ?? '').trim();
  const end = start + line.index + line[0].length;
  const valueStart = end - (line[1] ?? '').length;
  if (value.startsWith('[')) return addInBrackets(value, valueStart, items);
  if (value !== '') return [{ start: valueStart, end, text: `[${[value, ...items].join(', ')}]` }];
  const list = /^(?:\r?\n[ \t]*-[^\r\n]*)+/.exec(inner.slice(line.index + line[0].length))?.[0] ?? '';
  const lead = /\n([ \t]*-[ \t]*)/.exec(list)?.[1] ?? '  - ';
  return [insertion(end + list.length, items.map((item) => newline + lead + item).join(''))];
}

function addToToml(inner: string, start: number, { key, addresses, newline }: Wanted): TextEdit[] {
  const items = addresses.map((address) => quoted(address, '"'));
  const line = new RegExp(`^${key}[ \\t]*=[ \\t]*(\\[[^\\]]*\\])`, 'm').exec(inner);
  if (!line) return [insertion(start, `${key} = [${items.join(', ')}]${newline}`)];
  const value = line[1] ?? '';
  return addInBrackets(value, start + line.index + line[0].length - value.length, items);
}

function addInBrackets(value: string, start: number, items: string[]): TextEdit[] {
  const close = value.lastIndexOf(']');
  if (close === -1) return [];
  const before = value.slice(1, close).trimEnd();
  const separator = before === '' || before.endsWith(',') ? '' : ', ';
  return [insertion(start + 1 + before.length, separator + items.join(', '))];
}

function insertion(at: number, text: string): TextEdit {
  return { start: at, end: at, text };
}
