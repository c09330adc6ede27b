import { html } from '../view/html.ts';
import type { Html } from '../view/html.ts';
import { maskedKey } from '../../projects/key/api-key.ts';
import type { ApiKey } from '../../projects/key/read-keys.ts';
import type { Site } from '../view/site.ts';
import { relativeTime } from '../view/time.ts';

/** Asks for confirmation before a key is revoked or rotated, and explains the consequences. */
export function confirmMain(
  site: Site,
  act: 'revoke' | 'rotate',
  { key, formToken, now, refusal }: { key: ApiKey; formToken: string | undefined; now: Date; refusal?: string },
): Html {
  const name = html`<bdi>${key.name}</bdi>`;
  return html`<section class="narrow key-confirm">
    <h1>${act === 'revoke' ? 'Revoke' : 'Rotate'} “${name}”?</h1>
    ${refusal !== undefined && html`<p class="refusal" role="alert">${refusal}</p>`}
    <p>
      <code>${maskedKey(key)}</code>,
      ${key.lastUsedAt === null ? 'never used' : html`last used ${relativeTime(key.lastUsedAt, now)}`}.
    </p>
    <p>
      ${
        act === 'revoke'
          ? 'From the next request on, the key is refused, and people who signed in with it are signed out. This is final.'
          : 'You get a new key with the same settings, shown once. The old one stays valid for an hour, so that you can give its users the new one.'
      }
    </p>
    <form class="row-actions" method="post" action="${site.href(`/keys/${key.id}/${act}`)}">
      ${formToken !== undefined && html`<input type="hidden" name="token" value="${formToken}" />`}
      ${
        act === 'revoke'
          ? html`<button class="danger" type="submit">Revoke the key</button>`
          : html`<button class="primary" type="submit">Make the new key</button>`
      }
      <a class="button" href="${site.href('/keys')}">Keep it</a>
    </form>
  </section>`;
}
