import fc from 'fast-check';

const piece = fc.constantFrom(
  '---\ntitle: A\nslug: "/x"\n---\n',
  '---\nlist:\n  - x\n---\n',
  '[a](b.md)',
  '[a]( <b c.md> "t")',
  '[ü](ü.md#größe)',
  '![i](x.png)',
  '\n[r]: t.md\n',
  '\n[s]:\n  <u v.md>\n',
  '<a href="x.md">',
  "<A to='/y'/>",
  '\n# Heading ##\n',
  '\n## 標題 {#id}\n',
  '\r\n',
  '\n',
  '> ',
  '- ',
  '`',
  '\n```js\n',
  '\n~~~\n',
  "\nimport X from './x.js';\n",
  '{x}',
  '](',
  ']:',
  'text ',
  '\u2028',
);

/** Pages composed of pieces that matter to the checks of a page, in any order. */
export const generatedPage = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));
