import { z } from 'zod';
import { askAboutFiles } from '../ask-about-files.ts';
import { pathsOf, ReadFileInput, showFiles, summaryOf } from './read-file.ts';
import { defineTool, refusedAnswer } from '../tool.ts';

const longestQuestion = 2_000;

const AskingInput = ReadFileInput.extend({ question: z.string().max(longestQuestion).optional() });

/**
 * `read_file` for a turn with a helper: when the call has a question, the helper reads the files, and its answer is
 * returned instead of their text.
 */
export const readFileAsking = defineTool({
  name: 'read_file',
  description: 'Read text or images: a header, then exact text. A helper answers a question on long files.',
  input: AskingInput,
  summarise: ({ question, ...wanted }) =>
    isAsked(question) ? `ask about ${pathsOf(wanted).join(', ')}: ${question}` : summaryOf(wanted),
  async run({ question, ...wanted }, context) {
    if (!isAsked(question)) return await showFiles(wanted, context);
    const { helper } = context;
    if (helper === undefined) return refusedAnswer('No helper can be asked here. Read without a question.');
    return await askAboutFiles({ ...wanted, paths: pathsOf(wanted), question }, context, helper);
  },
});

/** Models also omit an argument by an empty text. */
function isAsked(question: string | undefined): question is string {
  return question !== undefined && question.trim() !== '';
}
