import { CopydeskError } from '@copydesk/contract/errors';
import { adviceOn } from './advice.ts';
import { checkAll, checkPaths } from './check/check.ts';
import type { Checking } from './check/links.ts';
import type { Guard, ReadViews } from './check/lost-addresses.ts';
import { openTally } from './check/tally.ts';
import { findingsIntroducedBy } from './compare/compare.ts';
import { openFacts } from './facts.ts';
import { countInbound } from './inbound/inbound-counts.ts';
import { allKinds } from './kinds/all.ts';
import { coverageOf, type Coverage } from './coverage.ts';
import type { Evidence } from './links/evidence.ts';
import { openEvidenceCache } from './links/cached-evidence.ts';
import { mapBounded } from './map-bounded.ts';
import { newCode, type NewCode } from './page-code/new-code.ts';
import type { FindFiles } from './page-code/new-names.ts';
import { planMissed, type MissedFinding, type MissedQuestion } from './missed/missed.ts';
import { noticeChange } from './notice/notice.ts';
import type { ReviewHints } from './notice/notice.ts';
import { compareOwnFile, type OwnFileChange } from './own-files/compare-own-file.ts';
import { openParsePool, pagesAtOnce } from './parse-pool.ts';
import { planAdd } from './plan/add.ts';
import { planDelete } from './plan/delete.ts';
import { planMove } from './plan/move.ts';
import { planMovedAnchors } from './plan/anchors/moved-anchors.ts';
import type { Plan } from './plan/plan.ts';
import { planRedirect, planRedirects, type RedirectPlan, type WantedRedirect } from './plan/redirects/redirect.ts';
import { planRenamedAnchors } from './plan/anchors/renamed-anchors.ts';
import { planSortNavigation } from './plan/sort.ts';
import type { Transfer, TransferPlan } from './plan/transfer/plan.ts';
import { planTransfer } from './plan/transfer/transfer.ts';
import type { ReadPublished } from './published.ts';
import { compareAgentPages, newReadersWarnings } from './readers/compare-agent-pages.ts';
import type { AgentPagesComparison, ReadersWarning } from './readers/compare-agent-pages.ts';
import { readAgentText, readSite } from './readers/site-readability.ts';
import type { SiteReadability } from './readers/site-readability.ts';
import type { Finding } from './rules.ts';
import type { DocsTree, EarlierHeadings, FileEdit, MovedAnchors, Page, Problem, RenamedLink } from './tree.ts';
import { recogniseChange, type SmallChange } from './small-changes/small-changes.ts';
import { openRecordStore } from './sketch/record-store.ts';
import { sketchVersion } from './sketch/sketch.ts';
import { readAddresses } from './site/addresses.ts';
import type { PageAddress } from './site/addresses.ts';
import type { SiteKind } from './site/kind.ts';
import { summarise, type SiteSummary } from './summary.ts';
import type { DocsView } from './view.ts';
import { openViews } from './views.ts';

export type { Coverage } from './coverage.ts';
export type { NewCode } from './page-code/new-code.ts';
export type { MissedFinding, PageMove } from './missed/missed.ts';
export type { Published, ReadPublished } from './published.ts';
export type { PageAddress } from './site/addresses.ts';
export type { SmallChange } from './small-changes/small-changes.ts';
export type { DocsTree, DocsTreeEntry, FileEdit, Problem } from './tree.ts';

