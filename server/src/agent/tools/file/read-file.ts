import { CopydeskError } from '@copydesk/contract';
import { z } from 'zod';
import { showImage } from '../../images/show-image.ts';
import { asTextFile, readFileBytes } from '../../text/text-file.ts';
import { outlineOf } from '../show/outline.ts';
import { cleanPath } from '../show/path-filter.ts';
import { showLines } from '../show/show-lines.ts';
import { defineTool, doneAnswer, refusedAnswer } from '../tool.ts';
import type { ToolAnswer, ToolContext } from '../tool.ts';

// Some models give a zero for an omitted number.
export const ReadFileInput = z.object({
  path: z.string().optional(),
  paths: z.array(z.string()).max(20).optional(),
  from_line: z.int().min(0).optional(),
  lines: z.int().min(0).optional().describe('default and maximum 2000'),
  numbers: z.boolean().optional().describe('of lines'),
  outline: z.boolean().optional().describe('headings alone, with their lines'),
});

/** Which parts of which files to show. */
export type Wanted = z.infer<typeof ReadFileInput>;

const maximumBytes = 100 * 1024;

/**
 * Returns `PATH lines A-B of N`, then a newline, then the exact text of these lines (CRLF stays); with `numbers`, each
 * line follows its number and a tab. The header ends in `, no newline at the end` when the file's last line has none,
 * and then in `, byte-order mark` when the file has one, which is left out of the text. For a context repository the
 * header is `REPOSITORY:PATH lines …`. At most 2,000 lines and 100 KB; an empty file is `PATH lines 0-0 of 0`.
 *
 * Several files follow one another after a line `N files`, within 100 KB in all; for one that cannot be shown, the
 * result says why. A model that can see is shown an image, and the result says what it is. An outline is `PATH outline,
 * N lines` with a line `LINE<tab>## HEADING` for each heading.
 */
export const readFile = defineTool({
  name: 'read_file',
  description: 'Read text or images. The first line of the answer is a header, then the exact text.',
  input: ReadFileInput,
  summarise: summaryOf,
  run: showFiles,
});

/** Describes the call in a few words. */
export function summaryOf(wanted: Wanted): string {
  return `${wanted.outline === true ? 'outline' : 'read'} ${pathsOf(wanted).join(', ')}${formatStart(wanted.from_line)}`;
}

/** Shows the requested parts of one file, or of several one after another. */
export async function showFiles(wanted: Wanted, context: ToolContext): Promise<ToolAnswer> {
  const [path, ...more] = pathsOf(wanted);
  if (path === undefined) return refusedAnswer('No path is given.');
  if (more.length === 0) return await show(path, wanted, context, maximumBytes);
  const answers: string[] = [`${more.length + 1} files`];
  let left = maximumBytes;
  for (const each of [path, ...more]) {
    const { text } = await showOrSay(each, wanted, context, left);
    left -= Buffer.byteLength(text);
    answers.push(text.replace(/\n$/, ''));
  }
  return doneAnswer(answers.join('\n'));
}

/** Returns the files that are named, each once. */
export function pathsOf({ path, paths = [] }: Wanted): string[] {
  const all = path === undefined || path === '' ? paths : [path, ...paths];
  return [...new Set(all.map(cleanPath))];
}

function formatStart(line: number | undefined): string {
  return line === undefined ? '' : ` from line ${line}`;
}

async function show(path: string, wanted: Wanted, context: ToolContext, bytes: number): Promise<ToolAnswer> {
  const { tree, contextRepository, docs, marks } = context;
  const bytesOfFile = await readFileBytes(contextRepository?.tree ?? tree, path);
  const image = showImage(bytesOfFile, context);
  if (image !== undefined) return doneAnswer(image);
  const file = asTextFile(bytesOfFile);
  const name = contextRepository === undefined ? file.path : `${contextRepository.name}:${file.path}`;
  if (wanted.outline === true) {
    const outline = await outlineOf(docs, file, name);
    if (contextRepository === undefined) marks.setLines(file.path, file.blob, [], outline.lines);
    return doneAnswer(outline.text);
  }
  const shown = showLines(file, name, wanted, bytes);
  if (!shown.ok) return refusedAnswer(shown.reason);
  // A file read in a context repository is not the docs' file with the same path.
  if (contextRepository === undefined) {
    if (shown.isWhole) marks.set(file.path, file.blob);
    else marks.setLines(file.path, file.blob, [shown.range]);
  }
  return doneAnswer(shown.text);
}

/** Shows a file, or says why it cannot: then the others are still shown. */
async function showOrSay(path: string, wanted: Wanted, context: ToolContext, bytes: number): Promise<ToolAnswer> {
  if (bytes <= 0) return refusedAnswer(`${path}: not shown, for the answer is full; read it in another call.`);
  try {
    return await show(path, wanted, context, bytes);
  } catch (error) {
    const isOfFile = error instanceof CopydeskError && (error.code === 'path_refused' || error.code === 'file_refused');
    if (isOfFile) return refusedAnswer(error.message);
    throw error;
  }
}
