import { html } from '../view/html.ts';
import type { Html } from '../view/html.ts';
import type { Audience } from './audience.ts';

/**
 * Links to the visible table as a CSV file of the API, with the same range, by the session. Absent for viewers without
 * access to the API.
 */
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
