import type { EarlierAddresses, PageLocation } from './moves.ts';
import type { EvidenceKind } from './evidence.ts';
import type { PresentPage, PresentPages } from './pages.ts';
import { languageOf, lastNames } from './pages.ts';
import { foldedAddress, wordsOf } from './words.ts';

/** A page that may have been meant, and the evidence for it. */
export interface LikelyPage {
  page: PresentPage;
  kind: EvidenceKind;
  /** The end of "…, because": a clause for people. */
  because: string;
}

/** Returns the page that an address without a page most likely meant, or undefined without any evidence. */
export function findLikelyPage(
  pages: PresentPages,
  earlier: EarlierAddresses,
  address: string,
): LikelyPage | undefined {
  return pageByHistory(pages, earlier, address) ?? pageByLikeness(pages, address);
}

/** Returns what the history says about an address: its page was moved or removed. */
export function locationOf(
  earlier: EarlierAddresses,
  address: string,
): { location: PageLocation; rest: number | undefined } | undefined {
  const exact = earlier.at(address);
  if (exact) return { location: exact, rest: undefined };
  return earlier.byTail(address);
}

function pageByHistory(pages: PresentPages, earlier: EarlierAddresses, address: string): LikelyPage | undefined {
  const found = locationOf(earlier, address);
  const to = found?.location.to;
  const page = to === undefined ? undefined : pages.ofFile(to);
  if (!found || !page || (languageOf(address) !== '' && isOfAnother(page, address))) return undefined;
  const { by, commit, at } = found.location;
  const when = `in ${commit.slice(0, 10)} of ${at.toISOString().slice(0, 10)}`;
  if (by === 'replaced')
    return { page, kind: 'replaced', because: `its page was removed ${when}, which added one of the same name` };
  return { page, kind: 'moved', because: `its page was moved ${when}` };
}

/** Whether a page is in another language than the address asks for. English pages may name their language or not. */
function isOfAnother({ address }: PresentPage, asked: string): boolean {
  const [own, wanted] = [languageOf(address), languageOf(asked)].map((language) => language.replace(/^en\b.*/, ''));
  return own !== wanted && !isKindOf(own, wanted) && !isKindOf(wanted, own);
}

/** Whether a language is a variant of another: `fr-ca` of `fr`. */
function isKindOf(language = '', other = ''): boolean {
  return other !== '' && language.startsWith(`${other}-`);
}

/** Finds a page from the address and the titles alone, when the history does not explain the address. */
export function pageByLikeness(pages: PresentPages, address: string): LikelyPage | undefined {
  const folded = foldedAddress(address);
  if (folded === '') return undefined;
  const own = pagesInLanguage(pages, address);
  return (
    pageBySpelling(own, folded) ??
    pageByPrefix(pages, folded) ??
    pageByTwoNames(own, folded) ??
    pageByName(own, folded) ??
    pageByTitle(own, folded) ??
    pageByWords(own, address)
  );
}

/** Returns the same pages, but its searches leave out pages in other languages. */
function pagesInLanguage(pages: PresentPages, address: string): PresentPages {
  const own = (found: PresentPage[]) => found.filter((page) => !isOfAnother(page, address));
  return {
    ...pages,
    bySpelling: (folded) => own(pages.bySpelling(folded)),
    byName: (folded) => own(pages.byName(folded)),
    byTwoNames: (folded) => own(pages.byTwoNames(folded)),
    byTitle: (folded) => own(pages.byTitle(folded)),
    byWords: (words) => pages.byWords(words).filter(({ page }) => !isOfAnother(page, address)),
  };
}

function pageBySpelling(pages: PresentPages, folded: string): LikelyPage | undefined {
  const page = onlyPage(pages.bySpelling(folded));
  return page && { page, kind: 'spelling', because: 'it is the same address, spelled differently' };
}

/** A prefix of addresses that stands for a version, a language, or all docs. */
const prefix =
  /^(?:docs?|documentation|latest|stable|current|main|master|next|dev|v?\d+(?:[-.]\d+|[-.]x)*|[a-z]{2}(?:-[a-z]{2})?)$/;

