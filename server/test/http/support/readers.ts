import { readabilityRules } from '@copydesk/contract';
import type { HttpServices } from '../../../src/http/services.ts';
import { noQuestions } from './questions.ts';

/** Docs of one short page about which nothing is to be warned, and jobs that change none. */
export const plainPages: Pick<HttpServices, 'readJobPages' | 'readReadability'> = {
  readJobPages: async () => ({ baseCommit: null, headCommit: null, pages: [], pagesInAll: 0, warnings: [] }),
  readReadability: async (project, { ref = project.ref }) => ({
    ref,
    commit: 'a'.repeat(40),
    pages: 1,
    characters: 400,
    tokens: 100,
    longest: [{ path: 'docs/index.md', characters: 400, tokens: 100 }],
    index: { state: 'file', source: 'docs/llms.txt', links: 1 },
    rules: readabilityRules.map((rule) => ({ rule, isOn: true, warnings: 0 })),
    warnings: [],
    notJudged: [],
  }),
};

/** What is read of such docs. */
export const plainDocs = { ...noQuestions, ...plainPages };
