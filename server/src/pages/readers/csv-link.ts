import { html } from '../view/html.ts';
import type { Html } from '../view/html.ts';
import type { Audience } from './audience.ts';

/** The table that is seen, as a file of the API: with the same range, by the session. Absent for who has none. */
export function csvLink(
  { api }: Audience,
  endpoint: string,
  query: { dateFrom?: Date; dateTo?: Date } & Record<string, string | Date | undefined>,
): Html | undefined {
  if (api === undefined) return undefined;
  const parameters = new URLSearchParams({ format: 'csv' });
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, value instanceof Date ? value.toISOString() : value);
  }
  return html`<a class="button quiet" href="${api}/${endpoint}?${parameters.toString()}" download>CSV</a>`;
}
