import { InvalidArgumentError } from 'commander';

/** Parses `Title=/data/title`, which may be given repeatedly. @throws InvalidArgumentError */
export function parsePlaces(text: string, before: Record<string, string> = {}): Record<string, string> {
  const at = text.indexOf('=/');
  if (at < 1) throw new InvalidArgumentError('Give a name and a JSON pointer, such as "Title=/data/title".');
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) };
}

/**
 * Parses `/type=Issue`, which may be given repeatedly. With several texts for one place, any of them matches.
 * @throws InvalidArgumentError
 */
export function parseWhen(text: string, before: Record<string, string[]> = {}): Record<string, string[]> {
  const [, pointer, wanted] = /^(\/[^=]*)=(.+)$/s.exec(text) ?? [];
  if (pointer === undefined || wanted === undefined) {
    throw new InvalidArgumentError('Give a JSON pointer and a text, such as "/type=Issue".');
  }
  return { ...before, [pointer]: [...(before[pointer] ?? []), wanted] };
}
