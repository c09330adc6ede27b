/** Returns the text of a file that the site contains. */
export function textOf(texts: ReadonlyMap<string, string>, path: string): string {
  const text = texts.get(path);
  if (text === undefined) throw new Error(`The site has no ${path}.`);
  return text;
}

/** Returns a page without its front matter. */
export function bodyOf(page: string): string {
  return page.replace(/^---\n[^]*?\n---\n/, '');
}

/** Returns the end of a text, long enough to occur nowhere else. */
export function tailOf(text: string): string {
  return text.trimEnd().slice(-60);
}
