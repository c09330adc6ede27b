import type { InstructionOf } from '../../grammar/instruction.ts';
import { hasValue, readEntries } from '../../text/front-matter/front-matter.ts';
import { titleFromPath } from '../../text/paths.ts';
import { firstSentence } from '../../text/sentence.ts';
import { writeText } from '../../text/front-matter/yaml-text.ts';
import { applyFileEdits, FileEdits } from '../apply-file-edits.ts';
import { listFiles } from './list-files.ts';
import { newPath } from './new-path.ts';
import { findPage } from './page-name.ts';
import type { PlanContext, Outcome, Plan } from '../plan.ts';
import { revisePages } from '../replace/revise-pages.ts';
import { notApplicable, siteOf } from '../site.ts';
import type { Site } from '../site.ts';
import { quote } from '../replace/words.ts';

/** Adds a page in the style of the site's other pages, and adds it to the navigation. */
export async function* addPage(context: PlanContext, instruction: InstructionOf<'add-page'>): Plan<Outcome> {
  const site = await siteOf(context);
  const path = newPath(site, instruction.path);
  const { files } = yield* listFiles([path]);
  if (files.includes(path)) throw notApplicable(`There is a page ${path} already, so none was added.`);
  const after = instruction.after === undefined ? undefined : yield* findPage(site, instruction.after);
  const title = instruction.title ?? titleFromPath(path);
  const manner = yield* usualTitleStyle(context, site, path);
  const content = await pageContent(context, path, { title, text: instruction.text ?? '' }, manner);
  const [answer] = yield [{ tool: 'write_file', input: { path, content } }];
  if (answer?.ok !== true) throw notApplicable(`${path} cannot be written: ${answer?.text ?? 'it was not tried'}`);
  const edits = await context.recordAnswer(FileEdits, () => context.docs.planAdd(path, title, after));
  const revision = yield* applyFileEdits(edits.filter((edit) => edit.path !== path));
  const named = revision.changed.length > 0 ? ` and named it in ${revision.changed.join(', ')}` : '';
  const unnamed = edits.length === 0 ? [notInNavigation(instruction.after)] : [];
  const notes = [`Added the page ${quote(title)} at ${path}${named}.`, ...unnamed];
  return { title: `Add a page ${quote(title)}`, changed: true, notes, left: revision.left };
}

/**
 * Explains why the navigation was not changed: a site may generate it from the pages, or keep a list that only its own
 * plugin reads.
 */
function notInNavigation(after: string | undefined): string {
  const place = after === undefined ? '' : `, and its place after ${quote(after)} is up to the site`;
  return `No list of pages was found that can be edited, so the page was added to no navigation${place}.`;
}

/** How the pages of a site give their titles. */
interface TitleStyle {
  frontMatterTitle: boolean;
  heading: boolean;
  description: boolean;
  quoted: boolean;
  newline: string;
}

/** How many pages are read to find out what is usual. */
const sampleSize = 12;

/** Returns what most pages do, reading the neighbours first; for a site without pages, what its kind requires. */
export async function* usualTitleStyle(context: PlanContext, site: Site, path: string): Plan<TitleStyle> {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const near = site.pages.filter((page) => page.startsWith(folder));
  const sample = [...new Set([...samplePages(near), ...samplePages(site.pages)])].slice(0, sampleSize);
  const seen = { pages: 0, titles: 0, headings: 0, descriptions: 0, quoted: 0, crlf: 0 };
  yield* revisePages(context, sample, ({ text, page }) => {
    const entries = readEntries(text, page);
    const title = entries.find((entry) => entry.key === 'title');
    seen.pages += 1;
    if (hasValue(text, title)) seen.titles += 1;
    if (text[title?.value.start ?? text.length] === '"') seen.quoted += 1;
    if (page.headings.some((heading) => heading.depth === 1)) seen.headings += 1;
    if (
      hasValue(
        text,
        entries.find((entry) => entry.key === 'description'),
      )
    )
      seen.descriptions += 1;
    if (text.includes('\r\n')) seen.crlf += 1;
    return [];
  });
  const most = (number: number) => number * 2 > seen.pages;
  const { frontMatter } = site;
  const isUsual = seen.pages === 0 ? frontMatter === 'usual' : most(seen.titles);
  const frontMatterTitle = frontMatter === 'required' || (frontMatter !== 'unread' && isUsual);
  return {
    frontMatterTitle,
    heading: !frontMatterTitle || (seen.pages > 0 && most(seen.headings)),
    description: most(seen.descriptions) && frontMatter !== 'unread',
    quoted: most(seen.quoted),
    newline: most(seen.crlf) ? '\r\n' : '\n',
  };
}

/** Returns a few pages, spread over the whole list. */
function samplePages(pages: readonly string[]): string[] {
  const step = Math.max(1, Math.ceil(pages.length / (sampleSize / 2)));
  return pages.filter((_, index) => index % step === 0);
}

async function pageContent(
  context: PlanContext,
  path: string,
  { title, text }: { title: string; text: string },
  manner: TitleStyle,
): Promise<string> {
  const body = text.replace(/\r\n?/gu, '\n').trim();
  const style = manner.quoted ? 'double' : 'plain';
  const lines: string[] = [];
  if (manner.frontMatterTitle) {
    const description = manner.description
      ? firstSentence((await context.parse(path, body))?.firstParagraph ?? '')
      : undefined;
    lines.push('---', `title: ${writeText(title, style)}`);
    if (description !== undefined) lines.push(`description: ${writeText(description, style)}`);
    lines.push('---', '');
  }
  if (manner.heading && !/^#\s/u.test(body)) lines.push(`# ${title}`, '');
  if (body !== '') lines.push(body, '');
  return `${lines.join('\n').trimEnd()}\n`.replaceAll('\n', manner.newline);
}
