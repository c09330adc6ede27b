import { z } from 'zod';
import { cut } from '../cut.ts';
import { cleanPath } from './path-filter.ts';
import { defineTool, done, refused } from './tool.ts';

const SearchInput = z.object({
  pattern: z.string(),
  text: z.boolean().optional().describe('plain text instead of a POSIX ERE'),
  ignore_case: z.boolean().optional(),
  path: z.string().optional().describe('folder or glob'),
  limit: z.int().min(1).max(500).optional().describe('default 100'),
});

const maximumTextLength = 300;

/**
 * Answers `PATH:LINE:TEXT` lines, TEXT cut at 300 characters; the last line is `more hits: narrow the search` when
 * the hits were cut; `no hits` when there are none.
 */
export const search = defineTool({
  name: 'search',
  description: 'Find lines in all text files by regular expression or plain text.',
  input: SearchInput,
  summarise: ({ pattern, path }) => `search ${JSON.stringify(pattern)}${path === undefined ? '' : ` in ${path}`}`,
  async run({ pattern, text = false, ignore_case: ignoreCase = false, path, limit = 100 }, { tree, beside }) {
    if (pattern === '' || /[\r\n\0]/.test(pattern)) {
      return refused('The pattern is empty or has a line break; a search goes line by line.');
    }
    const within = path === undefined ? undefined : cleanPath(path) || undefined;
    const query = { pattern, syntax: text ? ('text' as const) : ('regex' as const), ignoreCase, within, limit };
    const { hits, more } = await (beside?.tree ?? tree).search(query);
    const lines = hits.map(
      (hit) => `${hit.path}:${hit.line}:${cut(hit.text.replace(/\r?\n?$/, ''), maximumTextLength)}`,
    );
    if (more) lines.push('more hits: narrow the search');
    return done(lines.length === 0 ? 'no hits' : lines.join('\n'));
  },
});