function pageByPrefix(pages: PresentPages, folded: string): LikelyPage | undefined {
  const segments = folded.split('/');
  for (let gone = 1; gone < segments.length && prefix.test(segments[gone - 1] ?? ''); gone += 1) {
    const page = onlyPage(pages.bySpelling(segments.slice(gone).join('/')));
    const without = segments.slice(0, gone).join('/');
    const kind = languageOf(without) === '' ? 'prefix' : 'language';
    if (page) return { page, kind, because: `it is its address with ${without} in front` };
  }
  const longer = pages.byName(lastNames(folded, 1)).filter(({ address }) => {
    const whole = foldedAddress(address);
    return (
      whole.endsWith(`/${folded}`) &&
      whole
        .slice(0, -folded.length - 1)
        .split('/')
        .every((part) => prefix.test(part) && languageOf(part) === '')
    );
  });
  const page = onlyPage(longer);
  return page && { page, kind: 'prefix', because: 'it is its address without the beginning' };
}

function pageByTwoNames(pages: PresentPages, folded: string): LikelyPage | undefined {
  const tail = lastNames(folded, 2);
  const page = tail.includes('/') ? onlyPage(pages.byTwoNames(tail)) : undefined;
  return page && { page, kind: 'two-names', because: `no other page ends in ${tail}` };
}

/** Names that mean nothing without the names before them. */
const generalNames =
  /^(?:|api|about|all|basics?|concepts?|config(?:uration)?|examples?|faqs?|general|getting-started|guides?|home|install(?:ation)?|intro(?:duction)?|main|new|options?|other|overview|quick-?start|reference|settings|setup|start|summary|tutorials?|usage|\d+|v\d[\w-]*)$/;

function pageByName(pages: PresentPages, folded: string): LikelyPage | undefined {
  const name = lastNames(folded, 1);
  const alike = pages.byName(name);
  if (alike.length === 0) return undefined;
  const [page, ...others] = alike;
  if (page && others.length === 0 && !generalNames.test(name))
    return { page, kind: 'name', because: `no other page is called ${name}` };
  const nearest = nearestOf(alike, folded);
  return (
    nearest && {
      page: nearest,
      kind: 'name-of-several',
      because: `of ${alike.length} called ${name} it shares the most of the address`,
    }
  );
}

/** Returns the page that shares the most of the other names, if there is only one such page. */
function nearestOf(alike: PresentPage[], folded: string): PresentPage | undefined {
  const asked = new Set(folded.split('/').slice(0, -1).flatMap(wordsOf));
  const scored = alike
    .map((page) => ({
      page,
      shared: foldedAddress(page.address)
        .split('/')
        .slice(0, -1)
        .flatMap(wordsOf)
        .filter((word) => asked.has(word)).length,
    }))
    .sort((a, b) => b.shared - a.shared);
  const [first, second] = scored;
  return first && first.shared > (second?.shared ?? 0) ? first.page : undefined;
}

function pageByTitle(pages: PresentPages, folded: string): LikelyPage | undefined {
  const name = lastNames(folded, 1);
  const page = generalNames.test(name) ? undefined : onlyPage(pages.byTitle(name));
  return page && { page, kind: 'title', because: `its title is the same as the last name of the address` };
}

/** The required score (the weight of the shared words, as a share) and the required lead over the second page. */
const wordKinds = [
  { kind: 'most-words', score: 0.6, lead: 0.15 },
  { kind: 'many-words', score: 0.4, lead: 0.1 },
  { kind: 'some-words', score: 0.25, lead: 0.05 },
] as const;

function pageByWords(pages: PresentPages, address: string): LikelyPage | undefined {
  const [best, second] = pages.byWords(wordsOf(address));
  if (!best) return undefined;
  const lead = best.score - (second?.score ?? 0);
  const found = wordKinds.find((one) => best.score >= one.score && lead >= one.lead);
  return (
    found && {
      page: best.page,
      kind: found.kind,
      because: `of the words of both, they share ${Math.round(best.score * 100)} %`,
    }
  );
}

function onlyPage(pages: PresentPage[]): PresentPage | undefined {
  return pages.length === 1 ? pages[0] : undefined;
}
