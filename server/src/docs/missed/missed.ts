import { editDistance } from '../text/edit-distance.ts';
import { openStores, redirectEntriesOf, resolveDirectly, type RedirectEntry } from '../redirects/open.ts';
import type { Site } from '../site/kind.ts';
import type { DocsView } from '../view.ts';
import { isWithin } from '../text/paths.ts';
import { evidenceRates, noPageRates } from './evidence.ts';
import { findLikelyPage, locationOf, type LikelyPage } from './likely-page.ts';
import { earlierAddresses, followMoves, type EarlierAddresses, type PageMove } from './moves.ts';
import { whyNotPage } from './not-pages.ts';
import { openPages, type PresentPages } from './pages.ts';
import { foldedAddress } from './words.ts';

export type { PageMove } from './moves.ts';

/** An address that readers requested and that was not found. */
export interface MissedAddress {
  /** Below the site's base, with a leading slash. Undefined if the site does not serve the address. */
  address: string | undefined;
  /** How often it was requested. */
  views: number;
}

/** What to do about the address. */
export interface MissedFinding {
  /** Redirect to an existing page, write a new page, or do nothing. */
  decision: 'redirect' | 'page' | 'leave';
  /** The file and the address of the redirect's target. */
  to: { path: string; address: string } | undefined;
  /**
   * The probability that the decision is right, from 0 to 1: for `redirect` that this page was meant, else that no
   * existing page was.
   */
  confidence: number;
  /** A sentence for reviewers. */
  evidence: string;
}

export interface MissedQuestion {
  asked: readonly MissedAddress[];
  /** The page moves in the history of the docs, newest first. */
  moves: readonly PageMove[];
}

/** Decides about addresses that were not found. Returns the decisions in the order of the addresses. */
export async function planMissed(view: DocsView, { asked, moves }: MissedQuestion): Promise<MissedFinding[]> {
  const site = view.sites.main;
  const pages = await openPages(view, site);
  await view.loadRoutes();
  const entries = redirectEntriesOf(await openStores(view, site));
  const earlier = earlierAddresses(
    site,
    followMoves(moves, (path) => view.index.isFile(path)),
  );
  const known: Known = {
    view,
    site,
    pages,
    entries,
    entriesByAddress: new Map(entries.map((entry) => [entry.address, entry])),
    earlier,
  };
  const findings: MissedFinding[] = [];
  for (const one of asked) findings.push(await decide(known, one));
  return findings;
}

interface Known {
  view: DocsView;
  site: Site;
  pages: PresentPages;
  entries: RedirectEntry[];
  entriesByAddress: Map<string | undefined, RedirectEntry>;
  earlier: EarlierAddresses;
}

async function decide(known: Known, { address, views }: MissedAddress): Promise<MissedFinding> {
  if (address === undefined) return leaveFinding(1, 'The docs do not serve this part of the host.');
  const other = whyNotPage(address);
  if (other !== undefined && locationOf(known.earlier, address) === undefined)
    return leaveFinding(0.99, `It is ${other}.`);
  const existing = await findExisting(known, address);
  if (existing !== undefined) return leaveFinding(1, existing);
  return decideByPages(known, { address, views });
}

/** Decides about an address at which nothing is, by the pages that readers may mean. */
function decideByPages(known: Known, { address, views }: { address: string; views: number }): MissedFinding {
  const { pages, earlier, site } = known;
  const likely = findLikelyPage(pages, earlier, address);
  if (likely?.kind === 'spelling' && views < linkedViews && endsWithPunctuation(address))
    return leaveFinding(0.9, `It is a typing error of ${likely.page.address || '/'}.`);
  if (likely && evidenceRates[likely.kind] >= minimumRate) return redirectFinding(likely);
  if (site.generated.some((prefix) => isWithin(address, prefix)))
    return leaveFinding(0.8, 'Pages below this address are made while the site is built.');
  const typo = typoOf(pages, address);
  if (typo && views < linkedViews)
    return leaveFinding(
      0.9,
      `It looks like a typing error of ${typo.page.address || '/'}, requested too rarely to be a link.`,
    );
  if (typo) return redirectFinding(typo);
  return withoutPage(known, { address, views }, likely);
}

