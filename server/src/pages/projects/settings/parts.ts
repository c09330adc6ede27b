import { html } from '../../view/html.ts';
import type { Html, HtmlValue } from '../../view/html.ts';
import { hiddenFields } from '../../view/fields.ts';
import type { SettingsView } from './view.ts';

/** Renders a section with its heading. */
export function panel(id: string, title: string, lead: HtmlValue, body: HtmlValue, isDanger = false): Html {
  return html`<section class="panel ${isDanger && 'danger'}" id="${id}" aria-labelledby="${id}-title">
    <header><h2 id="${id}-title">${title}</h2></header>
    <div class="body">
      <p class="note">${lead}</p>
      ${body}
    </div>
  </section>`;
}

/** Returns the address of a section's form. */
export function actionOf({ site, project }: SettingsView, path: string): string {
  return site.href(`/projects/${project.id}/settings/${path}`);
}

/** Renders a form that is a single button. */
export function button(
  view: SettingsView,
  path: string,
  words: string,
  formToken: string | undefined,
  isDanger = false,
): Html {
  return html`<form class="inline-form" method="post" action="${actionOf(view, path)}">
    ${hiddenFields({ token: formToken })}<button class="quiet ${isDanger && 'danger'}" type="submit">${words}</button>
  </form>`;
}
