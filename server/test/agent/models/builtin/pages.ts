import type { Page } from '../../../../src/agent/ports.ts';
import { readPage } from '../../../../src/docs/parse/page.ts';

/** Parses a page as the docs room does, without its worker threads. */
export function pageOf(text: string, dialect: 'markdown' | 'mdx' = 'markdown'): Page {
  return readPage(text, dialect);
}
