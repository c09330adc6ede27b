import type { Span } from '../tree.ts';
import { balanceChecker } from './mdx/mdx-balance.ts';
import { isMediaFile } from './media-files.ts';
import type { PageFacts, PageLink, PageToken } from './page-facts.ts';
import { scanHtml, type Tag } from './mdx/tags.ts';

/**
 * Collects the tags of HTML and JSX, and the comments of HTML.
 * @throws Error with a `place` when the tags of MDX are not balanced.
 */
export function elementVisitor(text: string) {
  const tags: Tag[] = [];
  const code: Span[] = [];
  const balance = balanceChecker();
  let jsx: Tag | undefined;
  let attribute: { name: string; span: Span | undefined; pieces: number } | undefined;

  return {
    tags,
    code,
    finish: () => balance.finish(),
    enter(token: PageToken) {
      if (isJsxTag(token)) jsx = { start: token.start, end: token.end, name: '', kind: 'open', attributes: [] };
      else if (token.type.endsWith('TagAttribute')) attribute = { name: '', span: undefined, pieces: 0 };
      else balance.enter(token);
    },
    exit(token: PageToken) {
      if (token.type === 'htmlFlow' || token.type === 'htmlText') {
        const html = scanHtml(text, token.start, token.end);
        tags.push(...html.tags);
        code.push(...html.comments, ...html.tags.map(({ start, end }) => ({ start, end })));
      } else if (jsx && isJsxTag(token)) {
        tags.push(jsx);
        balance.tag(jsx);
        jsx = undefined;
      } else if (jsx) {
        readJsx(jsx, token);
      } else {
        balance.exit(token);
      }
    },
  };

  function readJsx(tag: Tag, { type, start, end }: PageToken): void {
    if (type.endsWith('TagClosingMarker')) tag.kind = 'close';
    else if (type.endsWith('TagSelfClosingMarker')) tag.kind = 'empty';
    else if (type.endsWith('TagName')) tag.name = text.slice(start, end).trim();
    else if (!attribute) return;
    else if (type.endsWith('TagAttributeName')) attribute.name = text.slice(start, end).trim();
    else if (type.endsWith('AttributeValueLiteralValue'))
      attribute = { ...attribute, span: { start, end }, pieces: attribute.pieces + 1 };
    else if (type.endsWith('TagAttribute')) finishAttribute(tag);
  }

  function finishAttribute(tag: Tag): void {
    // A value over several lines arrives in pieces, and is no link.
    if (attribute?.span && attribute.pieces === 1) {
      const { name, span } = attribute;
      tag.attributes.push({ name, span, value: text.slice(span.start, span.end) });
    }
    attribute = undefined;
  }
}

function isJsxTag({ type }: PageToken): boolean {
  return type === 'mdxJsxFlowTag' || type === 'mdxJsxTextTag';
}

/** Returns what tags contain: targets in attributes, ids, components, and spans of code. */
export function elementFacts(text: string, tags: Tag[]) {
  const links: PageLink[] = [];
  const ids: string[] = [];
  const files: PageFacts['files'] = [];
  const components = new Map<string, { name: string; titles: string[] }>();
  for (const tag of tags) {
    if (isComponent(tag.name)) component(tag.name);
    for (const attribute of tag.attributes) {
      const { name, value, span } = attribute;
      if (isFileOf(tag.name, name, value)) files.push({ target: value, span, element: tag.name });
      if (isId(name, tag.name)) ids.push(value);
      else if (isTitle(name)) titleOf(tag.name, value);
      else if (isTarget(name, tag.name) && value.trim() !== '') links.push(attributeLink(text, tag, attribute));
    }
  }
  return { links, ids, files, components: [...components.values()], code: codeElements(tags) };

  function component(name: string) {
    const known = components.get(name) ?? { name, titles: [] };
    components.set(name, known);
    return known;
  }

  function titleOf(name: string, title: string): void {
    if (isComponent(name)) component(name).titles.push(title);
  }
}

function attributeLink(text: string, tag: Tag, { name, span }: Tag['attributes'][number]): PageLink {
  const image = tag.name === 'img' || (name === 'src' && tag.name !== 'a');
  const target = text.slice(span.start, span.end);
  return {
    start: tag.start,
    end: tag.end,
    span,
    target,
    kind: 'attribute',
    image,
    element: tag.name,
    attribute: name,
  };
}

function isId(attribute: string, element: string): boolean {
  return attribute === 'id' || (attribute === 'name' && element === 'a');
}

function isTitle(attribute: string): boolean {
  return attribute === 'title' || attribute === 'label' || attribute === 'name';
}

/** Returns whether an attribute names a media file. Links and images are handled separately. */
function isFileOf(element: string, attribute: string, value: string): boolean {
  if (/^(?:href|to)$/.test(attribute) || element === 'a' || (element === 'img' && attribute === 'src')) return false;
  return isMediaFile(value);
}

/** Whether an element is a component: its name begins with a capital letter, or contains a dot or a dash. */
export function isComponent(name: string): boolean {
  return /^[A-Z]|[.-]/.test(name);
}

function isTarget(attribute: string, element: string): boolean {
  if (attribute === 'href' || attribute === 'src') return true;
  return attribute === 'to' && isComponent(element);
}

/** Returns the spans from an opening `<code>`, `<pre>` and the like to its closing tag, if it has one. */
function codeElements(tags: Tag[]): Span[] {
  const spans: Span[] = [];
  let open: { tag: Tag; depth: number } | undefined;
  for (const tag of tags) {
    const name = tag.name.toLowerCase();
    if (!open) {
      if (tag.kind === 'open' && codeElementNames.has(name)) open = { tag, depth: 1 };
      continue;
    }
    if (name !== open.tag.name.toLowerCase() || tag.kind === 'empty') continue;
    open.depth += tag.kind === 'open' ? 1 : -1;
    if (open.depth > 0) continue;
    spans.push({ start: open.tag.start, end: tag.end });
    open = undefined;
  }
  return spans;
}

const codeElementNames = new Set([
  'code',
  'pre',
  'kbd',
  'samp',
  'var',
  'tt',
  'script',
  'style',
  'svg',
  'math',
  'textarea',
]);
