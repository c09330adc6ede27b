import { copyable } from '../view/copyable.ts';
import { html } from '../view/html.ts';
import type { Html } from '../view/html.ts';
import type { KeysView, MadeView } from './view.ts';

/** Shows a new key, this once. When the form was sent before, says that the key was made then. */
export function madePanel({ site }: KeysView, made: MadeView): Html {
  const { key, token, curl, rotated } = made;
  const name = html`<bdi>${key.name}</bdi>`;
  if (token === null) {
    return html`<section class="panel key-made" role="status" aria-labelledby="made-title">
      <header><h2 id="made-title">The key “${name}” was made before</h2></header>
      <div class="body">
        <p>
          This form was sent already, so no other key was made. The key was shown with the first reply and is kept
          nowhere. If you do not have it, rotate it: that makes another with the same settings.
        </p>
        <p class="row-actions">
          <a class="button" href="${site.href(`/keys/${key.id}/rotate`)}">Rotate “${name}”</a>
          <a class="button" href="${site.href('/keys')}">All keys</a>
        </p>
      </div>
    </section>`;
  }
  return html`<section class="panel key-made" role="status" aria-labelledby="made-title">
    <header>
      <h2 id="made-title">${rotated ? 'The new key' : key.test ? 'Your test key' : 'Your key'} “${name}”</h2>
    </header>
    <div class="body">
      <p>
        <b>Copy it now: it is shown only once.</b> Only its hash is
        kept.${rotated && ' The old key stays valid for an hour; give its users this one.'}
      </p>
      ${copyable('new-token', token)}
      <h3>Try it</h3>
      ${copyable('new-curl', curl)}
    </div>
  </section>`;
}
