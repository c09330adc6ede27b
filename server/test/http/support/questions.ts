import type { HttpServices } from '../../../src/http/services.ts';

/** Docs without questions, of which AI reads no page. */
export const noQuestions: Pick<HttpServices, 'askQuestions' | 'proposeQuestions'> = {
  askQuestions: async (project, { ref = project.ref } = {}) => ({
    ref,
    commit: 'a'.repeat(40),
    answers: [],
    notAsked: [],
    usage: null,
  }),
  proposeQuestions: async (project, { ref = project.ref }) => ({
    ref,
    commit: 'a'.repeat(40),
    proposals: [],
    withoutFact: 0,
    why: 'AI has read no page of these docs in the last 30 days.',
    yaml: '',
    place: 'new_file',
  }),
};
