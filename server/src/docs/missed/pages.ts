import { mapBounded } from '../map-bounded.ts';
import { readAddresses } from '../site/addresses.ts';
import type { Site } from '../site/kind.ts';
import type { DocsView } from '../view.ts';
import { foldedAddress, foldedName, wordsOf } from './words.ts';

/** A page of the present site. */
export interface PresentPage {
  path: string;
  /** Its main address below the base. '' is the top. */
  address: string;
  title: string;
}

/** The pages of a site, searchable by what readers may have written instead of an address. */
export interface PresentPages {
  count: number;
  /** Returns the page at exactly this address. */
  at(address: string): PresentPage | undefined;
  ofFile(path: string): PresentPage | undefined;
  /** Whether there are pages below an address. */
  isFolder(address: string): boolean;
  bySpelling(folded: string): PresentPage[];
  byName(folded: string): PresentPage[];
  byTwoNames(folded: string): PresentPage[];
  byTitle(folded: string): PresentPage[];
  /** Returns pages whose folded address differs from this one in one name, and that name. */
  differingInOneName(folded: string): { page: PresentPage; name: string; asked: string }[];

  /**
   * Returns pages that share words with these, best first. The score is the share of the words' weight that both have.
   */
  byWords(words: readonly string[]): { page: PresentPage; score: number }[];
}

export async function openPages(view: DocsView, site: Site): Promise<PresentPages> {
  const own = view.pages.filter((path) => view.sites.of(path) === site);
  const addresses = await readAddresses(view, () => site, own);
  const roughs = await mapBounded(addresses, 64, ({ path }) => view.facts.rough(view.tree, path));
  const all: { page: PresentPage; addresses: string[] }[] = addresses.flatMap(
    ({ path, addresses: [usual, ...more] }, position) => {
      const rough = roughs[position];
      if (usual === undefined || rough?.kind !== 'known') return [];
      const { frontMatter, heading = '' } = rough.value;
      if (frontMatter['draft'] === 'true') return [];
      const title = frontMatter['title'] ?? heading;
      return [{ page: { path, address: usual, title }, addresses: [usual, ...more] }];
    },
  );
  return indexPages(all);
}

function indexPages(all: { page: PresentPage; addresses: string[] }[]): PresentPages {
  const at = new Map<string, PresentPage>();
  const folders = new Set<string>();
  for (const { page, addresses } of all) {
    for (const address of addresses) {
      if (!at.has(address)) at.set(address, page);
      for (let slash = address.lastIndexOf('/'); slash > 0; slash = address.lastIndexOf('/', slash - 1))
        folders.add(address.slice(0, slash));
    }
  }
  const pages = all.map(({ page }) => page);
  const files = new Map(pages.map((page) => [page.path, page]));
  const spelled = pages.map((page) => ({ page, folded: foldedAddress(page.address) }));
  const bySpelling = Map.groupBy(spelled, ({ folded }) => folded);
  const byName = Map.groupBy(pages, ({ address }) => lastNames(foldedAddress(address), 1));
  const byTwo = Map.groupBy(pages, ({ address }) => lastNames(foldedAddress(address), 2));
  const byTitle = Map.groupBy(pages, ({ title }) => foldedName(title));
  const wildcards = Map.groupBy(
    spelled.flatMap(({ page, folded }) => wildcardsOf(folded).map((wildcard) => ({ wildcard, page, folded }))),
    ({ wildcard }) => wildcard,
  );
  const words = indexWords(pages);
  return {
    count: pages.length,
    at: (address) => at.get(address),
    ofFile: (path) => files.get(path),
    isFolder: (address) => address === '' || folders.has(address),
    bySpelling: (folded) => (bySpelling.get(folded) ?? []).map(({ page }) => page),
    byName: (folded) => byName.get(folded) ?? [],
    byTwoNames: (folded) => byTwo.get(folded) ?? [],
    byTitle: (folded) => byTitle.get(folded) ?? [],
    differingInOneName: (folded) =>
      wildcardsOf(folded).flatMap((wildcard, position) =>
        (wildcards.get(wildcard) ?? []).slice(0, maximumCompared).map(({ page, folded: other }) => ({
          page,
          name: other.split('/')[position] ?? '',
          asked: folded.split('/')[position] ?? '',
        })),
      ),
    byWords: words,
  };
}

/** How many pages of a folder are searched for typos. */
const maximumCompared = 500;

export function lastNames(folded: string, count: number): string {
  return folded.split('/').slice(-count).join('/');
}

/**
 * Returns the language in the first segments of an address: `fr` for `/fr/guide`, `zh-cn` for `/docs/zh-CN/guide`, ''
 * if there is none.
 */
export function languageOf(address: string): string {
  const segments = address.split('/').slice(0, 4);
  const found = segments.find(
    (segment) => /^[a-z]{2}(?:[-_][a-z]{2,4})?$/i.test(segment) && !notLanguages.has(segment),
  );
  return found?.toLowerCase().replace('_', '-') ?? '';
}

const notLanguages = new Set(['ai', 'ci', 'db', 'io', 'js', 'qa', 'ts', 'ui', 'ux', 'vm']);

/** `a/b` → `?/b`, `a/?`. */
function wildcardsOf(folded: string): string[] {
  const segments = folded.split('/');
  return segments.map((_, position) => segments.with(position, '?').join('/'));
}

/**
 * Indexes pages by words. The weight of a word is the logarithm of its rarity, so words of many pages have little
 * weight.
 */
function indexWords(pages: PresentPage[]): PresentPages['byWords'] {
  const own = pages.map(({ address, title }) => new Set([...wordsOf(address), ...wordsOf(title)]));
  const positionsByWord = new Map<string, number[]>();
  for (const [position, words] of own.entries())
    for (const word of words) {
      const known = positionsByWord.get(word);
      if (known) known.push(position);
      else positionsByWord.set(word, [position]);
    }
  const weight = (word: string) => Math.log(1 + pages.length / ((positionsByWord.get(word)?.length ?? 0) + 0.5));
  const lengths = own.map((words) => sumOf([...words].map(weight)));
  return (asked) => {
    const wanted = [...new Set(asked)];
    const total = sumOf(wanted.map(weight));
    if (total === 0) return [];
    const common = new Map<number, number>();
    for (const word of wanted) {
      // A word that is on many pages finds nothing and would cost the most.
      const positions = positionsByWord.get(word) ?? [];
      if (positions.length > Math.max(50, pages.length / 10)) continue;
      for (const position of positions) common.set(position, (common.get(position) ?? 0) + weight(word));
    }
    // The weight of the shared words, divided by the weight of all words of both.
    const scored = [...common].map(([position, shared]) => ({
      position,
      score: shared / (total + (lengths[position] ?? 0) - shared),
    }));
    return scored
      .filter(({ score }) => score >= leastScore)
      .sort((a, b) => b.score - a.score || a.position - b.position)
      .slice(0, bestOfWords)
      .flatMap(({ position, score }) => {
        const page = pages[position];
        return page ? [{ page, score }] : [];
      });
  };
}

/** Pages with a lower score are not similar. */
const leastScore = 0.2;

/** More than one page for each language of a site. */
const bestOfWords = 40;

function sumOf(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
