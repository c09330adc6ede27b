import type { RoughFacts } from '../candidates.ts';
import type { Facts } from '../facts.ts';
import type { Slugger } from '../links/sluggers.ts';
import type { Literal } from '../literal/literal.ts';
import type { FindPage, NavigationItem, NavigationList, NavigationReference } from '../navigation/navigation.ts';
import type { CodeRules } from '../page-code/code-rules.ts';
import type { Dialect } from '../parse/page-facts.ts';
import type { PartRules } from '../parts/rules.ts';
import type { PathIndex } from '../paths.ts';
import type { RedirectRules, RedirectStore } from '../redirects/redirects.ts';
import type { DocsTree } from '../tree.ts';
import type { Locales } from './locales.ts';
import type { TakenInDoubt, TemplateAnchors } from './made-anchors.ts';
import type { RedirectPattern } from './redirect-patterns.ts';

/**
 * All that is particular to one kind of site, such as Docusaurus. Nothing outside of a kind's folder asks which kind a
 * site is of: it asks the kind. What a new kind lacks, the compiler names.
 */
export interface SiteKind {
  /** As answers name it, in small letters: `mkdocs`. */
  name: string;
  /** As people write it: `MkDocs`. */
  label: string;
  /** Which files tell that there is a site of this kind, and how it is read from one. */
  detection: readonly Detection[];
  /** How a file is parsed, where its ending does not say it. */
  dialect: Dialect;
  addresses: AddressRules;
  links: LinkRules;
  anchors: AnchorRules;
  titles: TitleRules;
  /** Where such a site keeps redirects, besides files of its host. */
  redirects: RedirectRules<SiteContext, Site>;
  /** Finds pages that list others, where the kind has its navigation in them. */
  navigationIn?: (context: SiteContext, site: Site) => Promise<NavigationSource[]>;
  /** How pages take in other files. */
  parts: PartRules;
  /** What of a page runs, and where. */
  runs: CodeRules;
  /** What an editor has to know, for a model: a few sentences, the sources named beside them. */
  advice: string;
}

export interface Detection {
  /** Tests a path from the folder of the site on, so that `docs.json` and `.vitepress/config.ts` can be told. */
  file: RegExp;
  /** Reads the site without running anything of it; undefined when the file is of something else. */
  read: (context: SiteContext, path: string) => Promise<ReadSite | undefined>;
  /** Whether the file counts only where no other site has its pages, since others have such files for their own ends. */
  onlyUnclaimed?: boolean;
}

export interface AddressRules {
  /** Whether front matter, or more than the path, decides where a page is: then every page is looked into. */
  fromFrontMatter: boolean;
  /** Whether the addresses are those that readers use; false where only the host of the site knows them. */
  public: boolean;
  /**
   * Whether a page is at its addresses alone. Elsewhere the path within a content folder is taken for an address too,
   * and a folder without a page of its own for something that is there.
   */
  exact?: boolean;
  /** Whether pages are found whatever the case of the path or address; not so where absent. */
  ignoreCase?: boolean;
  /** Whether HTML files are pages that have front matter too; not so where absent. */
  ofHtml?: boolean;
  /** Every address of a page below the base, the usual one first; none where it cannot be told. '' is the top. */
  of: (page: AddressedPage) => string[];
}

export interface AddressedPage {
  site: Site;
  content: Content;
  /** The path within its content, without its ending. */
  inner: string;
  frontMatter: RoughFacts['frontMatter'];
}

export interface LinkRules {
  /** Names of files that are the page of their folder, without ending, the first before the others. */
  indexNames: readonly string[];
  /** Folders other than the page's own that a relative target may be meant from, the likeliest first. */
  bases: (link: { site: Site; from: string; path: string; use: TargetUse }) => string[];
  /**
   * Why a target that is found nowhere may be there all the same, as the end of "… because …", where the kind leaves that
   * to others; undefined where it does not.
   */
  doubt?: (link: { site: Site; path: string; expected: string }) => string | undefined;
  /** Whether links may name `index.md` for the README of a folder, since its page is built as one. */
  readmeIsIndex?: boolean;
  /** Whether a target that is found nowhere leads to another site, which is published beside this one. */
  elsewhere?: (link: { site: Site; index: PathIndex; path: string; expected: string }) => boolean;
  /** Whether a target with the ending of a page is that page, whatever the ending of its own file. */
  anyPageEnding?: boolean;
  /** Addresses that one from the top may be meant for, the likeliest first; only itself where absent. */
  meanings?: (link: { site: Site; from: string; address: string }) => string[];
  /** Whether the kind itself writes such a target for what it did not find. */
  knownBroken?: (path: string) => boolean;
  /**
   * Whether relative targets without the ending of a page count from the page's address, as browsers take them, before
   * its folder is asked; not so where absent.
   */
  fromAddress?: boolean;
  /** Takes apart a target in a notation of the kind's own, such as `{{< ref "a" >}}`; undefined for all others. */
  unwrap?: (raw: string, site: Site, use: TargetUse) => WrappedTarget | undefined;
  /** Reads the names that files give to places in them, and that links may use instead of paths. */
  labels?: (context: SiteContext, site: Site) => Promise<Names>;
  /** What an attribute of an element holds; undefined where the rules of HTML and of components hold. */
  attribute?: (element: string, attribute: string) => 'link' | 'image' | 'other' | undefined;
}

