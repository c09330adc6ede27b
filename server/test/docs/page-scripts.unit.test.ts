import { describe, expect, it } from 'vitest';
import { readPage } from '../../src/docs/parse/page.ts';

/** Returns what the scripts of a page import, with the text at each span. */
function targets(text: string): string[][] {
  return readPage(text, 'markdown').scriptImports.map(({ target, span }) => [target, text.slice(span.start, span.end)]);
}

describe('scriptImports', () => {
  it('finds what modules import, statically or not, with places', () => {
    const text = `<script setup lang="ts">\nimport a from "./a"\nexport * from './b'\nconst c = () => import('./c') as Promise<X>\nconst d = import(\`./\${name}\`)\n</script>\n`;
    expect(targets(text)).toEqual([
      ['./a', './a'],
      ['./b', './b'],
      ['./c', './c'],
    ]);
  });

  it('ignores scripts of browsers, broken ones and unclosed ones', () => {
    expect(targets('<script type="module">\nimport "./a.js"\n</script>\n')).toEqual([]);
    expect(targets('<script src="./a.js"></script>\n')).toEqual([]);
    expect(targets('<script>\nimport a from "./a\n</script>\n')).toEqual([]);
    expect(targets('<script>\nimport "./a"\n')).toEqual([]);
  });
});
