import { readingRepository } from '../endpoint.ts';
import type { Endpoint } from '../endpoint.ts';
import { AskedQuestions, ProposalsQuery, ProposedQuestions, QuestionsQuery } from './questions.ts';
import { Readability, ReadabilityQuery } from './readability.ts';

/** What can be asked about the docs of a project, as they are on a branch. */
export const docsEndpoints = {
  getQuestions: {
    method: 'GET',
    path: '/v1/questions/{projectId}',
    summary: 'Ask the docs what they must answer',
    description:
      'The questions of `.copydesk/questions.yaml`, checked against the current docs of the branch, which is fetched first. They ' +
      'are answered if a page contains certain words and patterns. With `judge`, a model is asked too, which is given the text of the ' +
      'page as AI readers get it, and nothing else; the facts are then looked for in its answer. A question without a page is judged by ' +
      'up to three pages that a search finds.',
    scope: 'agent:read',
    query: QuestionsQuery,
    replies: { 200: AskedQuestions },
    errors: [...readingRepository, 'no_questions', 'model_not_configured', 'secret_unreadable', 'test_mode'],
  },
  getQuestionProposals: {
    method: 'GET',
    path: '/v1/questions/{projectId}/proposals',
    summary: 'Propose questions for the pages that AI reads most',
    description:
      'For the pages of the current docs that AI read most in the last 30 days and that no question names yet: a question from ' +
      'the title or a heading, and facts that the page contains, such as commands. Checked right away, all of them are answered; ' +
      'no model is involved.',
    scope: 'agent:read',
    query: ProposalsQuery,
    replies: { 200: ProposedQuestions },
    errors: readingRepository,
  },
  getReadability: {
    method: 'GET',
    path: '/v1/readability/{projectId}',
    summary: 'Read how well AI readers can read the docs',
    description:
      'The current docs of the branch, which is fetched first, as the text that AI readers get: how long the pages are, and warnings by ' +
      'the rules that the project has on. No model is involved, and no site is built.',
    scope: 'agent:read',
    query: ReadabilityQuery,
    replies: { 200: Readability },
    errors: readingRepository,
  },
} as const satisfies Record<string, Endpoint>;
