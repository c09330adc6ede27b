import type { RoughFacts } from '../compare/candidates.ts';
import type { Facts } from '../facts.ts';
import type { Slugger } from '../links/anchors/sluggers.ts';
import type { Literal } from '../literal/literal.ts';
import type { FindPage, NavigationItem, NavigationList, NavigationReference } from '../navigation/navigation.ts';
import type { CodeRules, TemplateMarks } from '../page-code/code-rules.ts';
import type { Dialect } from '../parse/page-facts.ts';
import type { PartRules } from '../parts/rules.ts';
import type { PathIndex } from '../text/paths.ts';
import type { RedirectRules, RedirectStore } from '../redirects/redirects.ts';
import type { DocsTree } from '../tree.ts';
import type { Locales } from './locales.ts';
import type { InclusionDoubt, TemplateAnchors } from './made-anchors.ts';
import type { RedirectPattern } from './redirect-patterns.ts';

/**
 * Everything that is specific to one kind of site, such as Docusaurus. Code outside a kind's folder never asks which
 * kind a site has: it calls the kind. The compiler names what a new kind lacks.
 */
export interface SiteKind {
  /** The name in API replies, in lower case: `mkdocs`. */
  name: string;
  /** The name as people write it: `MkDocs`. */
  label: string;
  /** Which files show that there is a site of this kind, and how to read it. */
  detection: readonly Detection[];
  /** How a file is parsed if its extension does not determine it. */
  dialect: Dialect;
  addresses: AddressRules;
  links: LinkRules;
  anchors: AnchorRules;
  titles: TitleRules;
  /** Where such a site keeps redirects, apart from files of its host. */
  redirects: RedirectRules<SiteContext, Site>;
  /** Finds pages that list other pages, if the kind keeps its navigation in pages. */
  navigationIn?: (context: SiteContext, site: Site) => Promise<NavigationSource[]>;
  /** How pages include other files. */
  parts: PartRules;
  /** Which parts of a page run as code, and where. */
  runs: CodeRules;
  /** Whether every such site has a `llms.txt`, and each page as Markdown at its address with `.md`. Default: neither. */
  madeForAgents?: { index: boolean; twins: boolean };
  /** What a model must know to edit such a site, in a few sentences. The sources are named beside them. */
  advice: string;
}

export interface Detection {
  /** Tests a path relative to the folder of the site, so that it can match `docs.json` and `.vitepress/config.ts`. */
  file: RegExp;
  /** Reads the site without running any of its code; returns undefined if the file belongs to something else. */
  read: (context: SiteContext, path: string) => Promise<ReadSite | undefined>;
  /** Whether the file counts only if no other site has its pages, since others use such files for their own ends. */
  onlyUnclaimed?: boolean;
}

export interface AddressRules {
  /** Whether front matter, or more than the path, decides a page's address. Then every page is read. */
  fromFrontMatter: boolean;
  /** Whether readers use these addresses; false if only the host of the site knows the real ones. */
  public: boolean;
  /**
   * Whether a page is only at its addresses. Otherwise the path within a content folder counts as an address too, and a
   * folder without a page of its own counts as existing.
   */
  exact?: boolean;
  /** Whether pages are found regardless of the case of the path or address. Default: false. */
  ignoreCase?: boolean;
  /** Whether HTML files with front matter are pages too. Default: false. */
  ofHtml?: boolean;
  /** Returns every address of a page below the base, the usual one first; none if unknown. '' is the top. */
  of: (page: AddressedPage) => string[];
}

export interface AddressedPage {
  site: Site;
  content: Content;
  /** The path within its content folder, without its extension. */
  inner: string;
  frontMatter: RoughFacts['frontMatter'];
}

export interface LinkRules {
  /** Names of files, without extension, that are the page of their folder, in order of precedence. */
  indexNames: readonly string[];
  /** Returns folders other than the page's own from which a relative target may start, the most likely first. */
  bases: (link: { site: Site; from: string; path: string; use: TargetUse }) => string[];
  /**
   * Returns why a target that is not found may exist anyway, as the end of "… because …", if the kind leaves such
   * targets to its host, a build or other sites; otherwise undefined.
   */
  doubt?: (link: { site: Site; path: string; expected: string }) => string | undefined;
  /** Whether links may name a folder's README as `index.md`, since its page is built under that name. */
  readmeIsIndex?: boolean;
  /** Returns whether a target that is not found leads to another site, published beside this one. */
  elsewhere?: (link: { site: Site; index: PathIndex; path: string; expected: string }) => boolean;
  /** Whether a target with a page's extension means that page, whatever the extension of its file. */
  anyPageEnding?: boolean;
  /** Returns addresses that an address from the top may mean, the most likely first. Default: only itself. */
  meanings?: (link: { site: Site; from: string; address: string }) => string[];
  /** Returns whether the kind itself writes such a target for something that it did not find. */
  knownBroken?: (path: string) => boolean;
  /**
   * Whether relative targets without a page's extension start from the page's address, as in browsers, before its
   * folder is tried. Default: false.
   */
  fromAddress?: boolean;
  /** Takes apart a target in the kind's own notation, such as `{{< ref "a" >}}`; undefined for all others. */
  unwrap?: (raw: string, site: Site, use: TargetUse) => WrappedTarget | undefined;
  /** Reads the names that files give to places in them, which links may use instead of paths. */
  labels?: (context: SiteContext, site: Site) => Promise<Names>;
  /** Returns what an attribute of an element contains; undefined if the rules of HTML and of components apply. */
  attribute?: (element: string, attribute: string) => 'link' | 'image' | 'other' | undefined;
}

