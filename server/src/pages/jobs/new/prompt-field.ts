import { randomUUID } from 'node:crypto';
import type { ErrorCode } from '@copydesk/contract';
import { unseenIn } from '../../view/fields.ts';
import { html } from '../../view/html.ts';
import type { Html, HtmlValue } from '../../view/html.ts';

/** What somebody has typed, and what is wrong with it. */
export interface Typed {
  prompt: string;
  /** The error message beside the field. */
  wrong?: string;
  /** The code of the error, for looking it up. */
  code?: ErrorCode;
  /** The one-time id of the form: sent twice with the same id, it counts once. */
  once: string;
  /** The address of a recent job with the same prompt. */
  alike?: string;
}

export function newlyTyped(prompt = ''): Typed {
  return { prompt, once: randomUUID() };
}

/** Renders the field for a prompt, with its error beside it and the typed text kept. */
export function promptField(
  { prompt, wrong, code }: Typed,
  { label, rows, hint, autofocus = false }: { label: string; rows: number; hint: HtmlValue; autofocus?: boolean },
): Html {
  return html`<div class="field">
    <label for="prompt">${label}</label>
    ${wrong !== undefined && html`<p class="wrong" id="prompt-wrong" role="alert">${wrong}${code && html` <span class="number">${code}</span>`}</p>`}
    <textarea
      id="prompt"
      name="prompt"
      rows="${rows}"
      required
      dir="auto"
      spellcheck="true"
      aria-describedby="${wrong === undefined ? 'prompt-hint' : 'prompt-wrong prompt-hint'}"
      ${wrong !== undefined && html` aria-invalid="true"`}${autofocus && html` autofocus`}
    >
${prompt}</textarea>
    <p class="hint" id="prompt-hint">${hint}</p>
    ${unseenIn(prompt)}
  </div>`;
}

/** Renders the page for a form whose session has ended: the text, and how to send it again. */
export function sessionEndedMain(signInHref: string, action: string, typed: Typed): Html {
  return html`<section class="narrow">
    <p class="number">401</p>
    <h1>Your session has ended</h1>
    <p>
      Nothing was sent, and nothing is lost.
      <a href="${signInHref}" target="_blank" rel="noopener">Sign in in another tab</a>, then come back here and send it
      again.
    </p>
    <form class="form" method="post" action="${action}">
      <input type="hidden" name="once" value="${typed.once}" />
      ${promptField(typed, { label: 'Your text', rows: 10, hint: 'It stays here until you close this tab.' })}
      <div class="row-actions"><button class="primary" type="submit">Send it again</button></div>
    </form>
  </section>`;
}
