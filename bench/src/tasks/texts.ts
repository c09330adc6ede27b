/** The text of a file that the site has. */
export function textOf(texts: ReadonlyMap<string, string>, path: string): string {
  const text = texts.get(path);
  if (text === undefined) throw new Error(`The site has no ${path}.`);
  return text;
}

/** A page without its front matter. */
export function bodyOf(page: string): string {
  return page.replace(/^---\n[^]*?\n---\n/, '');
}

/** The end of a text, as much of it as stands nowhere else. */
export function tailOf(text: string): string {
  return text.trimEnd().slice(-60);
}
