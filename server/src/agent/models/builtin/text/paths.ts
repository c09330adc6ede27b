/** Whether the file's name is that of a page. */
export function isPagePath(path: string): boolean {
  return /\.(?:md|mdx|markdown)$/iu.test(path);
}

/** Returns a page's path without its extension and without `/index` or `/README`, as readers know it. */
export function bareName(path: string): string {
  return path
    .replace(/\.(?:md|mdx|markdown)$/iu, '')
    .replace(/(?:^|\/)(?:index|readme)$/iu, '')
    .toLowerCase();
}

/** Returns the folder of a path with its slash, `''` at the top. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/** Returns the deepest folder that contains all files, without a trailing slash; '' at the top. */
export function commonFolder(paths: readonly string[]): string {
  let common = folderOf(paths[0] ?? '');
  for (const path of paths) {
    while (!path.startsWith(common)) common = folderOf(common.slice(0, -1));
  }
  return common.replace(/\/$/u, '');
}

/** Removes leading `./` and slashes and resolves `.` and `..`; undefined when the path leads above the top. */
export function normalisePath(path: string): string | undefined {
  const parts: string[] = [];
  for (const part of path.replaceAll('\\', '/').split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join('/');
}

/** Returns a test: whether a path is in a folder, is the file itself, or matches a glob of `*`, `**` and `?`. */
export function pathMatcher(pattern: string): (path: string) => boolean {
  const plain = pattern.replace(/^\.?\//u, '').replace(/\/+$/u, '');
  if (plain === '' || plain === '.') return () => true;
  if (!/[*?]/u.test(plain)) return (path) => path === plain || path.startsWith(`${plain}/`);
  // A glob that names a folder means its contents.
  const globs = [plain.split('/'), [...plain.split('/'), '**']];
  return (path) => globs.some((glob) => matches(glob, path.split('/'), '**', matchesSegment));
}

function matchesSegment(glob: string, segment: string): boolean {
  return matches(glob.split(''), segment.split(''), '*', (one, character) => one === '?' || one === character);
}

/** Backtracking only to the last `any` is enough, so the time is bounded by the product of both lengths. */
function matches(
  glob: readonly string[],
  parts: readonly string[],
  any: string,
  matchesOne: (one: string, part: string) => boolean,
): boolean {
  let [at, retryGlob, retryPart] = [0, -1, 0];
  for (let part = 0; part < parts.length;) {
    const one = glob[at];
    if (one === any) {
      [retryGlob, retryPart] = [at, part];
      at += 1;
    } else if (one !== undefined && matchesOne(one, parts[part] ?? '')) {
      at += 1;
      part += 1;
    } else if (retryGlob >= 0) {
      retryPart += 1;
      [at, part] = [retryGlob + 1, retryPart];
    } else {
      return false;
    }
  }
  return glob.slice(at).every((one) => one === any);
}

/** Words that are written in capitals in a title made from a file's name. */
const acronyms = new Set(
  'ai api apis aws cdn ci cli cms css csv dns faq faqs gcp html http https id ide io ios ip json jwt llm mcp mdx oauth pdf php rest rpc sdk sdks seo sql ssh sso ssl svg tls ui url urls uri ux vpn xml yaml'.split(
    ' ',
  ),
);

/** Makes a title: `guides/02-getting-started.md` → `Getting started`; an index is named after its folder. */
export function titleFromPath(path: string): string {
  const segments = path.replace(/\.[^./]+$/u, '').split('/');
  if (/^(?:index|readme)$/iu.test(segments.at(-1) ?? '')) segments.pop();
  const name = (segments.at(-1) ?? '').replace(/^(?:ch(?:apter)?[-_ ]?)?\d+(?:[-_. ]+\d+)*[-_. ]+(?=\D)/iu, '');
  const words = name.split(/[-_\s]+/u).filter((word) => word !== '');
  if (words.length === 0) return 'Introduction';
  const written = words.map((word) => (acronyms.has(word.toLowerCase()) ? word.toUpperCase() : word));
  return written.join(' ').replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}
