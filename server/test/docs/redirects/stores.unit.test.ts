import { describe, expect, it } from 'vitest';
import { replaceSpans } from '../../../src/docs/text/lines.ts';
import { readJavaScript, readJson } from '../../../src/docs/literal/javascript.ts';
import type { LiteralMap } from '../../../src/docs/literal/literal.ts';
import { readYaml } from '../../../src/docs/literal/yaml.ts';
import { readRedirectMap, readRedirectObjects } from '../../../src/docs/redirects/literal-stores.ts';
import type { NewRedirect, RedirectList } from '../../../src/docs/redirects/redirects.ts';
import {
  readNetlifyRedirects,
  readPairs,
  readRedirectLines,
  readTomlTable,
} from '../../../src/docs/redirects/text-stores.ts';

function pairs({ redirects }: RedirectList): string[] {
  return redirects.map(({ source, target }) => `${source} → ${target}`);
}

/** Returns the text after adding redirects and removing those from `remove`. */
function edited(text: string, list: RedirectList, add: NewRedirect[], remove: string[] = []): string {
  const gone = list.redirects.filter(({ source }) => remove.includes(source));
  return replaceSpans(text, list.edit?.({ add, remove: gone }) ?? []);
}

function map(literal: ReturnType<typeof readJson>): LiteralMap {
  if (literal.kind !== 'map') throw new Error('no map');
  return literal;
}

const one = [{ source: '/x', target: '/y' }];

describe('a list of objects', () => {
  const keys = { source: 'source', target: 'destination', besides: '"permanent": true' };
  const read = (text: string) => readRedirectObjects(text, { parent: map(readJson(text)), key: 'redirects' }, keys);
  const text =
    '{\n  "redirects": [\n    {\n      "source": "/a",\n      "destination": "/b"\n    },\n    { "source": "/c", "destination": "/d", "has": [] }\n  ],\n  "x": 1\n}\n';

  it('is read and written like the existing entries', () => {
    expect(pairs(read(text))).toEqual(['/a → /b', '/c → /d']);
    expect(edited(text, read(text), one)).toBe(
      text.replace('"has": [] }', '"has": [] },\n    {\n      "source": "/x",\n      "destination": "/y"\n    }'),
    );
    expect(edited(text, read(text), [], ['/a'])).toBe(
      '{\n  "redirects": [\n    { "source": "/c", "destination": "/d", "has": [] }\n  ],\n  "x": 1\n}\n',
    );
    expect(edited(text, read(text), [], ['/a', '/c'])).toBe('{\n  "redirects": [],\n  "x": 1\n}\n');
    expect(JSON.parse(edited(text, read(text), one, ['/c']))).toEqual({
      redirects: [
        { source: '/a', destination: '/b' },
        { source: '/x', destination: '/y' },
      ],
      x: 1,
    });
    expect(JSON.parse(edited(text, read(text), one, ['/a', '/c']))).toEqual({
      redirects: [{ source: '/x', destination: '/y' }],
      x: 1,
    });
  });

  it('is created if it is missing, and left unchanged if it is computed', () => {
    expect(edited('{\n  "x": 1\n}\n', read('{\n  "x": 1\n}\n'), one)).toBe(
      '{\n  "x": 1,\n  "redirects": [\n    { "source": "/x", "destination": "/y", "permanent": true }\n  ]\n}\n',
    );
    expect(read('{ "redirects": { "$ref": "./r.json" } }').edit).toBeUndefined();
  });

  it('loses only the removed one of several sources', () => {
    const source = "export default { redirects: [{ from: ['/a', '/b'], to: '/c' }, ...more] };\n";
    const list = readRedirectObjects(
      source,
      { parent: map(readJavaScript(source, 'js')), key: 'redirects' },
      { source: 'from', target: 'to' },
    );
    expect(pairs(list)).toEqual(['/a → /c', '/b → /c']);
    expect(list.complete).toBe(false);
    expect(edited(source, list, [], ['/a'])).toBe(source.replace("['/a', '/b']", "['/b']"));
    expect(edited(source, list, one)).toBe(source.replace('...more]', "...more, { from: '/x', to: '/y' }]"));
  });
});

