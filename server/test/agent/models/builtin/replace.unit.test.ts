import { describe, expect, test } from 'vitest';
import { docsTree, startJob } from './rig.ts';

const line = (index: number) => `Line ${index} says foo${'.'.repeat(index % 90)}\n`;

describe('replacing a term', () => {
  test('changes the prose of pages with the term, and reports what it left', async () => {
    const tree = docsTree({
      'a.md':
        '---\ntitle: "Acme Cloud: start" # t\ndescription: >\n  About Acme\n  Cloud.\nid: Acme Cloud\n---\n\n# Acme Cloud\n\nAcme Cloud, `Acme Cloud`.\n',
      'sub/b.mdx': 'Try Acme\nCloud <Card title="Acme Cloud" href="/Acme Cloud">Acme Cloud</Card>\n',
      'sub/c.md': 'Acme Clouds only.\n',
      'code.js': '// Acme Cloud\n',
    });
    const before = tree.files();
    const job = startJob(tree);
    const closing = await job.prompt('Replace "Acme Cloud" with "Big Sky"');
    expect(tree.files()).toEqual({
      ...before,
      'a.md':
        '---\ntitle: "Big Sky: start" # t\ndescription: >\n  About Big\n  Sky.\nid: Acme Cloud\n---\n\n# Big Sky\n\nBig Sky, `Acme Cloud`.\n',
      'sub/b.mdx': 'Try Big\nSky <Card title="Big Sky" href="/Acme Cloud">Big Sky</Card>\n',
    });
    expect(closing).toBe(
      'Replace "Acme Cloud" with "Big Sky"\n\n' +
        '- Replaced 7 occurrences of "Acme Cloud" with "Big Sky" on 2 pages.\n' +
        '- Left 3 occurrences in code, tags or addresses (say "including code" to change code blocks and inline code too).\n' +
        '- Left 1 occurrence within longer words: "Acme Clouds".',
    );
  });

  test('keeps a byte-order mark, line endings and a missing last newline', async () => {
    const text = '\ufeff# acme\r\n\r\nacme and\nacme';
    const tree = docsTree({ 'a.md': text });
    await startJob(tree).prompt('Replace acme with x');
    expect(tree.text('a.md')).toBe(text.replaceAll('acme', 'x'));
  });

  test('reports that there is nothing to do, and changes nothing', async () => {
    const tree = docsTree({ 'a.md': 'Text `foo`.\n' });
    const closing = await startJob(tree).prompt('Replace foo with bar');
    expect(closing).toContain('Nothing had to be changed');
    expect(closing).toContain('"foo" was not found in the text of 1 page');
    expect(tree.text('a.md')).toBe('Text `foo`.\n');
  });

  test('reports the longer words that contain the term, the most frequent first', async () => {
    const text = 'APIs and APIs, myAPI.\n\n`APIs` [x](https://x.com/APIs) OpenAPI한 Acme의 GraphAPI_v2\n';
    const tree = docsTree({ 'a.md': text });
    const closing = await startJob(tree).prompt('Replace API with X');
    expect(tree.text('a.md')).toBe(text);
    expect(closing).toContain('"API" was not found in the text of 1 page');
    expect(closing).toContain('Left 5 occurrences within longer words: "APIs", "GraphAPI_v2", "OpenAPI한", "myAPI".');
  });

  test('does not count the brackets of a reference', async () => {
    const tree = docsTree({ 'a.md': '[Acme docs][] and Acmes.\n\n[acme docs]: /x\n' });
    const closing = await startJob(tree).prompt('Replace Acme with Nimbus');
    expect(closing).toContain('Replaced 1 occurrence of');
    expect(closing).toContain('within longer words: "Acmes".');
  });

  test('stays within its scope', async () => {
    const tree = docsTree({ 'a/x.md': 'foo', 'b/x.md': 'foo', 'b/c/y.md': 'foo', 'README.md': 'foo' });
    const job = startJob(tree);
    await job.prompt('Replace foo with uno in b/c');
    await job.prompt('Replace foo with due in a/*.md');
    await job.prompt('Replace "foo" with "tre" on the page README.md');
    expect(tree.files()).toEqual({ 'a/x.md': 'due', 'b/x.md': 'foo', 'b/c/y.md': 'uno', 'README.md': 'tre' });
  });

  test('skips exceptions: a folder, a glob, a page by its name', async () => {
    const tree = docsTree({ 'a/x.md': 'foo', 'b/x.md': 'foo', 'c/d/y.md': 'foo', 'faq.md': '# Questions\n\nfoo' });
    const job = startJob(tree);
    await job.prompt('Replace foo with bar, but not in b, except c/**/*.md and not on the page "Questions"');
    expect(tree.files()).toEqual({
      'a/x.md': 'bar',
      'b/x.md': 'foo',
      'c/d/y.md': 'foo',
      'faq.md': '# Questions\n\nfoo',
    });
    await expect(job.prompt('Replace foo with bar but not in nowhere/')).rejects.toThrow('There is no page "nowhere/"');
  });

  test('makes several replacements in one sentence, each separately', async () => {
    const tree = docsTree({ 'a.md': 'v1 v2 foo', 'b/a.md': 'v1 v2' });
    const closing = await startJob(tree).prompt('Rename v1 to v2, v2 to v3 and foo to bar in a.md');
    expect(tree.files()).toEqual({ 'a.md': 'v2 v3 bar', 'b/a.md': 'v1 v2' });
    expect(closing.split('\n')[0]).toBe('Replace "v2" with "v3", replace "v1" with "v2", replace "foo" with "bar"');
  });

  test('skips files that it cannot read, and reports them', async () => {
    const tree = docsTree(
      {
        'a.md': 'foo',
        'binary.md': new Uint8Array([102, 111, 111, 0, 1]),
        'latin.md': new Uint8Array([102, 111, 111, 32, 0xe9]),
        'big.md': 'foo\n'.repeat(300_000),
        'link.md': 'a.md',
      },
      { 'link.md': 'symlink' },
    );
    const closing = await startJob(tree).prompt('Replace foo with bar');
    expect(tree.text('a.md')).toBe('bar');
    expect(tree.text('big.md')?.startsWith('foo')).toBe(true);
    expect(closing).toContain('on 1 page.');
    for (const path of ['binary.md', 'latin.md', 'big.md']) expect(closing).toContain(`- ${path}: `);
    expect(closing).toContain('- link.md (symlink)');
  });

  test('reassembles long pages exactly', async () => {
    const text = Array.from({ length: 3_000 }, (_, index) => line(index)).join('');
    const tree = docsTree({ 'a.md': text });
    await startJob(tree).prompt('Replace foo with bar');
    expect(tree.text('a.md')).toBe(text.replaceAll('foo', 'bar'));
  });

  test('changes thousands of pages in few steps', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 600 }, (_, index) => [
        `d${index % 7}/e${index % 11}/p${index}.md`,
        `# Page ${index}\n\nfoo\nfoo\n`,
      ]),
    );
    const tree = docsTree(files);
    const job = startJob(tree);
    const closing = await job.prompt('Replace foo with bar');
    expect(closing).toContain('1,200 occurrences');
    expect(Object.values(tree.files()).some((text) => text.includes('foo'))).toBe(false);
    expect(job.steps.length).toBeLessThan(12);
  });
});