/** Answers questions about a docs site in one state of a tree. */
interface SiteDocs {
  /** Returns the problems of the given pages, or of all, and what could not be judged. */
  check(paths?: string[]): Promise<Checked>;
  /**
   * Returns the problems introduced since `before`, also in pages whose links the change broke; undefined without an
   * earlier state.
   */
  introduced(): Promise<Checked | undefined>;
  /**
   * Parses a text.
   * @throws CopydeskError `file_refused` if the text cannot be parsed within the limits.
   */
  parse(path: string, text: string): Promise<Page>;
  /** Parses many texts, in their order; undefined for those that cannot be parsed. */
  parseAll(files: { path: string; text: string }[]): Promise<(Page | undefined)[]>;
  /**
   * Plans the move of a file or folder to `to`: links, navigation and addresses stay correct, and the moved files are
   * among the edits.
   */
  planMove(from: string, to: string, options?: { redirect?: boolean }): Promise<Plan>;
  /**
   * Plans the deletion of a file or folder. Addresses then lead to `redirectTo`, and links to `linksTo`, which defaults
   * to `redirectTo`.
   */
  planDelete(path: string, redirectTo?: string, linksTo?: string): Promise<Plan>;
  /** Plans the move of text from one page to another, with the links in it and to it. */
  planTransfer(transfer: Transfer): Promise<TransferPlan>;
  /** Plans the redirect of an address (or the path of a page) to a page, an address or a URL. */
  planRedirect(from: string, to: string): Promise<Plan>;
  /** Plans many redirects at once, and reports those that are impossible. */
  planRedirects(wanted: readonly WantedRedirect[]): Promise<RedirectPlan>;
  /** Returns what to do about addresses that readers requested and that do not exist. */
  planMissed(question: MissedQuestion): Promise<MissedFinding[]>;
  /**
   * Returns the edits that add a page to the navigation, after `after` if given; none if the site lists pages itself.
   */
  planAdd(path: string, title: string, after?: string): Promise<FileEdit[]>;
  /** Returns links to headings whose text changed since, with targets that lead there now. */
  planRenamedAnchors(before: EarlierHeadings[]): Promise<RenamedLink[]>;
  /** Returns the links to headings and ids that this earlier text of a page had and the page now lacks. */
  planMovedAnchors(path: string, before: string): Promise<MovedAnchors>;
  /** Returns the edits that sort the entries of the navigation by title, within each group. */
  planSortNavigation(): Promise<FileEdit[]>;
  /** Returns advice for editors of this kind of site. It costs less than `site`, which reads the navigation. */
  advice(): Promise<string>;
  /** Returns what an editor must know about the site. */
  site(): Promise<SiteSummary>;
  /**
   * Returns the address of a page within its site; undefined if it is no page, or if only the host knows the address.
   */
  address(path: string): Promise<string | undefined>;
  /** Returns the addresses of all pages. */
  addresses(): Promise<PageAddress[]>;
  /** Returns how well AI readers can read the docs. */
  readability(): Promise<SiteReadability>;
  /** Returns a page as AI readers get it; undefined if it is no page, or cannot be parsed within the limits. */
  agentText(path: string): Promise<string | undefined>;
  /** Returns how many other pages link to each of the files. */
  inbound(paths: readonly string[]): Promise<Map<string, number>>;
}

export interface Checked {
  problems: Problem[];
  coverage: Coverage;
}

/** The problems that a change introduced into the docs. */
interface Comparison {
  /** The pages that were checked: those that changed, and those whose links the change may have broken. */
  coverage: Coverage;
  problems: Problem[];
  warnings: Problem[];
}

export interface CompareOptions {
  before: DocsTree;
  after: DocsTree;
  folder: string;
  /** Reads views of the last 30 days, for lost addresses. */
  views?: ReadViews;
  /** From how many of these views a lost address is an error. Default 0: never. */
  guardViews?: number;
  /** Reads what is known of the published site. */
  published?: ReadPublished | undefined;
}

export interface SiteOptions {
  /** The folder of the docs within the tree; '' for the whole tree. */
  folder: string;
  /** Reads what is known of the published site. */
  published?: ReadPublished | undefined;
  /** The tree before the change. Its links are the evidence, and what the change removed may still be published. */
  before?: DocsTree | undefined;
}

export interface DocsOptions {
  /** How many worker threads may parse at once; they start when first needed. Default 2. */
  workers?: number;
  /** How long parsing one page may take. Default 2,000. */
  timeoutMilliseconds?: number;
  /** The heap of one worker thread. Default 256. */
  memoryMegabytes?: number;
  /** The estimated limit of the cache of facts. Default 192. */
  cacheMegabytes?: number;
  /** The supported kinds of sites. Default: all that Copydesk has. */
  kinds?: readonly SiteKind[];
  /** Where facts are stored beyond the life of the process, and how much. Default: nowhere. */
  kept?: { directory: string; maximumMegabytes: number };
}

