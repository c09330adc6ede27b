import { expect, test } from 'vitest';
import { html } from '../../src/pages/view/html.ts';

test('text is escaped, in content and in attributes', () => {
  const evil = `<img src=x onerror="alert(1)">&'`;
  expect(html`<p title="${evil}">${evil}</p>`.markup).toBe(
    '<p title="&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&amp;&#39;">&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&amp;&#39;</p>',
  );
});

test('pieces and lists of pieces are inserted unescaped, and undefined, null and false insert nothing', () => {
  const items = ['a', '<b>'].map((item) => html`<i>${item}</i>`);
  expect(html`<b>${items}${undefined}${null}${false}${0}</b>`.markup).toBe('<b><i>a</i><i>&lt;b&gt;</i>0</b>');
});

test('indentation of the template is removed, and that of a value is kept', () => {
  const piece = html`<div>
    <pre>${'a\n    b'}</pre>
  </div>`;
  expect(piece.markup).toBe('<div>\n<pre>a\n    b</pre>\n</div>');
});

test('invisible characters are shown as words where text is read and no element is allowed', () => {
  const name = 'a\u202e<b';
  const reported = 'a[U+202E]&lt;b';
  expect(html`<a title="${name}" aria-label="About ${name}" href="/?q=${name}">x</a>`.markup).toBe(
    `<a title="${reported}" aria-label="About ${reported}" href="/?q=a%E2%80%AE&lt;b">x</a>`,
  );
  expect(html`<option value="${name}" label="${name}" ${null}>${name}</option>`.markup).toBe(
    `<option value="a\u202e&lt;b" label="${reported}" >${reported}</option>`,
  );
  expect(html`<title>${name}</title><textarea>${name}</textarea>`.markup).toBe(
    `<title>${reported}</title><textarea>a\u202e&lt;b</textarea>`,
  );
  expect(
    html`<option value="1">One</option>
      <p>${name}</p>`.markup,
  ).toContain('class="hidden-character"');
});

test('invisible characters in an SVG text are shown as words, since it may contain no element', () => {
  expect(html`<desc id="a">${'a\u202e'}</desc>`.markup).toBe('<desc id="a">a[U+202E]</desc>');
  expect(html`<text x="1" y="2">${'b\u200b'}</text>`.markup).toBe('<text x="1" y="2">b[U+200B]</text>');
});

test('right-to-left text is isolated once', () => {
  const hebrew = 'שלום';
  expect(html`<b>${hebrew}</b>`.markup).toBe(`<b><bdi>${hebrew}</bdi></b>`);
  expect(html`<bdi>${hebrew}</bdi>`.markup).toBe(`<bdi>${hebrew}</bdi>`);
  expect(html`<p class="x" dir="auto">${hebrew}</p>`.markup).toBe(`<p class="x" dir="auto">${hebrew}</p>`);
  expect(html`<i title="${hebrew}">${'naïve 漢字'}</i>`.markup).toBe(`<i title="${hebrew}">naïve 漢字</i>`);
  expect(html`${'مرحبا'}${'𞤀𞤣𞤤𞤢𞤥'}`.markup).toBe('<bdi>مرحبا</bdi><bdi>𞤀𞤣𞤤𞤢𞤥</bdi>');
});

test('emoji and scripts that need joiners stay whole', () => {
  const text = '👩🏽\u200d💻 نمی\u200cشود';
  expect(html`<bdi>${text}</bdi>`.markup).toBe(`<bdi>${text}</bdi>`);
});
