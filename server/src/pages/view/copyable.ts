import { html } from './html.ts';
import type { Html } from './html.ts';

/** Renders a text with a button that copies it. Without scripts it can be selected. */
export function copyable(id: string, text: string): Html {
  return html`<span class="copyable"><code id="${id}">${text}</code><copy-button for="${id}"></copy-button></span>`;
}