/** A target within a notation: `before`, `target` and `after` joined are the text again. */
export interface WrappedTarget {
  before: string;
  target: string;
  after: string;
  /** What the notation puts in front of the path: `/` where the path counts from the top though no slash says so. */
  prefix?: string;
  /** The anchor, where the notation writes it in a way of its own behind the path: `?id=name`. */
  anchor?: string;
  /** Whether what stands in front of the path is another host. */
  external?: boolean;
  /** Finds the file, where the notation has rules of its own; undefined when there is none. */
  find?: (link: { site: Site; index: PathIndex; from: string; path: string }) => string | undefined;
  /** A name of a place that the target may be, which is looked up before the path; it is nothing else without `find`. */
  label?: string;
  /** Whether it names pages alone, and no places in them; not so where absent. */
  pagesOnly?: boolean;
  /** Whether redirects of the site hold for files that are gone too; not so where absent. */
  redirected?: boolean;
  /** What is said of a target that is found nowhere; it is missing where absent. */
  otherwise?: Unjudged | 'external';
  /** Ways in which the notation names a file, the likeliest first; those of a plain target where absent. */
  names?: (link: { site: Site; from: string; to: string; path: string }) => string[];
}

export interface AnchorRules {
  slugger: () => Slugger;
  /** Between the id of a heading and the number that tells it from an equal one before it. */
  separator: '-' | '_';
  /** Whether `{#id}` takes the place of the id that the text of a heading would give. */
  honoursIds: boolean;
  /** Whether `[#id]` behind the text of a heading is its id, and `[!toc]` says where it is listed. */
  inBrackets?: boolean;
  /** Whether elements in pages are HTML alone, which makes no anchors but its ids; not so where absent. */
  plainHtml?: boolean;
  /** Components of the kind itself that make no anchors but those of their titles. */
  plainComponents?: ReadonlySet<string>;
  /** Components whose anchors all begin alike, such as `param-`. */
  prefixes?: ReadonlyMap<string, string>;
  /** Whether the ids of headings are known to the letter. */
  exact: boolean;
  /** Whether an anchor is found whatever its case. */
  ignoresCase: boolean;
  /** What notations of the kind's own bring into a page; the usual notations for it are known where absent. */
  takesIn?: (page: { site: Site; index: PathIndex; from: string; text: string }) => TakenIn;
}

/** What a page has anchors from besides its own headings and ids. */
export interface TakenIn {
  /** Files whose text is taken in. */
  files: string[];
  anchors: string[];
  /**
   * Why there may be others, each as the end of "… because …". Of a text the site's own links tell whether it makes any,
   * of the others those that lead to the page; where it is said which anchors it could make, they are not judged.
   */
  doubts: (string | TakenInDoubt)[];
  /** Whether the usual notations are looked for besides; not so where absent. */
  usualToo?: boolean;
}

export interface TitleRules {
  /** Where a page must say what it is called; `navigation` is where the navigation says it for all. */
  from: 'front-matter' | 'front-matter-or-heading' | 'navigation';
  /** Whether pages show a description. */
  description: boolean;
  /** Whether pages tell their titles and descriptions in front matter: they must, they usually do, they may, or nothing reads it. */
  frontMatter: 'required' | 'usual' | 'possible' | 'unread';
}

/** How a target is used: browsers resolve those of attributes themselves, generators those of Markdown. */
export type TargetUse = 'link' | 'image' | 'attribute';

/** Why a target is not judged, whatever the evidence. */
export type Unjudged =
  /** A template, an alias or a placeholder: a program decides where it leads. */
  | 'computed'
  /** Pages that a plugin makes. */
  | 'generated'
  /** A place above the repository. */
  | 'outside'
  /** A symlink or submodule, which is left alone. */
  | 'left-alone';

/** Name → the file that gives it to a place in it. */
export type Names = ReadonlyMap<string, string>;

/** Address → page, for kinds where front matter decides addresses. */
export type Routes = Map<string, string>;

/** What is needed to read a site's configuration. */
export interface SiteContext {
  tree: DocsTree;
  index: PathIndex;
  facts: Facts;
}

/** What is needed to find the pages that navigation names. */
export interface SiteView extends SiteContext {
  routesOf: (site: Site) => Promise<Routes>;
}

/** A folder of pages and the URL prefixes that it is served under (`''` is the top; the first is the usual one). */
export interface Content {
  folder: string;
  routes: string[];
  /** Where a page that is missing here is taken from: the original of a translation. */
  fallback?: string;
  /** Pages whose addresses do not follow from their paths: blogs, and pages written as components. */
  kind: 'docs' | 'blog' | 'pages';
}

