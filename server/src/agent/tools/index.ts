import type { ContextRepository } from '../ports.ts';
import { addRedirect } from './add-redirect.ts';
import { besides, docsAlone } from './beside.ts';
import { checkDocs } from './check-docs.ts';
import { contestProblem } from './contest-problem.ts';
import { deleteFile } from './delete-file.ts';
import { editFile } from './edit-file.ts';
import { listFiles } from './list-files.ts';
import { moveFile } from './move-file.ts';
import { moveText } from './move-text.ts';
import { pageViews } from './page-views.ts';
import { readFile } from './read-file.ts';
import { replaceText } from './replace-text.ts';
import { search } from './search.ts';
import type { Tool } from './tool.ts';
import { writeFile } from './write-file.ts';

const reading = [listFiles, readFile, search];
const working = [
  editFile,
  writeFile,
  replaceText,
  moveText,
  moveFile,
  deleteFile,
  addRedirect,
  checkDocs,
  contestProblem,
  pageViews,
];

/** Every tool of the agent. No shell, no network, no secret is within their reach. */
export const tools: readonly Tool[] = [...reading, ...working].map(docsAlone);

const toolsBeside: readonly Tool[] = [...reading.map(besides), ...working.map(docsAlone)];

/** The same for a turn that may have repositories to read beside the docs: only then do schemas speak of them. */
export function toolsFor(repositories: readonly ContextRepository[] = []): readonly Tool[] {
  return repositories.length === 0 ? tools : toolsBeside;
}
