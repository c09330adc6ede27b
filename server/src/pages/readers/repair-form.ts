import { html } from '../view/html.ts';
import type { Html } from '../view/html.ts';
import type { Audience } from './audience.ts';

/** Renders the form that starts a job to repair what was not found; undefined for viewers who may not start jobs. */
export function repairForm({ base, repair }: Audience): Html | undefined {
  if (repair === undefined) return undefined;
  return html`<section class="panel repair" aria-labelledby="repair-heading">
    <header><h2 id="repair-heading">Let a job repair these</h2></header>
    <form class="inline body" method="post" action="${base}/not-found/repair">
      <input type="hidden" name="token" value="${repair.formToken}" /><input
        type="hidden"
        name="once"
        value="${repair.once}"
      />
      <div class="field">
        <label for="repair-from">Requested by</label
        ><select id="repair-from" name="from">
          <option value="both">People and AI</option>
          <option value="ai">AI</option>
          <option value="people">People</option>
        </select>
      </div>
      <div class="field">
        <label for="repair-views">Minimum number of requests</label
        ><input id="repair-views" name="minViews" type="number" min="1" max="1000000" value="2" required />
      </div>
      <div class="field">
        <label for="repair-days">Days to look back</label
        ><input id="repair-days" name="days" type="number" min="1" max="365" value="30" required />
      </div>
      <button type="submit">Repair</button>
      <p class="note">
        The job gives each address a redirect to the intended page, a new page, or nothing, using the history of the
        docs, and opens a pull request with the evidence.
      </p>
    </form>
  </section>`;
}
