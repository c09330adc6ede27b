import { html } from './html.ts';
import type { Html } from './html.ts';

/** A text with a button that copies it; without a script it is there to be selected. */
export function copyable(id: string, text: string): Html {
  return html`<span class="copyable"><code id="${id}">${text}</code><copy-button for="${id}"></copy-button></span>`;
}
