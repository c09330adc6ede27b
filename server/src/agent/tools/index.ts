import { checkDocs } from './check-docs.ts';
import { deleteFile } from './delete-file.ts';
import { editFile } from './edit-file.ts';
import { listFiles } from './list-files.ts';
import { moveFile } from './move-file.ts';
import { pageViews } from './page-views.ts';
import { readFile } from './read-file.ts';
import { search } from './search.ts';
import type { Tool } from './tool.ts';
import { writeFile } from './write-file.ts';

/** Every tool of the agent. No shell, no network, no secret is within their reach. */
export const tools: readonly Tool[] = [
  listFiles,
  readFile,
  search,
  editFile,
  writeFile,
  moveFile,
  deleteFile,
  checkDocs,
  pageViews,
];
