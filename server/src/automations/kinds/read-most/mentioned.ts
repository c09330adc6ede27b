/** Names that do not show what a file is about. */
const common = new Set([
  'index',
  'main',
  'readme',
  'package',
  'types',
  'utils',
  'test',
  'tests',
  'config',
  'license',
  'changelog',
]);

const shortestName = 4;

/**
 * Counts the commits of the product, since a page was last changed, that changed a file which the page mentions: by its
 * path, or by its name without the extension as a separate word.
 */
export function mentionedChanges(
  text: string,
  since: Date,
  touches: readonly { at: Date; files: readonly string[] }[],
): number {
  const words = new Set(text.toLowerCase().match(/[\p{L}\p{N}_-]{4,}/gu) ?? []);
  const later = touches.filter(({ at }) => at > since);
  return later.filter(({ files }) => files.some((file) => text.includes(file) || isWord(words, file))).length;
}

function isWord(words: ReadonlySet<string>, file: string): boolean {
  const name = (file.split('/').at(-1) ?? '').replace(/\..*$/, '').toLowerCase();
  return name.length >= shortestName && !common.has(name) && words.has(name);
}