/** A docs site as its files describe it. What cannot be told from them without running code is among its doubts. */
export interface Site extends ReadSite {
  kind: SiteKind;
  /** Files of redirects that the host of the site reads. */
  hosts: RedirectStore[];
}

/** What a kind reads of a site. */
export interface ReadSite {
  /** The folder of the site in the repository; '' at the top. */
  root: string;
  config: string | undefined;
  contents: Content[];
  /** Folders whose files are served as they are. */
  statics: string[];
  /** URL prefix of the whole site without a slash at its end; '' when there is none. */
  base: string;
  /**
   * Why an address without a page may exist all the same, as the end of "… because …"; empty when every address follows
   * from what is known. Then the site's own links have to prove how its addresses work.
   */
  doubts: string[];
  /** Names of folders in which the descriptions of programs are made. */
  described?: string[];
  /** Why a name that no file gives may be known all the same, as the end of "… because …"; absent when it cannot. */
  nameDoubt?: string | undefined;
  /** URL prefixes below which pages are made by plugins. */
  generated: string[];
  /** Addresses below which pages of other repositories are, which may be named without their folder. */
  unseen?: string[];
  /** Addresses of single pages that the generator makes itself, such as a search or a list of posts. */
  madePages: string[];
  /** Old address → new address. */
  redirects: Map<string, string>;
  /** Redirects with parameters (`/old/:slug*`), the first that fits counts. */
  redirectPatterns: RedirectPattern[];
  /** Address → file, for pages that are no Markdown and whose paths do not tell where they are. */
  otherPages: Map<string, string>;
  locales: Locales | undefined;
  navigation: NavigationSource[];
  /** Whether a file of a content folder is no page of its own: a partial, a snippet, an excluded file. */
  excludes: (path: string) => boolean;
  /** Whether relative targets are meant from the top of the site, where a setting decides it. */
  linksFromTop?: boolean;
  /** The deepest headings that other pages can link to: 6 for all. */
  linkedHeadings: number;
  /** Whether files outside fenced code may be built by MDX, where the kind decides by version. */
  reportsMdx: boolean;
  /** Targets that templates of the site give a meaning of their own: they are no links as they stand. */
  ownTargets?: ReadonlySet<string>;
  /** Values that targets may name, such as `site.repository`. */
  variables?: ReadonlyMap<string, string>;
  /** Names of shortcodes, or of files to include, that make no anchors but those that stand in their text. */
  quietParts?: ReadonlySet<string>;
  /** What is known of the anchors of templates that make some of what they are given, by the templates' names. */
  templateAnchors?: ReadonlyMap<string, TemplateAnchors>;
  /** How the site's own configuration decides addresses, where the kind's rules need it. */
  permalinks?: Permalinks;
}

/** Addresses by the configuration of one site. */
export interface Permalinks {
  /** Every address of a page, the usual one first. */
  of: (page: Omit<AddressedPage, 'site'>) => string[];
  /** Another text whenever the same page may have another address. */
  key: string;
}

/** A file that lists pages, and how it is written. */
export interface NavigationSource {
  path: string;
  /** The folder that its references are relative to. */
  folder: string;
  format: NavigationFormat;
  /** The name under which a module exports the lists; its default export where absent. */
  exported?: string;
}

/** One way to write navigation: read, and written again. */
export interface NavigationFormat {
  /** Whether the file is data or a module, which is read as a literal, or a text with its own rules. */
  file: 'literal' | 'text';
  read: (file: NavigationText, find: FindPage) => NavigationLists;
  /** How references are looked up. */
  finder: (view: SiteView, site: Site, source: NavigationSource) => Promise<FindPage>;
  /** Ways to name a page; the first that leads to it is taken. */
  names: (view: SiteView, wanted: ReferenceWanted) => Promise<string[]>;
  /** A new entry, written like its neighbour. */
  write: (file: NavigationFile, like: NavigationItem, entry: { title: string; value: string }) => string;
  /** What references are: a file's path, an address, or an id that only this format knows. */
  references: 'path' | 'address' | 'id';
}

/** What a file of navigation says; `literal` is given where the format asks for it. */
export interface NavigationText {
  source: NavigationSource;
  text: string;
  literal: Literal;
}

export interface NavigationLists {
  lists: NavigationList[];
  /** Whether it names every page that it means to: nothing is computed, and no folder lists its own pages. */
  complete: boolean;
  /** Whether it is about a page; about all where absent. Pages that it is not about are not lost. */
  covers?: (page: string) => boolean;
}

/** A file of navigation, read. */
export interface NavigationFile extends Required<NavigationLists> {
  source: NavigationSource;
  text: string;
}

export interface ReferenceWanted {
  site: Site;
  source: NavigationSource;
  /** The page to be named. */
  to: string;
  /** A reference of the same file, whose way of writing is kept. */
  like: Pick<NavigationReference, 'value' | 'base'>;
}
