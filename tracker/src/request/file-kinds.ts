/** What paths with certain extensions usually lead to. */
export interface FileKind {
  name: string;
  /** Extensions of the last segment of a path, without the dot, in lower case. */
  endings: readonly string[];
  /**
   * Whole last segments, in lower case, which are tried before extensions. A star stands for letters, digits, `-` and
   * `_`.
   */
  names?: readonly string[];
  /** Any path with an extension below a folder of this name. */
  folders?: readonly string[];
  /**
   * What makes it a page nevertheless. `nothing`: it always is one. `request`: a request that asks for a page, or a
   * response that is one. `answer`: only the response, since a click on a download is a navigation like any other, an
   * image may be opened in its own tab, and crawlers request robots.txt as they request pages. `navigation`: a browser
   * that opens it, since servers that answer everything with HTML do so for a missing style sheet, too.
   */
  needs: 'nothing' | 'request' | 'answer' | 'navigation';
}

/** The one table of extensions: for the middlewares, collected events and logs. Any other path is a page. */
export const fileKinds: readonly FileKind[] = [
  {
    name: 'Page',
    endings: ['md', 'mdx', 'html', 'htm', 'pdf'],
    names: ['llms.txt', 'llms-full.txt'],
    needs: 'nothing',
  },
  {
    name: 'For programs',
    endings: [],
    names: ['robots.txt', 'sitemap*.xml', 'favicon.ico', 'ads.txt', 'security.txt', 'browserconfig.xml'],
    needs: 'answer',
  },
  {
    name: 'Download',
    endings: [
      'zip',
      'gz',
      'tgz',
      'bz2',
      'xz',
      '7z',
      'rar',
      'tar',
      'exe',
      'msi',
      'dmg',
      'deb',
      'rpm',
      'apk',
      'jar',
      'whl',
    ],
    needs: 'answer',
  },
  {
    name: 'Where builders and themes put files',
    endings: [],
    folders: ['assets', 'static', '_static', '_next', '_nuxt', '_astro', '_app', 'images', '_images', 'img', 'fonts'],
    needs: 'answer',
  },
  {
    name: 'Style or font',
    endings: ['css', 'map', 'wasm', 'woff', 'woff2', 'ttf', 'otf', 'eot'],
    needs: 'navigation',
  },
  { name: 'Script', endings: ['js', 'mjs', 'cjs'], needs: 'request' },
  {
    name: 'Picture',
    endings: ['png', 'jpg', 'jpeg', 'gif', 'svg', 'webp', 'avif', 'ico', 'bmp'],
    needs: 'request',
  },
  { name: 'Sound or film', endings: ['mp3', 'mp4', 'm4a', 'm4v', 'webm', 'ogg', 'wav', 'mov'], needs: 'request' },
  {
    name: 'Data',
    endings: ['json', 'jsonl', 'ndjson', 'yaml', 'yml', 'xml', 'csv', 'tsv', 'webmanifest'],
    needs: 'request',
  },
  { name: 'Feed', endings: ['rss', 'atom'], needs: 'request' },
  { name: 'Text', endings: ['txt'], needs: 'request' },
];

/**
 * Returns the kind of a path without its query, by its extension; undefined for one without an extension, such as one
 * that ends in a slash.
 */
export function fileKindOf(path: string): FileKind | undefined {
  const dot = path.lastIndexOf('.');
  const slash = path.lastIndexOf('/');
  if (dot < slash) return undefined;
  const segment = path.slice(slash + 1).toLowerCase();
  const kind = byEnding.get(segment.slice(dot - slash));
  if (kind === undefined || kind.needs === 'nothing' || kind.needs === 'answer') return kind;
  return namedKinds.find(({ form }) => form.test(segment))?.kind ?? kindOfFolder(path) ?? kind;
}

function kindOfFolder(path: string): FileKind | undefined {
  const folders = path.toLowerCase().split('/').slice(0, -1);
  return byFolder.get(folders.find((folder) => byFolder.has(folder)) ?? '');
}

/** Whether a path is a site's text for language models, in any folder. */
export function isLlmsTxt(path: string): boolean {
  return /\/llms(?:-full)?\.txt$/i.test(path);
}

const byEnding = new Map(fileKinds.flatMap((kind) => kind.endings.map((ending) => [ending, kind] as const)));

const byFolder = new Map(fileKinds.flatMap((kind) => (kind.folders ?? []).map((folder) => [folder, kind] as const)));

const namedKinds = fileKinds.flatMap((kind) =>
  (kind.names ?? []).map((name) => ({
    kind,
    form: new RegExp(`^${name.replaceAll('.', String.raw`\.`).replaceAll('*', String.raw`[\w-]*`)}$`),
  })),
);