/** Evidence that is right less often is not proposed. */
const minimumRate = 0.4;

/** A wrong address that is requested this often in the range comes from a link somewhere. */
const linkedViews = 10;

/** How often readers must request a missing page to propose it to the team. */
const viewsOfNewPage = 5;

async function findExisting(
  { view, site, pages, entries, entriesByAddress }: Known,
  address: string,
): Promise<string | undefined> {
  if (pages.at(address)) return 'There is a page at this address now.';
  const entry = entriesByAddress.get(address);
  if (entry) return `A redirect in ${entry.open.store.path} already exists for it.`;
  const found = await resolveDirectly(view, site, entries, address || '/');
  if (found.kind === 'found' && found.path !== undefined) return 'It already leads to a page.';
  return undefined;
}

/** Whether the address ends with characters that follow it in a text, such as a bracket. */
function endsWithPunctuation(address: string): boolean {
  return /(?:%[0-9a-f]{2}|[\s"'`)\]}>.,;:!*\\|&])$/i.test(address);
}

/** Returns the page whose address differs in one or two letters of one name. */
function typoOf(pages: PresentPages, address: string): LikelyPage | undefined {
  const folded = foldedAddress(address);
  const near = pages.differingInOneName(folded).filter(({ name, asked }) => isTypo(name, asked));
  const [first, ...others] = near;
  if (!first || others.some(({ page }) => page !== first.page)) return undefined;
  return { page: first.page, kind: 'typo', because: 'it differs in a letter or two' };
}

/**
 * Whether a name is a typo. In a short name another letter makes another word (`deno`, `juno`), and another number
 * (`upgrade-6`, `upgrade-7`) is no typo.
 */
function isTypo(name: string, asked: string): boolean {
  const limit = asked.length >= 10 ? 2 : asked.length >= 5 ? 1 : 0;
  const isNear = limit > 0 && editDistance(name, asked, limit) !== undefined;
  return isNear && name.replace(/\d/g, '') !== asked.replace(/\d/g, '');
}

function redirectFinding({ page, kind, because }: LikelyPage): MissedFinding {
  const to = { path: page.path, address: page.address };
  return {
    decision: 'redirect',
    to,
    confidence: evidenceRates[kind],
    evidence: `${because.charAt(0).toUpperCase()}${because.slice(1)}.`,
  };
}

/** Decides about an address that probably means no existing page. */
function withoutPage(
  { pages, earlier }: Known,
  { address, views }: { address: string; views: number },
  nearest: LikelyPage | undefined,
): MissedFinding {
  const confidence = noPageRates[nearest === undefined ? 'nothing' : 'some-words'];
  const near = nearest === undefined ? '' : ` The nearest is ${nearest.page.address || '/'}: ${nearest.because}.`;
  const removed = locationOf(earlier, address)?.location;
  if (removed?.to === undefined && removed)
    return leaveFinding(
      confidence,
      `Its page was removed in ${removed.commit.slice(0, 10)} of ${removed.at.toISOString().slice(0, 10)}, and no page replaced it.${near}`,
    );
  const parent = address.slice(0, address.lastIndexOf('/'));
  const isPlace = pages.isFolder(parent) || pages.at(parent) !== undefined;
  if (!isPlace || !/^[\p{L}\p{N}._~-]{2,80}$/u.test(address.slice(parent.length + 1)))
    return leaveFinding(confidence, `Nothing in the docs is like it.${near}`);
  if (views < viewsOfNewPage)
    return leaveFinding(
      confidence,
      `Nothing in the docs is like it, and it was requested too rarely to be expected.${near}`,
    );
  return {
    decision: 'page',
    to: undefined,
    confidence,
    evidence: `Readers expect a page beside those of ${parent || '/'}, and no page is like it.${near}`,
  };
}

function leaveFinding(confidence: number, evidence: string): MissedFinding {
  return { decision: 'leave', to: undefined, confidence, evidence };
}