/** A target within a notation. `before`, `target` and `after` joined are the original text. */
export interface WrappedTarget {
  before: string;
  target: string;
  after: string;
  /** What the notation adds before the path: `/` if the path starts from the top without a slash. */
  prefix?: string;
  /** The anchor, if the notation writes it in its own way after the path: `?id=name`. */
  anchor?: string;
  /** Whether the part before the path is another host. */
  external?: boolean;
  /** Finds the file, if the notation has its own rules; returns undefined if there is none. */
  find?: (link: { site: Site; index: PathIndex; from: string; path: string }) => string | undefined;
  /** The name of a place that the target may be, looked up before the path. Without `find`, it is nothing else. */
  label?: string;
  /** Whether it names only pages, and no headings in them. Default: false. */
  pagesOnly?: boolean;
  /** Whether redirects of the site also apply to removed files. Default: false. */
  redirected?: boolean;
  /** How a target that is not found is judged. Default: missing. */
  otherwise?: Unjudged | 'external';
  /** Returns ways to name a file in the notation, the most likely first. Default: those of a plain target. */
  names?: (link: { site: Site; from: string; to: string; path: string }) => string[];
}

export interface AnchorRules {
  slugger: () => Slugger;
  /** The character between the id of a heading and the number that makes a repeated id unique. */
  separator: '-' | '_';
  /** Whether `{#id}` replaces the id derived from the text of a heading. */
  honoursIds: boolean;
  /** Whether `[#id]` after the text of a heading is its id, and `[!toc]` sets where it is listed. */
  inBrackets?: boolean;
  /** Whether elements in pages are only HTML, whose only anchors are its ids. Default: false. */
  plainHtml?: boolean;
  /** Components of the kind itself whose only anchors come from their titles. */
  plainComponents?: ReadonlySet<string>;
  /** Components whose anchors all have the same prefix, such as `param-`. */
  prefixes?: ReadonlyMap<string, string>;
  /** Whether the ids of headings are known exactly. */
  exact: boolean;
  /** Whether an anchor is found regardless of its case. */
  ignoresCase: boolean;
  /** Returns what the kind's own notations include in a page. Default: the usual notations are recognised. */
  inclusionsOf?: (page: { site: Site; index: PathIndex; from: string; text: string }) => Inclusions;
}

/** The sources of a page's anchors besides its own headings and ids. */
export interface Inclusions {
  /** Files whose text is included. */
  files: string[];
  anchors: string[];
  /**
   * Why there may be more anchors, as the end of "… because …". All links of the site decide on a text, or a doubt
   * about some anchors; links to the page decide on a doubt about the page. A doubt that `stands` is never judged.
   */
  doubts: (string | InclusionDoubt)[];
  /** Whether the usual notations are recognised as well. Default: false. */
  usualToo?: boolean;
}

export interface TitleRules {
  /** Where a page must state its title; `navigation` means that the navigation does so for all pages. */
  from: 'front-matter' | 'front-matter-or-heading' | 'navigation';
  /** Whether pages show a description. */
  description: boolean;
  /** Whether pages state titles and descriptions in front matter: they must, usually do, may, or it is unread. */
  frontMatter: 'required' | 'usual' | 'possible' | 'unread';
}

/** How a target is used: browsers resolve targets in attributes, generators those in Markdown. */
export type TargetUse = 'link' | 'image' | 'attribute';

/** Why a target is not judged, whatever the evidence. */
export type Unjudged =
  /** A template, an alias or a placeholder: a program decides where it leads. */
  | 'computed'
  /** Pages that a plugin generates. */
  | 'generated'
  /** A place above the repository. */
  | 'outside'
  /** A symlink or submodule, which is not read. */
  | 'left-alone';

/** Name → the file that contains the named place. */
export type Names = ReadonlyMap<string, string>;

/** Address → page, for kinds in which front matter decides addresses. */
export type Routes = Map<string, string>;

/** What is needed to read a site's configuration. */
export interface SiteContext {
  tree: DocsTree;
  index: PathIndex;
  facts: Facts;
}

/** What is needed to find the pages that the navigation names. */
export interface SiteView extends SiteContext {
  routesOf: (site: Site) => Promise<Routes>;
}

/** A folder of pages, and the URL prefixes under which it is served (`''` is the top; the first is the usual one). */
export interface Content {
  folder: string;
  routes: string[];
  /** The folder that supplies pages missing here: that of the originals of a translation. */
  fallback?: string;
  /** Blogs, and pages written as components (`pages`), have addresses that do not follow from their paths. */
  kind: 'docs' | 'blog' | 'pages';
}

