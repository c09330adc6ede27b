import { sentence } from './fields.ts';
import { html } from './html.ts';
import type { Html } from './html.ts';
import { icons } from './icons.ts';

/** The error of one field, and where it is on the page. */
export interface RefusedField {
  /** The id of the field, or of its section. */
  id: string;
  label: string;
  fault: string;
}

/**
 * Renders a summary above a long page whose form was refused, with links to the errors. Without it a refusal would look
 * like nothing happened.
 */
export function refusedSummary(title: string, fields: readonly RefusedField[]): Html | undefined {
  if (fields.length === 0) return undefined;
  return html`<section class="refusal" role="alert">
    ${icons.warning}
    <div>
      <p><b>${title}</b></p>
      <ul>
        ${fields.map(({ id, label, fault }) => html`<li><a href="#${id}">${label}</a>: ${sentence(fault)}</li>`)}
      </ul>
    </div>
  </section>`;
}
