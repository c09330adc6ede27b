import { isLlmsTxt } from '@copydesk/tracker/views';
import { prefersMarkdown } from '../../classify/accept.ts';
import type { Draft } from '../draft.ts';

/** Finds the form in which the page was requested. */
export function findSurface(draft: Draft): undefined {
  if (isLlmsTxt(draft.path)) draft.surface = 'llms.txt';
  else if (draft.markdownPath || prefersMarkdown(draft.event.headers?.accept ?? '')) draft.surface = 'markdown';
}
