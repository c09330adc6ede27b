import { z } from 'zod';
import { formatUnjudged } from '../notes/coverage.ts';
import type { Problem } from '../ports.ts';
import { formatProblem } from '../review/repair.ts';
import { cleanPath } from './show/path-filter.ts';
import { defineTool, doneAnswer } from './tool.ts';

const CheckDocsInput = z.object({
  paths: z.array(z.string()).optional().describe('default: all'),
  earlier: z.boolean().optional(),
});

const maximumProblems = 300;

/**
 * Returns `no problems`, or a line `PATH:LINE SEVERITY RULE: MESSAGE` for each, with ` | subject: JSON-STRING` and
 * ` | suggestion: JSON-STRING` if it has them; at most 300, then `… N more`. Those of the change come first, below
 * `of your change:`, on any page. Those that existed before are counted, or listed below `earlier:` on request.
 * Lines that begin with `not judged:` say for how many links it is unknown whether they lead somewhere, and why;
 * `also not judged:` and `not checked:` are about imports, data and files in other languages.
 */
export const checkDocs = defineTool({
  name: 'check_docs',
  description:
    'Check links, anchors, images, navigation, syntax, front matter. What you broke comes first; earlier lists the rest.',
  input: CheckDocsInput,
  summarise: ({ paths }) => (paths === undefined ? 'check the docs' : `check ${paths.join(', ')}`),
  async run({ paths, earlier = false }, { docs }) {
    const change = await docs.introduced();
    const { problems, coverage } = await docs.check(paths?.map(cleanPath));
    const found = change === undefined ? problems.map(formatProblem) : listProblems(change.problems, problems, earlier);
    const unjudged = formatUnjudged(coverage);
    if (found.length === 0) return doneAnswer(['no problems', ...unjudged].join('\n'));
    const lines = [...unjudged, ...found.slice(0, maximumProblems)];
    if (found.length > maximumProblems) lines.push(`… ${found.length - maximumProblems} more`);
    return doneAnswer(lines.join('\n'));
  },
});

/** Lists the problems of the change first, then those that existed before. */
function listProblems(made: Problem[], all: Problem[], listsEarlier: boolean): string[] {
  const own = made
    .toSorted((a, b) => (a.severity === b.severity ? 0 : a.severity === 'error' ? -1 : 1))
    .map(formatProblem);
  const ours = new Set(own);
  const others = all.filter((problem) => !ours.has(formatProblem(problem)));
  const ownLines = own.length === 0 ? [] : ['of your change:', ...own];
  if (others.length === 0) return ownLines;
  if (listsEarlier) return [...ownLines, 'earlier:', ...others.map(formatProblem)];
  const files = new Set(others.map(({ path }) => path)).size;
  const count = `earlier: ${others.length} in ${files} ${files === 1 ? 'file' : 'files'}, not of your making`;
  return [...(own.length === 0 ? ['no problems of your change'] : ownLines), count];
}
