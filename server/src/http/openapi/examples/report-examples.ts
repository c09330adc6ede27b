import type { AskedQuestions, Lift, MergedChange, ProposedQuestions, Report } from '@copydesk/contract';
import { reportMarkdown } from '../../../reports/markdown.ts';

const merged: MergedChange = {
  job: 'job_01jd2m3qz8v7k9x4t6w5y0abcd',
  page: 'https://desk.example.com/projects/prj_4fZk2Qw8LmN0pRsT3uVx9A/jobs/job_01jd2m3qz8v7k9x4t6w5y0abcd',
  title: 'Say what the token of a runner may do',
  prLink: 'https://github.com/example/handbook/pull/214',
  mergedAt: '2026-11-18T14:02:00.000Z',
};

const lift: Lift = { before: 212, after: 291, verdict: 'more', lift: 0.34, low: 0.06, high: 0.7, comparedWith: 84 };

const report: Report = {
  period: 'week',
  from: '2026-11-16T00:00:00.000Z',
  to: '2026-11-23T00:00:00.000Z',
  isComplete: true,
  before: { from: '2026-11-09T00:00:00.000Z', to: '2026-11-16T00:00:00.000Z' },
  human: {
    views: 18_240,
    before: 17_902,
    readMost: [{ path: '/install', views: 1_902, before: 1_840 }],
    readMore: [{ path: '/runners/tokens', views: 431, before: 120 }],
    readLess: [],
  },
  ai: {
    views: 6_120,
    before: 4_880,
    readMost: [{ path: '/reference/api', views: 902, before: 640 }],
    readMore: [{ path: '/reference/api', views: 902, before: 640 }],
    readLess: [],
    purposes: {
      assistant: { before: 2_210, after: 2_604 },
      coding: { before: 1_930, after: 2_801 },
      search: { before: 402, after: 388 },
      training: { before: 338, after: 327 },
      other: { before: 0, after: 0 },
    },
  },
  notFound: {
    human: { before: 84, after: 79 },
    ai: { before: 131, after: 240 },
    paths: [{ path: '/docs/quickstart', human: 3, ai: 61, before: 12 }],
  },
  feedback: {
    helpful: 41,
    notHelpful: 6,
    comments: 4,
    pages: [{ path: '/runners/tokens', helpful: 2, notHelpful: 4, comments: 3 }],
  },
  work: {
    jobs: { created: 9, completed: 7, failed: 1, active: 1, archived: 0 },
    merged: [merged],
    mergedInAll: 1,
    effects: [
      {
        ...merged,
        mergedAt: '2026-11-02T09:14:00.000Z',
        days: 14,
        pages: 1,
        human: { ...lift, before: 1_840, after: 1_902, verdict: 'no_difference', lift: 0.02, low: -0.09, high: 0.14 },
        ai: lift,
        notFound: { before: 31, after: 2 },
      },
    ],
    effectsInAll: 1,
    costUsd: 1.84,
  },
  gaps: [],
};

const askedQuestions: AskedQuestions = {
  ref: 'main',
  commit: '3f786850e387550fdab836ed7e6dc881de23001b',
  answers: [
    {
      question: 'Which port does the server listen on?',
      page: 'docs/running.md',
      isAnswered: true,
      missing: [],
      judged: {
        model: 'anthropic/claude-haiku-4-5',
        answer: 'The server listens on port 8080.',
        isAnswered: true,
        missing: [],
        cut: false,
      },
    },
    {
      question: 'How do I install the command?',
      page: 'docs/install.md',
      isAnswered: false,
      missing: ['npm install -g example'],
      judged: null,
    },
  ],
  notAsked: ['question not judged: “How do I install the command?”: The model did not answer in time.'],
  usage: { inputTokens: 1_840, outputTokens: 38, costUsd: 0.002 },
};

const proposedQuestions: ProposedQuestions = {
  ref: 'main',
  commit: '3f786850e387550fdab836ed7e6dc881de23001b',
  proposals: [
    {
      question: 'How do I install the command?',
      page: 'docs/install.md',
      facts: ['npm install -g example', 'EXAMPLE_HOME'],
      aiViews: 1_204,
    },
  ],
  withoutFact: 3,
  why: null,
  yaml:
    '  # 1,204 views by AI in 30 days\n  - question: How do I install the command?\n    page: docs/install.md\n    facts:\n' +
    '      - npm install -g example\n      - EXAMPLE_HOME\n',
  place: 'end_of_file',
};

export const reportExamples = {
  Report: report,
  AskedQuestions: askedQuestions,
  ProposedQuestions: proposedQuestions,
};

/** The same reply as Markdown, by the name of its schema. */
export function markdownExample(schema: string): string {
  if (schema !== 'Report') throw new TypeError(`${schema} has no example as Markdown in openapi`);
  return reportMarkdown('Handbook', report);
}
