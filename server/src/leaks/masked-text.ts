import { credentialsIn } from './credentials.ts';

/** A text whose credentials are hidden, so that it can be read by a model: its lines stay where they are. */
export async function maskedText(text: string): Promise<string> {
  const found = await credentialsIn(text);
  let end = 0;
  const parts = found.map((one) => {
    const kept = text.slice(end, one.start);
    end = one.end;
    return `${kept}[a secret: ${one.rule}]${'\n'.repeat(text.slice(one.start, one.end).split('\n').length - 1)}`;
  });
  return parts.join('') + text.slice(end);
}
