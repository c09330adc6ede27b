/**
 * Returns whether a file of code has the part that a DocFX page names: `#setup` or `?name=setup` means the text between
 * `<setup>` and `</setup>` in comments, or in `#region setup`. Every file has ranges of lines.
 * dotnet.github.io/docfx/docs/markdown.html#code-snippet
 */
export function hasDocFxPart(text: string, part: string): boolean {
  const name = nameIn(part);
  if (name === undefined) return true;
  const code = text.toLowerCase();
  const sought = name.toLowerCase();
  // A notebook cell has its name in its metadata.
  if ([`<${sought}>`, `"${sought}"`].some((form) => code.includes(form))) return true;
  return code.split('\n').some((line) => regionOf(line) === sought);
}

function nameIn(part: string): string | undefined {
  const name = part.startsWith('#') ? part.slice(1) : /[?&]name=([^&#]+)/i.exec(part)?.[1];
  return name === undefined || /^L\d+(?:-L?\d+)?$|[%{}]/i.test(name) ? undefined : name;
}

/** Returns the name of a region: `#region setup`, `#Region "setup"`, `// region setup` → `setup`. */
function regionOf(line: string): string | undefined {
  const [, name] = /^\S{0,4}\s?(?:pragma\s)?region\s(.*)$/.exec(line.trim()) ?? [];
  return name?.replaceAll('"', '').trim();
}
