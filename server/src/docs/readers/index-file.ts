import { readAddresses } from '../site/addresses.ts';
import type { Site } from '../site/kind.ts';
import { isWithin } from '../text/paths.ts';
import type { DocsView } from '../view.ts';
import { sizes } from './page-findings.ts';
import type { SiteRule } from './rules.ts';

/** How a site lists its pages for AI readers (https://llmstxt.org). */
export interface IndexFile {
  /** `file`: it is a file of the repository. `made`: the generator, a plugin or the host makes it. */
  state: 'file' | 'made' | 'none';
  /** The file, or what makes it; null without one. */
  source: string | null;
  /** The number of the file's links that lead to the site; null without a file. */
  links: number | null;
}

/** Something that concerns the whole site. `line` counts from 1. */
export interface SiteFinding {
  rule: SiteRule;
  path: string;
  line: number;
  message: string;
  /** Names the fault without its position. */
  key: string;
}

export interface JudgedIndex {
  index: IndexFile;
  findings: SiteFinding[];
  /** What was not checked, and why; one sentence each. */
  notJudged: string[];
}

/**
 * Checks the `llms.txt` of a view's main site: whether it names every page and no other. Pages in folders of drafts or of
 * other sites do not count.
 */
export async function judgeIndex(view: DocsView): Promise<JudgedIndex> {
  const judged = await judgeIndexFile(view);
  if (judged !== undefined) return judged;
  const site = view.sites.main;
  const maker = await makerOf(view, site);
  if (maker !== undefined) {
    const index: IndexFile = { state: 'made', source: maker, links: null };
    return {
      index,
      findings: [],
      notJudged: [`llms.txt: it is made by ${maker}, so its content is not in the repository`],
    };
  }
  const index: IndexFile = { state: 'none', source: null, links: null };
  if (!site.kind.addresses.public) {
    return {
      index,
      findings: [],
      notJudged: ['llms.txt: no kind of docs site was recognised whose addresses are known'],
    };
  }
  const message = `The site has no llms.txt, in which AI readers look for its pages. Its place is ${site.statics[0] || 'the top folder'}`;
  return {
    index,
    findings: [{ rule: 'index-missing', path: site.config ?? 'llms.txt', line: 1, message, key: 'index-missing' }],
    notJudged: [],
  };
}

/** Does the same if the `llms.txt` is a file of the repository; undefined otherwise. */
export async function judgeIndexFile(view: DocsView): Promise<JudgedIndex | undefined> {
  const site = view.sites.main;
  const path = fileOf(view, site);
  return path === undefined ? undefined : await judgeFile(view, site, path);
}

function fileOf(view: DocsView, site: Site): string | undefined {
  const folders = [...site.statics, site.root, ...site.contents.map(({ folder }) => folder)];
  return folders
    .map((folder) => (folder === '' ? 'llms.txt' : `${folder}/llms.txt`))
    .find((path) => view.index.isFile(path));
}

/** Returns what makes the site's `llms.txt`, as far as its files show it. */
async function makerOf(view: DocsView, site: Site): Promise<string | undefined> {
  if (site.kind.madeForAgents?.index === true) return site.kind.label;
  const source = view.index.files.find(
    (path) => isWithin(path, site.root) && /(?:^|\/)(?:llms(?:-full)?\.txt[./]|layouts\/.*llms)/.test(path),
  );
  if (source !== undefined) return source;
  const prefix = site.root === '' ? '' : `${site.root}/`;
  const settings = [
    site.config,
    `${prefix}package.json`,
    'package.json',
    `${prefix}requirements.txt`,
    'pyproject.toml',
  ];
  for (const path of settings) {
    if (path === undefined || !view.index.isFile(path)) continue;
    const text = await view.text(path);
    const name = text.kind === 'known' ? makerIn(text.value) : undefined;
    if (name !== undefined) return `${name} (${path})`;
  }
  return undefined;
}

/** Finds a name such as `mkdocs-llmstxt`, `vitepress-plugin-llms` or `starlight-llms-txt` in settings. */
function makerIn(settings: string): string | undefined {
  const found = /(?:plugin-llms|llms?[-_.]?txt)[\w-]{0,40}/i.exec(settings);
  if (!found) return undefined;
  const before = /[\w@/.-]*$/.exec(settings.slice(Math.max(0, found.index - 60), found.index))?.[0] ?? '';
  return `${before}${found[0]}`;
}

