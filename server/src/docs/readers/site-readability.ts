import { mapBounded } from '../map-bounded.ts';
import type { Known } from '../facts.ts';
import type { DocsView } from '../view.ts';
import { pagesAtOnce } from '../parse-pool.ts';
import { absurdNesting } from '../parse/limits.ts';
import { includesOf } from '../parts/notations.ts';
import { lineFinder } from '../text/lines.ts';
import type { AgentPage } from './agent-page.ts';
import { judgeIndex } from './index-file.ts';
import type { IndexFile } from './index-file.ts';
import type { PageRule, SiteRule } from './rules.ts';

/** How well AI readers can read the docs. */
export interface SiteReadability {
  /** The number of pages that were read. */
  pages: number;
  /** The number of characters of all pages, as AI readers get them. */
  characters: number;
  /** The longest pages first, at most ten. */
  longest: { path: string; characters: number }[];
  index: IndexFile;
  /** Whether the generator or the host serves every page as Markdown, too. Otherwise only requests can show it. */
  madeTwins: boolean;
  findings: { rule: PageRule | SiteRule; path: string; line: number; message: string }[];
  /** What was not checked, and why; one sentence each. */
  notJudged: string[];
}

/** Reads all pages of a view as AI readers get them, and checks them and the site's `llms.txt`. */
export async function readSite(view: DocsView): Promise<SiteReadability> {
  const { index, findings, notJudged } = await judgeIndex(view);
  const madeTwins = view.sites.main.kind.madeForAgents?.twins === true;
  const site: SiteReadability = {
    pages: 0,
    characters: 0,
    longest: [],
    index,
    madeTwins,
    findings: [],
    notJudged: [...notJudged],
  };
  let refused = 0;
  const pages = await mapBounded(view.pages, pagesAtOnce, async (path) => {
    const page = await view.facts.readability(view.tree, path, view.dialectOf(path));
    if (page.kind !== 'known') return { path, characters: undefined, found: [] };
    return { path, characters: page.value.characters, found: page.value.findings };
  });
  for (const { path, characters, found } of pages) {
    if (characters === undefined) {
      refused += 1;
      continue;
    }
    site.pages += 1;
    site.characters += characters;
    site.longest.push({ path, characters });
    for (const { rule, line, message } of found) site.findings.push({ rule, path, line, message });
  }
  for (const { rule, path, line, message } of findings) site.findings.push({ rule, path, line, message });
  if (refused > 0) {
    site.notJudged.push(`${refused} ${refused === 1 ? 'page' : 'pages'}, which cannot be parsed within the limits`);
  }
  site.longest = site.longest.toSorted((a, b) => b.characters - a.characters).slice(0, 10);
  return site;
}

/** Reads one page of a view as AI readers get it; refused if it is no file, or cannot be parsed within the limits. */
export async function readAgentPage(view: DocsView, path: string): Promise<Known<AgentPage>> {
  const text = await view.text(path);
  if (text.kind === 'refused') return text;
  const nesting = absurdNesting(text.value);
  if (nesting) return { kind: 'refused', message: `it has ${nesting}` };
  const answer = await view.facts.run({ kind: 'agent-page', text: text.value, dialect: view.dialectOf(path) });
  if (answer.kind !== 'agent-page')
    return { kind: 'refused', message: answer.kind === 'refused' ? answer.message : 'it cannot be parsed' };
  return {
    kind: 'known',
    value: {
      ...answer.page,
      lost: [...answer.page.lost, ...includedIn(view, path, text.value)].toSorted((a, b) => a.line - b.line),
    },
  };
}

/** Returns the text of a page as AI readers get it; undefined if there is no such page, or it cannot be read. */
export async function readAgentText(view: DocsView, path: string): Promise<string | undefined> {
  const page = view.isPage(path) ? await readAgentPage(view, path) : undefined;
  return page?.kind === 'known' ? page.value.text : undefined;
}

/** What a page takes in by the notations of its kind: its text is in another file, and not among what was read. */
function includedIn(view: DocsView, path: string, text: string): AgentPage['lost'] {
  const includes = includesOf(view.sites.of(path).kind.parts.includes, text);
  if (includes.length === 0) return [];
  const lineOf = lineFinder(text);
  return includes.map(({ target, span }) => ({ kind: 'include', line: lineOf(span.start), name: target }));
}
