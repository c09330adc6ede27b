import type { Page } from '../../../../src/agent/ports.ts';
import { readPage } from '../../../../src/docs/parse/page.ts';

/** A page as the docs room reads it, without its worker threads. */
export function pageOf(text: string, dialect: 'markdown' | 'mdx' = 'markdown'): Page {
  return readPage(text, dialect);
}