export interface DocsEngine {
  of(tree: DocsTree, options: SiteOptions): SiteDocs;
  compare(options: CompareOptions): Promise<Comparison>;
  /** Returns effects of a change that are easily overlooked in its diff. */
  notice(change: Pick<CompareOptions, 'before' | 'after' | 'folder'>, find: FindFiles): Promise<ReviewHints>;
  /**
   * Returns why a new text of a site's own file changes more than names of pages and redirects; undefined if it does
   * not.
   */
  ownFileFault(change: OwnFileChange): Promise<string | undefined>;
  /**
   * Returns the code, hosts and commands that a change adds to pages and data, and that the docs do not contain yet.
   */
  newCode(change: Pick<CompareOptions, 'before' | 'after' | 'folder'>, find: FindFiles): Promise<NewCode[]>;
  /**
   * Recognises a change of nothing but targets of links, misspelt words and new redirects, file by file. It reads only
   * the files: no description counts.
   */
  recognise(change: Pick<CompareOptions, 'before' | 'after' | 'folder'>): Promise<SmallChange>;
  /** Compares the pages that a change touches, as AI readers get them; `only` one of them, with its text. */
  compareAgentPages(
    change: Pick<CompareOptions, 'before' | 'after' | 'folder'> & { only?: string | undefined },
  ): Promise<AgentPagesComparison>;
  /** Returns what a change makes harder to read for AI: the warnings of {@link compareAgentPages}, in less time. */
  newReadersWarnings(change: Pick<CompareOptions, 'before' | 'after' | 'folder'>): Promise<ReadersWarning[]>;
  /** Ends the worker threads, and writes pending facts to disk. */
  close(): Promise<void>;
}

/**
 * Opens the one engine of a process. Threads start when something must be parsed. Results are cached by the id of the
 * content, so trees that share files share the work.
 */
export function openDocs(options: DocsOptions = {}): DocsEngine {
  const {
    workers = 2,
    timeoutMilliseconds = 2_000,
    memoryMegabytes = 256,
    cacheMegabytes = 192,
    kinds = allKinds,
    kept,
  } = options;
  const pool = openParsePool({ workers, timeoutMilliseconds, memoryMegabytes });
  const store = kept && openRecordStore({ ...kept, version: sketchVersion, maximumBytes: kept.maximumMegabytes * 1e6 });
  const facts = openFacts({ pool, store, maximumBytes: cacheMegabytes * 1_000_000 });
  const viewOf = openViews(facts, kinds);
  const evidenceOf = openEvidenceCache();

  return {
    of: (tree, site) => siteDocs(tree, (other) => viewOf(other, site.folder), evidenceOf, site),
    async compare({ before, after, folder, views, guardViews = 0, published }) {
      const [past, present] = [await viewOf(before, folder), await viewOf(after, folder)];
      const compared = await compareViews(past, present, evidenceOf, { published, guard: { views, guardViews } });
      return {
        coverage: compared.coverage,
        problems: compared.problems.filter(({ severity }) => severity === 'error'),
        warnings: compared.problems.filter(({ severity }) => severity === 'warning'),
      };
    },
    notice: async ({ before, after, folder }, find) =>
      await noticeChange(await viewOf(before, folder), await viewOf(after, folder), find),
    ownFileFault: (change) => compareOwnFile(pool, change),
    newCode: async ({ before, after, folder }, find) =>
      await newCode(await viewOf(before, folder), await viewOf(after, folder), find),
    recognise: async ({ before, after, folder }) =>
      await recogniseChange(await viewOf(before, folder), await viewOf(after, folder)),
    compareAgentPages: async ({ before, after, folder, only }) =>
      await compareAgentPages(await viewOf(before, folder), await viewOf(after, folder), only),
    newReadersWarnings: async ({ before, after, folder }) =>
      await newReadersWarnings(await viewOf(before, folder), await viewOf(after, folder)),
    async close() {
      await pool.close();
      await store?.close();
    },
  };
}

async function compareViews(
  past: DocsView,
  present: DocsView,
  evidenceOf: ReturnType<typeof openEvidenceCache>,
  { published, guard }: { published: ReadPublished | undefined; guard: Guard },
): Promise<Checked> {
  const checking = openChecking(() => evidenceOf(past, { published, after: present }));
  const found = await findingsIntroducedBy(past, present, checking, guard);
  return { problems: found.map(withoutKey), coverage: coverageOf(present, checking.tally.counts()) };
}

