import { expect, test } from 'vitest';
import { html } from '../../src/pages/view/html.ts';

test('text is escaped, in content and in attributes', () => {
  const evil = `<img src=x onerror="alert(1)">&'`;
  expect(html`<p title="${evil}">${evil}</p>`.markup).toBe(
    '<p title="&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&amp;&#39;">&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&amp;&#39;</p>',
  );
});

test('pieces and lists of pieces stand as they are; nothing is nothing', () => {
  const items = ['a', '<b>'].map((item) => html`<i>${item}</i>`);
  expect(html`<b>${items}${undefined}${null}${false}${0}</b>`.markup).toBe('<b><i>a</i><i>&lt;b&gt;</i>0</b>');
});

test('indents of the source are left out, those of a value are not', () => {
  const piece = html`<div>
    <pre>${'a\n    b'}</pre>
  </div>`;
  expect(piece.markup).toBe('<div>\n<pre>a\n    b</pre>\n</div>');
});