describe('a map', () => {
  it('of JavaScript keeps its comments', () => {
    const text =
      "export default {\n  redirects: {\n    '/a': '/b', // kept\n    '/c': { status: 302, destination: '/d' },\n  },\n};\n";
    const list = readRedirectMap(text, { parent: map(readJavaScript(text, 'js')), key: 'redirects' });
    expect(pairs(list)).toEqual(['/a → /b', '/c → /d']);
    expect(edited(text, list, one)).toBe(text.replace("'/d' },", "'/d' },\n    '/x': '/y',"));
    expect(edited(text, list, one, ['/c'])).toBe(text.replace(/'\/c'.*\n/, "'/x': '/y'\n"));
    expect(edited(text, list, [], ['/c'])).toBe(
      "export default {\n  redirects: {\n    '/a': '/b', // kept\n  },\n};\n",
    );
    const bare = "export default {\n  base: '/d',\n};\n";
    const none = readRedirectMap(bare, { parent: map(readJavaScript(bare, 'js')), key: 'redirects' });
    expect(edited(bare, none, one)).toBe("export default {\n  base: '/d',\n  redirects: {\n    '/x': '/y'\n  },\n};\n");
  });

  it('of YAML keeps its comments', () => {
    const text = 'redirect_maps:\n  a.md: b.md # why\n  c.md: d.md\nother: 1\n';
    const list = readRedirectMap(text, { parent: map(readYaml(text)), key: 'redirect_maps' });
    const added = [{ source: 'x y.md', target: 'z.md#a' }];
    expect(pairs(list)).toEqual(['a.md → b.md', 'c.md → d.md']);
    expect(edited(text, list, added)).toBe(text.replace('d.md\n', 'd.md\n  x y.md: "z.md#a"\n'));
    expect(edited(text, list, [], ['a.md'])).toBe('redirect_maps:\n  c.md: d.md\nother: 1\n');
    expect(edited(text, list, [], ['a.md', 'c.md'])).toBe('redirect_maps:\n  {}\nother: 1\n');
    const bare = 'root: ./docs # here\n\nother: 1 # end\n';
    const none = readRedirectMap(bare, { parent: map(readYaml(bare)), key: 'redirects' });
    expect(edited(bare, none, [{ source: 'a/b', target: 'c.md' }])).toBe(
      'root: ./docs # here\n\nother: 1 # end\nredirects:\n  a/b: c.md\n',
    );
  });
});

describe('texts', () => {
  it('_redirects: one a line, single ones before those for many', () => {
    const text = '# old\n/a /b 301\n/c  https://c.example  302!\n/api/* /fn/:splat 200\n/old/* /new/:splat 301\n';
    const list = readRedirectLines(text);
    expect(pairs(list)).toEqual(['/a → /b', '/c → https://c.example', '/old/* → /new/:splat']);
    expect(edited(text, list, one)).toBe(text.replace('/old/*', '/x /y 301\n/old/*'));
    expect(edited(text, list, [], ['/a'])).toBe(text.replace('/a /b 301\n', ''));
    expect(edited('/a /b', readRedirectLines('/a /b'), one)).toBe('/a /b\n/x /y\n');
  });

  it('netlify.toml: tables of their own', () => {
    const text =
      '[build]\n  command = "x"\n\n[[redirects]]\n  from = "/a"\n  to = "/b" # why\n\n# for the app\n[[redirects]]\n  from = "/*"\n  to = "/index.html"\n  status = 200\n';
    const list = readNetlifyRedirects(text);
    expect(pairs(list)).toEqual(['/a → /b']);
    expect(edited(text, list, one)).toBe(`${text}\n[[redirects]]\n  from = "/x"\n  to = "/y"\n`);
    expect(edited(text, list, [], ['/a'])).toBe(text.replace('[[redirects]]\n  from = "/a"\n  to = "/b" # why\n', ''));
  });

  it('a table of TOML, made where there is none', () => {
    const text = '[book]\n\n[output.html.redirect]\n"/a.html" = "b.html"\n\n[output.html.fold]\nenable = true\n';
    const list = readTomlTable(text, 'output.html.redirect');
    const added = [{ source: '/x.html', target: 'y.html' }];
    expect(pairs(list)).toEqual(['/a.html → b.html']);
    expect(edited(text, list, added)).toBe(text.replace('"b.html"\n', '"b.html"\n"/x.html" = "y.html"\n'));
    expect(edited('[book]', readTomlTable('[book]', 'output.html.redirect'), added)).toBe(
      '[book]\n\n[output.html.redirect]\n"/x.html" = "y.html"\n',
    );
  });
});

describe('pairs of files', () => {
  it('are read with quotes and without, and written as those that are there', () => {
    const text = '# Old "pages.md"\n"a b.md" "c.md"\n\n  d.md   e/f.md\n"half.md\n';
    const list = readPairs(text);
    expect(pairs(list)).toEqual(['a b.md → c.md', 'd.md → e/f.md']);
    expect(
      list.redirects.map(({ sourceSpan, targetSpan }) =>
        [sourceSpan, targetSpan].map(({ start, end }) => text.slice(start, end)),
      ),
    ).toEqual([
      ['a b.md', 'c.md'],
      ['d.md', 'e/f.md'],
    ]);
    expect(edited(text, list, [{ source: 'x.md', target: 'y.md' }], ['d.md'])).toBe(
      '# Old "pages.md"\n"a b.md" "c.md"\n\n"half.md\n"x.md" "y.md"\n',
    );
    expect(edited('a.md b.md', readPairs('a.md b.md'), [{ source: 'x.md', target: 'y.md' }])).toBe(
      'a.md b.md\nx.md y.md\n',
    );
  });
});
