import { html } from './html.ts';
import type { Html } from './html.ts';

const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** A moment, to the minute, in UTC: the server does not know where its reader is. */
export function moment(at: Date): Html {
  return html`<time datetime="${at.toISOString()}">${format.format(at)} UTC</time>`;
}
