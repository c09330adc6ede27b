import type { DocsEngine, DocsTree, Problem } from '../../../../server/src/docs/engine.ts';

/** What an edit that breaks the docs leaves in a page. */
export const brokenMark = 'BROKEN';

const nothing = {
  site: { label: 'Markdown files', isRecognised: false },
  links: 0,
  notJudged: [],
  others: [],
  leftAlone: [],
};
const noPlan = { files: [], edits: [], redirects: [], lost: [], links: [], mentions: [], moreMentions: 0 };

const nowhere = {
  first: 1,
  last: 1,
  lines: 1,
  isNew: false,
  heading: undefined,
  shift: 0,
  frontMatter: undefined,
  along: [],
  notes: [],
};

const noSite = {
  kind: 'plain',
  label: '',
  isRecognised: false,
  frontMatter: 'possible' as const,
  root: '',
  docsFolder: '',
  folders: [],
  pages: [],
  navigation: [],
  leftAlone: [],
};

const noPages = {
  pages: 0,
  characters: 0,
  longest: [],
  index: { state: 'none' as const, source: null, links: null },
  madeTwins: false,
  findings: [],
  notJudged: [],
};

/** Returns an engine that knows one fault, which the scripted model makes on demand. */
export function simulatedDocs(): DocsEngine {
  return {
    of: () => ({
      check: () => Promise.resolve({ problems: [], coverage: nothing }),
      introduced: () => Promise.resolve(undefined),
      parse: () => Promise.resolve({ frontMatter: undefined, headings: [], links: [], code: [], firstParagraph: '' }),
      parseAll: () => Promise.resolve([]),
      planMove: () => Promise.resolve(noPlan),
      planDelete: () => Promise.resolve(noPlan),
      planTransfer: () => Promise.resolve({ ...noPlan, placed: nowhere }),
      planRedirect: () => Promise.resolve(noPlan),
      planRedirects: () => Promise.resolve({ ...noPlan, refused: [] }),
      planMissed: () => Promise.resolve([]),
      planAdd: () => Promise.resolve([]),
      planRenamedAnchors: () => Promise.resolve([]),
      planMovedAnchors: () => Promise.resolve({ renamed: [], broken: [] }),
      planSortNavigation: () => Promise.resolve([]),
      advice: () => Promise.resolve(''),
      site: () => Promise.resolve(noSite),
      address: () => Promise.resolve(undefined),
      addresses: () => Promise.resolve([]),
      readability: () => Promise.resolve(noPages),
      agentText: () => Promise.resolve(undefined),
      inbound: () => Promise.resolve(new Map()),
    }),
    async compare({ before, after }) {
      const earlier = new Set((await faults(before)).map((problem) => problem.path));
      const problems = (await faults(after)).filter((problem) => !earlier.has(problem.path));
      return { problems, warnings: [], coverage: nothing };
    },
    compareAgentPages: () => Promise.resolve({ pages: [], warnings: [] }),
    newReadersWarnings: () => Promise.resolve([]),
    newCode: () => Promise.resolve([]),
    notice: () => Promise.resolve({ lostLinks: [], repeated: [], isPartial: false }),
    ownFileFault: () => Promise.resolve(undefined),
    recognise: () => Promise.resolve({ kinds: [], files: [] }),
    close: () => Promise.resolve(),
  };
}

async function faults(tree: DocsTree): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const { path } of tree.entries()) {
    const lines = new TextDecoder().decode(await tree.read(path)).split('\n');
    const line = lines.findIndex((text) => text.startsWith(brokenMark));
    if (line < 0) continue;
    problems.push({ rule: 'links', severity: 'error', path, line: line + 1, message: 'is broken' });
  }
  return problems;
}
