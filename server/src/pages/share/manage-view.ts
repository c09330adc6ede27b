import type { Share } from '@copydesk/contract';
import { copyable } from '../view/copyable.ts';
import { textField } from '../view/fields.ts';
import { html } from '../view/html.ts';
import type { Html } from '../view/html.ts';
import { relativeTime } from '../view/time.ts';
import type { MadeLink, SharesView } from './shares-view.ts';

/** Renders the share links of a project, and a form for a new one. */
export function sharesMain(view: SharesView): Html {
  const { base, made, shares } = view;
  return html`<section class="counting">
    <header class="page-head">
      <h1>Share the readers</h1>
      <a class="button quiet" href="${base}">Back to the readers</a>
      <p class="lead">
        Whoever has such a link sees these pages without signing in: the numbers, and nothing else of the project. A
        link works until it is revoked.
      </p>
    </header>
    ${made !== undefined && madePanel(made)} ${newForm(view)}
    <section class="panel" aria-labelledby="links">
      <header><h2 id="links">Links</h2></header>
      ${shares.length === 0 ? html`<p class="note under">There are none: nobody sees the readers without signing in.</p>` : table(view)}
    </section>
  </section>`;
}

function madePanel({ name, url, badge, feed }: MadeLink): Html {
  return html`<section class="panel" aria-labelledby="made">
    <header><h2 id="made">The link is ready</h2></header>
    <div class="body" role="status">
      <p>Copy it now: it is not shown again. ${name !== '' && html`It is for <bdi>${name}</bdi>.`}</p>
      ${copyable('share-link', url)}
      <p><a href="${url}">Open it</a></p>
      <p>
        A badge of the views of 30 days, for a README. <code>?path=/guides/start</code> shows those of one page,
        <code>&amp;days=7</code> those of 7 days; <code>&amp;label=reads</code> changes the word on it.
      </p>
      <p><img src="${new URL(badge).pathname}" alt="The badge" height="20" /></p>
      ${copyable('badge-link', `[![Views](${badge})](${url})`)}
      <p>The weekly and monthly reports for a feed reader, with the numbers of readers alone.</p>
      ${copyable('feed-link', feed)}
    </div>
  </section>`;
}

function newForm({ base, formToken, once, name = '', wrong }: SharesView): Html {
  return html`<section class="panel" aria-labelledby="new">
    <header><h2 id="new">New link</h2></header>
    <form class="form body" method="post" action="${base}/shares">
      <input type="hidden" name="token" value="${formToken ?? ''}" /><input type="hidden" name="once" value="${once}" />
      ${textField({
        id: 'name',
        name: 'name',
        label: 'What it is for',
        value: name,
        maximumLength: 100,
        hint: 'Such as “Newsletter” or “Board”: you will know which one to revoke.',
        fault: wrong,
      })}
      <div><button class="primary" type="submit">Make a link</button></div>
    </form>
  </section>`;
}

function table({ base, shares, now, formToken }: SharesView): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Share links">
    <table class="data">
      <thead>
        <tr>
          <th scope="col">Link</th>
          <th scope="col">Made</th>
          <th scope="col">Last used</th>
          <th scope="col"><span class="visually-hidden">Revoke</span></th>
        </tr>
      </thead>
      <tbody>
        ${shares.map((share) => row(share, { base, now, formToken }))}
      </tbody>
    </table>
  </div>`;
}

function row(share: Share, { base, now, formToken }: Pick<SharesView, 'base' | 'now' | 'formToken'>): Html {
  const { id, name, hint, createdBy, createdAt, lastUsedAt } = share;
  const called = name === '' ? 'Without a name' : name;
  return html`<tr>
    <th scope="row"><bdi>${called}</bdi> <code class="meta">…${hint}</code></th>
    <td>
      ${relativeTime(new Date(createdAt), now)} <span class="meta">by <bdi>${createdBy}</bdi></span>
    </td>
    <td>${lastUsedAt === null ? 'never' : relativeTime(new Date(lastUsedAt), now)}</td>
    <td>
      <form method="post" action="${base}/shares/${id}/revoke">
        <input type="hidden" name="token" value="${formToken ?? ''}" />
        <button class="quiet danger" type="submit">Revoke<span class="visually-hidden"> ${called}</span></button>
      </form>
    </td>
  </tr>`;
}
