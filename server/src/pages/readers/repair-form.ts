import { html } from '../view/html.ts';
import type { Html } from '../view/html.ts';
import type { Audience } from './audience.ts';

/** Renders the form that starts a job to repair what was not found; undefined for viewers who may not start jobs. */
export function repairForm({ base, repair }: Audience): Html | undefined {
  if (repair === undefined) return undefined;
  return html`<form class="inline" method="post" action="${base}/not-found/repair" aria-labelledby="repair-heading">
    <input type="hidden" name="token" value="${repair.formToken}" /><input
      type="hidden"
      name="once"
      value="${repair.once}"
    />
    <h2 id="repair-heading">Let a job repair these</h2>
    <label
      >Asked for by
      <select name="from">
        <option value="both">people and AI</option>
        <option value="ai">AI</option>
        <option value="people">people</option>
      </select></label
    >
    <label for="repair-views"
      >at least
      <input id="repair-views" name="minViews" type="number" min="1" max="1000000" value="2" required /> times</label
    >
    <label for="repair-days"
      >in <input id="repair-days" name="days" type="number" min="1" max="365" value="30" required /> days</label
    >
    <button class="button">Repair</button>
    <p class="note">
      The job gives each address a redirect to the intended page, a new page, or nothing, using the history of the docs,
      and opens a pull request with the evidence.
    </p>
  </form>`;
}