/**
 * Answers questions about one tree. A tree changes while it is edited, so each question opens it anew; that costs
 * little if nothing has changed.
 */
function siteDocs(
  tree: DocsTree,
  openTree: (tree: DocsTree) => Promise<DocsView>,
  evidenceOf: ReturnType<typeof openEvidenceCache>,
  { published, before: earlier }: SiteOptions,
): SiteDocs {
  const open = () => openTree(tree);
  return {
    async check(paths) {
      const view = await open();
      const past = earlier && (await openTree(earlier));
      const checking = openChecking(() => evidenceOf(past ?? view, { published, after: past && view }));
      const found = await (paths ? checkPaths(view, paths, checking) : checkAll(view, checking));
      return { problems: found.map(withoutKey), coverage: coverageOf(view, checking.tally.counts()) };
    },
    async introduced() {
      if (!earlier) return undefined;
      const [past, present] = [await openTree(earlier), await open()];
      return compareViews(past, present, evidenceOf, { published, guard: { views: undefined, guardViews: 0 } });
    },
    parse: async (path, text) => parseText(await open(), path, text),
    parseAll: async (files) => parseTexts(await open(), files),
    planMove: async (from, to, options) => planMove(await open(), openTree, { from, to, ...options }),
    planDelete: async (path, redirectTo, linksTo) => planDelete(await open(), openTree, path, { redirectTo, linksTo }),
    planTransfer: async (transfer) => planTransfer(await open(), openTree, transfer),
    planRedirect: async (from, to) => planRedirect(await open(), from, to),
    planRedirects: async (wanted) => planRedirects(await open(), wanted),
    planMissed: async (question) => planMissed(await open(), question),
    planAdd: async (path, title, after) => planAdd(await open(), openTree, { path, title, after }),
    planRenamedAnchors: async (before) => planRenamedAnchors(await open(), before),
    planMovedAnchors: async (path, before) => planMovedAnchors(tree, open, { path, before }),
    planSortNavigation: async () => planSortNavigation(await open()),
    advice: async () => adviceOn(await open()),
    site: async () => await summarise(await open()),
    address: async (path) => addressOf(await open(), path),
    addresses: async () => addressesIn(await open()),
    readability: async () => await readSite(await open()),
    agentText: async (path) => readAgentText(await open(), path),
    inbound: async (paths) => await countInbound(await open(), paths),
  };
}

async function parseText(view: DocsView, path: string, text: string): Promise<Page> {
  const page = await view.facts.parse(text, view.dialectOf(path));
  if (page.kind === 'known') return page.value;
  throw new CopydeskError(
    'file_refused',
    `${path} cannot be parsed: ${page.message}. Make the page smaller or simpler.`,
  );
}

async function parseTexts(view: DocsView, files: { path: string; text: string }[]): Promise<(Page | undefined)[]> {
  return await mapBounded(files, pagesAtOnce, async ({ path, text }) => {
    const page = await view.facts.parse(text, view.dialectOf(path));
    return page.kind === 'known' ? page.value : undefined;
  });
}

async function addressOf(view: DocsView, path: string): Promise<string | undefined> {
  const site = view.sites.of(path);
  if (!site.kind.addresses.public || !view.isPage(path)) return undefined;
  const [page] = await readAddresses(view, () => site, [path]);
  return page?.addresses[0] === '' ? '/' : page?.addresses[0];
}

async function addressesIn(view: DocsView): Promise<PageAddress[]> {
  return await readAddresses(view, (path) => view.sites.of(path), view.pages);
}

/**
 * Returns the state of one check. The evidence comes from one state of the docs, and is collected when a link is first
 * doubted.
 */
function openChecking(evidenceFor: () => Promise<Evidence>): Checking {
  const tally = openTally();
  let evidence: Promise<Evidence> | undefined;
  return { evidence: () => (evidence ??= gather()), tally };

  async function gather(): Promise<Evidence> {
    const gathered = await evidenceFor();
    tally.notUsed(gathered.published?.notUsed ?? []);
    return gathered;
  }
}

function withoutKey({ key: _key, ...problem }: Finding): Problem {
  return problem;
}