/** A docs site as its files describe it. What they do not show without running code is among its doubts. */
export interface Site extends ReadSite {
  kind: SiteKind;
  /** Files of redirects that the host of the site reads. */
  hosts: RedirectStore[];
}

/** The description of a site that a kind reads. */
export interface ReadSite {
  /** The folder of the site in the repository; '' at the top. */
  root: string;
  config: string | undefined;
  contents: Content[];
  /** Folders whose files are served unchanged. */
  statics: string[];
  /** The URL prefix of the whole site without a trailing slash; '' if there is none. */
  base: string;
  /**
   * Why an address without a page may exist anyway, as the end of "… because …"; empty if every address is known.
   * Otherwise the site's own links must prove how its addresses work.
   */
  doubts: string[];
  /** Names of folders in which descriptions of programs are generated. */
  described?: string[];
  /** Why a name that no file gives may exist anyway, as the end of "… because …"; absent if it cannot. */
  nameDoubt?: string | undefined;
  /** URL prefixes below which plugins generate pages. */
  generated: string[];
  /** Address prefixes of pages from other repositories, which may be named without their folder. */
  unseen?: string[];
  /** Addresses of single pages that the generator makes itself, such as a search page or a list of posts. */
  madePages: string[];
  /** Old address → new address. */
  redirects: Map<string, string>;
  /** Redirects with parameters (`/old/:slug*`); the first match counts. */
  redirectPatterns: RedirectPattern[];
  /** Address → file, for pages that are not Markdown and whose paths do not determine their addresses. */
  otherPages: Map<string, string>;
  locales: Locales | undefined;
  navigation: NavigationSource[];
  /** Returns whether a file of a content folder is no page of its own: a partial, a snippet, an excluded file. */
  excludes: (path: string) => boolean;
  /** Whether relative targets start from the top of the site, if a setting decides that. */
  linksFromTop?: boolean;
  /** The deepest level of headings to which other pages can link: 6 for all. */
  linkedHeadings: number;
  /** Whether MDX may build the text outside fenced code, if the kind decides that by its version. */
  reportsMdx: boolean;
  /** Whether the configuration certainly leaves templates in pages as text, for kinds whose plugins may read them. */
  plainTemplates?: boolean;
  templateMarks?: TemplateMarks;
  /** Targets with a special meaning in templates of the site: as written, they are no links. */
  ownTargets?: ReadonlySet<string>;
  /** Values that targets may name, such as `site.repository`. */
  variables?: ReadonlyMap<string, string>;
  /** Names of shortcodes, or of included files, whose only anchors are those in their text. */
  quietParts?: ReadonlySet<string>;
  /** By template name: what is known of the anchors that a template makes from its arguments. */
  templateAnchors?: ReadonlyMap<string, TemplateAnchors>;
  /** How the site's own configuration decides addresses, if the kind's rules need it. */
  permalinks?: Permalinks;
}

/** Addresses defined by the configuration of one site. */
export interface Permalinks {
  /** Returns every address of a page, the usual one first. */
  of: (page: Omit<AddressedPage, 'site'>) => string[];
  /** A text that changes whenever the same page may get another address. */
  key: string;
}

/** A file that lists pages, and its format. */
export interface NavigationSource {
  path: string;
  /** The folder to which its references are relative. */
  folder: string;
  format: NavigationFormat;
  /** The name under which a module exports the lists. Default: its default export. */
  exported?: string;
}

/** A format of navigation: how it is read and written. */
export interface NavigationFormat {
  /** Whether the file is read as a literal (data or a module), or is a text with its own syntax. */
  file: 'literal' | 'text';
  read: (file: NavigationText, find: FindPage) => NavigationLists;
  /** Returns a function that resolves references. */
  finder: (view: SiteView, site: Site, source: NavigationSource) => Promise<FindPage>;
  /** Returns ways to name a page; the first that leads to it is used. */
  names: (view: SiteView, wanted: ReferenceWanted) => Promise<string[]>;
  /** Returns a new entry in the style of its neighbour. */
  write: (file: NavigationFile, like: NavigationItem, entry: { title: string; value: string }) => string;
  /** What references are: a file's path, an address, or an id that only this format knows. */
  references: 'path' | 'address' | 'id';
}

/** The content of a navigation file; `literal` is set if the format needs it. */
export interface NavigationText {
  source: NavigationSource;
  text: string;
  literal: Literal;
}

export interface NavigationLists {
  lists: NavigationList[];
  /** Whether it names all its pages: nothing is computed, and no folder lists its own pages. */
  complete: boolean;
  /** Returns whether a page belongs in it. Default: all do. Pages that do not belong in it are not lost. */
  covers?: (page: string) => boolean;
}

export interface NavigationFile extends Required<NavigationLists> {
  source: NavigationSource;
  text: string;
}

export interface ReferenceWanted {
  site: Site;
  source: NavigationSource;
  /** The page to name. */
  to: string;
  /** A reference in the same file, whose style is kept. */
  like: Pick<NavigationReference, 'value' | 'base'>;
}
