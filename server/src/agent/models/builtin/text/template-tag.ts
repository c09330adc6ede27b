import type { TextAttribute } from './tag.ts';

const shortcode = /^\{\{[<%](?!\/\*)/u;

/** Template tags that decide, repeat or store something, rather than show it. */
const control = /^\{%-?\s*(?:assign|capture|case|comment|elsif|for|if|import|macro|raw|set|unless|when)\b/u;

const parameter = /([A-Za-z][\w-]*)[ \t\r\n]*=[ \t\r\n]*(?:"([^"\\]*)"|'([^'\\]*)'|`([^`]*)`)/gu;

/** Returns the named texts of a template tag: `{{< card title="A" >}}` of Hugo, `{% tab title="A" %}` of others. */
export function templateAttributes(source: string): TextAttribute[] {
  const isShortcode = shortcode.test(source);
  if (!isShortcode && (!source.startsWith('{%') || control.test(source))) return [];
  return Array.from(source.matchAll(parameter), (match): TextAttribute => {
    const value = match[2] ?? match[3] ?? match[4] ?? '';
    const end = match.index + match[0].length - 1;
    return {
      name: match[1] ?? '',
      value: { start: end - value.length, end },
      quote: source[end] ?? '',
      // Only shortcodes support escapes.
      script: isShortcode,
      nested: false,
    };
  });
}
