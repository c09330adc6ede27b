import { InvalidArgumentError } from 'commander';

/** `Title=/data/title`, again and again. @throws InvalidArgumentError */
export function parsePlaces(text: string, before: Record<string, string> = {}): Record<string, string> {
  const at = text.indexOf('=/');
  if (at < 1) throw new InvalidArgumentError('Give a name and a JSON pointer, such as "Title=/data/title".');
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) };
}

/** `/type=Issue`, again and again; several texts of one place are any of them. @throws InvalidArgumentError */
export function parseWhen(text: string, before: Record<string, string[]> = {}): Record<string, string[]> {
  const [, pointer, wanted] = /^(\/[^=]*)=(.+)$/s.exec(text) ?? [];
  if (pointer === undefined || wanted === undefined) {
    throw new InvalidArgumentError('Give a JSON pointer and a text, such as "/type=Issue".');
  }
  return { ...before, [pointer]: [...(before[pointer] ?? []), wanted] };
}
