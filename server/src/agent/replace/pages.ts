import { withPauses } from '../call/with-pauses.ts';
import type { AgentDocs, Page } from '../ports.ts';
import type { Place } from '../text/replacement.ts';
import { plainPage, reducedPage } from './reduced-page.ts';

interface HitText {
  path: string;
  text: string;
  hits: Place[];
}

/**
 * Returns the parts of pages, as far as their hits require: many pages need no parse, and most do not need all of their
 * text.
 */
export async function pagesOf<File extends HitText>(
  docs: AgentDocs,
  files: File[],
): Promise<(File & { page: Page })[]> {
  const found: (File & { page: Page })[] = [];
  const unread: { file: File; text: string; mapped: (page: Page) => Page }[] = [];
  for await (const file of withPauses(files)) {
    const reduced = plainPage(file.text, file.hits) ?? reducedPage(file.text, file.hits);
    if (reduced?.page) found.push({ ...file, page: reduced.mapped(reduced.page) });
    else unread.push({ file, text: reduced?.text ?? file.text, mapped: reduced?.mapped ?? ((page) => page) });
  }
  const pages = await docs.parseAll(unread.map(({ file, text }) => ({ path: file.path, text })));
  const parsed = unread.flatMap(({ file, mapped }, index) => {
    const page = pages[index];
    return page ? [{ ...file, page: mapped(page) }] : [];
  });
  return [...found, ...parsed];
}
