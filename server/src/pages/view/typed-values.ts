import type { FastifyRequest } from 'fastify';
import { html } from './html.ts';
import type { Html } from './html.ts';

/** What no page shows again, and what says nothing to a person. */
const unshown = /token|secret|password|credential|current|key|^(once|next|revision)$/i;

/** What was typed into a form that could not be taken, to be copied from: nothing typed is lost. */
export function typedValues({ method, body }: FastifyRequest): Html | undefined {
  if (method !== 'POST' || typeof body !== 'object' || body === null) return undefined;
  const typed = Object.entries(body).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '' && !unshown.test(entry[0]),
  );
  if (typed.length === 0) return undefined;
  return html`<h2>What you had typed</h2>
    <dl class="facts">
      ${typed.map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd>${value}</dd>`,
      )}
    </dl>`;
}
