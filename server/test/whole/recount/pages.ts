/** A page, and all the paths with which the test requests it. */
export interface KnownPage {
  /** Its normalised form. */
  path: string;
  /** Paths as in a request. */
  asked: string[];
  /** The same for programs that ask for Markdown. */
  askedAsMarkdown: string[];
}

/** Written by hand: paths that are percent-encoded, composed or kept unchanged. */
const unusual: KnownPage[] = [
  pageOf('/café', ['/café', '/caf%C3%A9', '/caf%c3%a9', '/cafe\u0301', '/cafe%CC%81', '/café/', '/caf%C3%A9.html']),
  pageOf('/docs/日本語', ['/docs/日本語', '/docs/%E6%97%A5%E6%9C%AC%E8%AA%9E', '/docs//日本語/?a=b']),
  pageOf('/a%2Fb', ['/a%2Fb', '/a%2fb', '/a%2Fb/']),
  pageOf('/100%25', ['/100%25', '/100%25/']),
  pageOf('/what%3F', ['/what%3F', '/what%3f']),
  pageOf('/two%20words', ['/two%20words', '/two%20words.htm']),
  pageOf('/say"hi",twice', ['/say"hi",twice', '/say%22hi%22%2Ctwice', '/say%22hi%22,twice/']),
  pageOf('/docs/index', ['/docs/index', '/docs/index/', '/docs//index']),
  pageOf('/Docs/Setup', ['/Docs/Setup', '/Docs/Setup.html', '/Docs/Setup/index.html']),
  pageOf('/docs/llms.txt', ['/docs/llms.txt', '/docs//llms.txt', '/docs/llms.txt?v=2']),
  pageOf('/guide.pdf', ['/guide.pdf', '/guide.pdf#page=3']),
  pageOf('/v1.2', ['/v1.2', '/v1.2/', '/v1.2/index.html']),
  pageOf(`/${'x'.repeat(1_999)}`, [`/${'x'.repeat(1_999)}`, `/${'x'.repeat(1_999)}.html`]),
  {
    path: '/',
    asked: ['/', '//', '/?x=1', '/#top', '/index.html', '/INDEX.HTM', '/.', '/x/..'],
    askedAsMarkdown: ['/index.md', '/index.html.md'],
  },
];

const folders = ['', '/docs', '/docs/api', '/guides', '/en/handbook'];
const names = ['setup', 'install', 'first-steps', 'faq', 'errors_and-codes', 'a', 'b', 'index.js-api', 'v2.0', '~team'];

/** All pages that the test knows: the later ones are requested less often. */
export const knownPages: KnownPage[] = [
  ...folders.flatMap((folder) => names.map((name) => ordinaryPage(`${folder}/${name}`))),
  ...unusual,
];

/** Returns all spellings of an ordinary path. */
function ordinaryPage(path: string): KnownPage {
  const last = path.slice(-1);
  const encoded = `${path.slice(0, -1)}%${last.charCodeAt(0).toString(16)}`;
  const endings = [
    '',
    '',
    '/',
    '//',
    '/.',
    '.html',
    '.htm',
    '.HTML',
    '/index.html',
    '/index.htm',
    '?q=1&r=%2F',
    '#part',
  ];
  return {
    path,
    asked: [...endings.map((ending) => path + ending), `/${path}`, `/.${path}`, `/aside/..${path}`, encoded],
    askedAsMarkdown: ['.md', '.mdx', '.MD', '/index.md', '/index.mdx', '/index.html.md'].map((ending) => path + ending),
  };
}

function pageOf(path: string, asked: string[]): KnownPage {
  return { path, asked, askedAsMarkdown: asked.slice(0, 1) };
}
