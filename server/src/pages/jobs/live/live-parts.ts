import { createHash } from 'node:crypto';
import { html } from '../../view/html.ts';
import type { Html, HtmlValue } from '../../view/html.ts';

/** Renders a part of a page that a script replaces when it has changed. Its version is a hash of its content. */
export function livePart(id: string, content: HtmlValue): Html {
  const inside = html`${content}`;
  const version = createHash('sha256').update(inside.markup).digest('base64url').slice(0, 12);
  return html`<div id="${id}" data-version="${version}">${inside}</div>`;
}
