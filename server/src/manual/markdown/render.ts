import { slug as slugOf } from 'github-slugger';
import MarkdownIt from 'markdown-it';
import type { Token } from 'markdown-it';
import { alignCells } from '../../pages/view/aligned-cells.ts';
import { html, Html } from '../../pages/view/html.ts';
import { highlight } from './highlight.ts';
import { addressOf } from './links.ts';

/** A page as browsers show it, with its headings. */
export interface RenderedPage {
  body: Html;
  headings: Heading[];
}

export interface Heading {
  /** From 1, the page's title, to 6. */
  level: number;
  text: string;
  id: string;
}

/** A heading and the plain text below it, up to the next one: the unit of a search. */
export interface Section extends Heading {
  words: string;
}

interface Place {
  slug: string;
  base: string;
}

/**
 * Renders a page of our own docs. They may contain HTML, which is not rendered in anybody else's text.
 *
 * @param place the page, and the address of the first page, such as `/docs`.
 */
export function renderPage(markdown: string, place: Place): RenderedPage {
  const environment = { place, codes: 0 };
  const tokens = parseWithIds(markdown);
  const headings = tokens.flatMap((_token, index) => headingAt(tokens, index) ?? []);
  return { body: new Html(parser.renderer.render(tokens, parser.options, environment)), headings };
}

/** Returns the sections of a page, its beginning first. */
export function sectionsOf(markdown: string): Section[] {
  const sections: Section[] = [];
  const tokens = parseWithIds(markdown);
  for (const [index, token] of tokens.entries()) {
    const heading = headingAt(tokens, index);
    if (heading !== undefined) sections.push({ ...heading, words: '' });
    const section = sections.at(-1);
    if (section === undefined || tokens[index - 1]?.type === 'heading_open') continue;
    if (token.type === 'inline') section.words += `${wordsOf(token)} `;
    if (token.type === 'fence') section.words += `${token.content} `;
  }
  return sections;
}

function parseWithIds(markdown: string): Token[] {
  const tokens = parser.parse(markdown, {});
  const seen = new Map<string, number>();
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue;
    const slug = slugOf(wordsOf(tokens[index + 1]));
    const before = seen.get(slug) ?? 0;
    seen.set(slug, before + 1);
    token.attrSet('id', before === 0 ? slug : `${slug}-${before}`);
  }
  return tokens;
}

function headingAt(tokens: Token[], index: number): Heading | undefined {
  const token = tokens[index];
  if (token?.type !== 'heading_open') return undefined;
  return { level: Number(token.tag.slice(1)), text: wordsOf(tokens[index + 1]), id: token.attrGet('id') ?? '' };
}

function wordsOf(inline: Token | undefined): string {
  return (inline?.children ?? []).map(({ type, content }) => (type === 'softbreak' ? ' ' : content)).join('');
}

const parser = createParser();

function createParser(): MarkdownIt {
  const markdown = new MarkdownIt({ html: true, linkify: false, typographer: false });
  alignCells(markdown);
  const { rules } = markdown.renderer;
  rules.heading_close = (tokens, index) => {
    const { id = '', text = '', level = 1 } = headingAt(tokens, index - 2) ?? {};
    const anchor = html` <a class="anchor" href="#${id}" aria-label="Link to “${text}”">#</a>`;
    return `${level === 1 ? '' : anchor.markup}</h${level}>\n`;
  };
  rules.table_open = () => '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>';
  rules.table_close = () => '</table></div>\n';
  rules.fence = (tokens, index, _options, environment: { codes: number }) => {
    const { content = '', info = '' } = tokens[index] ?? {};
    environment.codes += 1;
    return codeBlock(content.trimEnd(), info.trim(), `code-${environment.codes}`);
  };
  rules.link_open = (tokens, index, options, { place }: { place: Place }, self) => {
    const href = tokens[index]?.attrGet('href') ?? '';
    tokens[index]?.attrSet('href', addressOf(href, place.slug, place.base));
    if (/^https?:/.test(href)) tokens[index]?.attrSet('rel', 'noopener');
    return self.renderToken(tokens, index, options);
  };
  rules.html_block = (tokens, index, _options, { place }: { place: Place }) =>
    withAddresses(tokens[index]?.content ?? '', place);
  rules.html_inline = (tokens, index, _options, { place }: { place: Place }) =>
    withAddresses(tokens[index]?.content ?? '', place);
  return markdown;
}

function withAddresses(markup: string, { slug, base }: Place): string {
  return markup.replaceAll(/\b(src|srcset|href)="([^"]+)"/g, (_whole, name: string, target: string) => {
    return `${name}="${addressOf(target, slug, base)}"`;
  });
}

function codeBlock(content: string, language: string, id: string): string {
  const code = new Html(highlight(content, language));
  return html`<div class="code">
    <pre tabindex="0"><code id="${id}">${code}</code></pre>
    <copy-button for="${id}"></copy-button>
  </div> `.markup;
}
