import { z } from 'zod';
import { formatUnjudged } from '../coverage.ts';
import { formatProblem } from '../repair.ts';
import { cleanPath } from './path-filter.ts';
import { defineTool, done } from './tool.ts';

const CheckDocsInput = z.object({
  paths: z.array(z.string()).optional().describe('pages; all when absent'),
});

const maximumProblems = 300;

/**
 * Answers `no problems`, or a line `PATH:LINE SEVERITY RULE: MESSAGE` for each, with ` | subject: JSON-STRING` and
 * ` | suggestion: JSON-STRING` where there are such; at most 300, then
 * `… N more`. Lines that begin with `not judged:` say of how many links nobody knows whether they lead somewhere, and why;
 * `also not judged:` and `not looked at:` tell of imports, data and files in other languages.
 */
export const checkDocs = defineTool({
  name: 'check_docs',
  description: 'Check pages: syntax, front matter, links, anchors, images, navigation.',
  input: CheckDocsInput,
  summarise: ({ paths }) => (paths === undefined ? 'check the docs' : `check ${paths.join(', ')}`),
  async run({ paths }, { docs }) {
    const { problems, coverage } = await docs.check(paths?.map(cleanPath));
    const unjudged = formatUnjudged(coverage);
    if (problems.length === 0) return done(['no problems', ...unjudged].join('\n'));
    const lines = [...unjudged, ...problems.slice(0, maximumProblems).map(formatProblem)];
    if (problems.length > maximumProblems) lines.push(`… ${problems.length - maximumProblems} more`);
    return done(lines.join('\n'));
  },
});