async function judgeFile(view: DocsView, site: Site, path: string): Promise<JudgedIndex> {
  const text = await view.text(path);
  if (text.kind === 'refused') {
    return {
      index: { state: 'file', source: path, links: null },
      findings: [],
      notJudged: [`llms.txt: ${text.message}`],
    };
  }
  const links = linksIn(text.value);
  const own = ownLinks(links);
  const index: IndexFile = { state: 'file', source: path, links: own.length };
  const size = sizeFinding(path, text.value.length);
  if (!site.kind.addresses.public) {
    return { index, findings: size, notJudged: ['llms.txt: the host of the site decides the addresses of its pages'] };
  }
  const addresses = await readAddresses(view, (page) => view.sites.of(page), view.pages);
  const named = new Set(own.map(({ address }) => address));
  const known = new Map(
    addresses.flatMap((page) => page.addresses.map((address) => [normaliseAddress(page.base + address), page.path])),
  );
  // A published site may be below a folder that its files do not name: `/docs/guide` for `/guide`.
  const prefix = prefixOf(
    own.map(({ address }) => address),
    known,
  );
  const lacking = addresses.filter(
    (page) =>
      page.addresses.length > 0 &&
      view.sites.of(page.path) === site &&
      isListed(site, page.path) &&
      !page.addresses.some((address) => named.has(prefix + normaliseAddress(page.base + address))),
  );
  const isKnown = openKnown(view, site, known, prefix);
  const unknown = own.filter(({ address }) => !isKnown(address));
  return {
    index,
    findings: [
      ...size,
      ...lacking.map((page): SiteFinding => ({
        rule: 'index-lacks-page',
        path: page.path,
        line: 1,
        message: `${path} does not name this page (${page.base}${page.addresses[0] === '' ? '/' : page.addresses[0]})`,
        key: `index-lacks-page ${page.path}`,
      })),
      ...unknown.map(({ target, line }): SiteFinding => ({
        rule: 'index-unknown-page',
        path,
        line,
        message: `${target} is no page of the site`,
        key: `index-unknown-page ${target}`,
      })),
    ],
    notJudged: site.doubts.length === 0 ? [] : [`some addresses in llms.txt, because ${site.doubts[0]}`],
  };
}

/** Translations and posts of a blog need not be in the index: its readers want the docs, once. */
function isListed(site: Site, page: string): boolean {
  const own = site.contents
    .filter(({ folder }) => isWithin(page, folder))
    .toSorted((a, b) => b.folder.length - a.folder.length)[0];
  return own === undefined || (own.fallback === undefined && own.kind !== 'blog');
}

function sizeFinding(path: string, length: number): SiteFinding[] {
  if (length < sizes.warn) return [];
  const message = `llms.txt has ${length.toLocaleString('en')} characters: some AI readers get only its beginning`;
  return [{ rule: 'index-size', path, line: 1, message, key: 'index-size' }];
}

interface IndexLink {
  target: string;
  line: number;
  host: string;
  address: string;
}

/** The words cannot contain another beginning, so that a file of brackets takes no longer than others. */
const linkPattern = /\[[^[\]\n]{0,1000}\]\(<?([^()\s<>]{1,2000})>?(?:[ \t]+"[^"\n]*")?\)/g;

function linksIn(text: string): IndexLink[] {
  return text.split('\n').flatMap((content, index) =>
    [...content.matchAll(linkPattern)].flatMap(([, target = '']) => {
      const url = URL.parse(target, 'http://site.invalid/');
      if (url === null || !/^https?:$/.test(url.protocol)) return [];
      const host = url.host === 'site.invalid' ? '' : url.host;
      return [{ target, line: index + 1, host, address: normaliseAddress(url.pathname) }];
    }),
  );
}

/** Returns the links without a host, and those to the host that most links name. */
function ownLinks(links: readonly IndexLink[]): IndexLink[] {
  const counts = new Map<string, number>();
  for (const { host } of links) if (host !== '') counts.set(host, (counts.get(host) ?? 0) + 1);
  const [most] = [...counts].toSorted(([, a], [, b]) => b - a);
  return links.filter(({ host }) => host === '' || host === most?.[0]);
}

/** Returns the one form of a page's addresses: without ending, index, slash at the end and case. */
function normaliseAddress(address: string): string {
  const plain = address
    .replace(/\.(?:mdx?|html?)$/i, '')
    .replace(/\/(?:index)?$/i, '')
    .toLowerCase();
  return plain === '/index' ? '' : plain;
}

/** Returns the folder below which most of the named addresses are pages; '' if none helps. */
function prefixOf(named: readonly string[], known: ReadonlyMap<string, string>): string {
  const counts = new Map<string, number>([['', 0]]);
  for (const address of named) {
    const parts = address.split('/');
    for (let depth = 1; depth <= Math.min(3, parts.length); depth += 1) {
      const prefix = parts.slice(0, depth).join('/');
      if (!known.has(address.slice(prefix.length))) continue;
      counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
    }
  }
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? '';
}

/** Returns whether an address is a page, a file that is served, or one that a program may make. */
function openKnown(
  view: DocsView,
  site: Site,
  pages: ReadonlyMap<string, string>,
  prefix: string,
): (address: string) => boolean {
  const others = [...site.madePages.flatMap((made) => [made, site.base + made]), ...site.redirects.keys()];
  const known = new Set([...pages.keys(), ...others.map(normaliseAddress)]);
  const generated = site.generated.map(normaliseAddress).filter((made) => made !== '');
  return (address) => {
    if (!address.startsWith(prefix) || site.doubts.length > 0) return true;
    const inner = address.slice(prefix.length);
    if (known.has(inner) || generated.some((made) => inner.startsWith(made))) return true;
    const file = inner.replace(/^\//, '');
    return site.statics.some((folder) => view.index.isFile(folder === '' ? file : `${folder}/${file}`));
  };
}
