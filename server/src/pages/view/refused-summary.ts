import { sentence } from './fields.ts';
import { html } from './html.ts';
import type { Html } from './html.ts';
import { icons } from './icons.ts';

/** What is wrong with one field, and where the page has it. */
export interface RefusedField {
  /** The id of the field, or of its section. */
  id: string;
  label: string;
  fault: string;
}

/** Stands above a long page whose form was refused, and leads to what is wrong; without it a refusal looks like nothing. */
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
