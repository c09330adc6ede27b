import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { withContext } from '../../../../src/agent/notes/context-note.ts';
import { repairRequest } from '../../../../src/agent/review/repair.ts';
import { changes, docsJobs, mintlify } from './docs-jobs.ts';

const { jobOn } = docsJobs();

describe('a renamed term in a heading', () => {
  test('updates the links to the heading', async () => {
    const job = jobOn(mintlify);
    const closing = await job.prompt('Rename Acme Cloud to Big Sky');
    expect(changes(job)).toEqual({
      'index.mdx': mintlify['index.mdx'].replace('#use-the-acme-cloud', '#use-the-big-sky'),
      'guides/start.mdx': mintlify['guides/start.mdx']
        .replace('Acme Cloud', 'Big Sky')
        .replace('#use-the-acme-cloud', '#use-the-big-sky'),
      'guides/api.mdx': mintlify['guides/api.mdx'].replace('#use-the-acme-cloud', '#use-the-big-sky'),
    });
    expect(closing).toContain('Updated 3 links to headings that changed.');
    expect(await job.introduced()).toEqual([]);
  });
});

describe('pages', () => {
  test('one is added in the style of the others, with its navigation entry', async () => {
    const job = jobOn(mintlify);
    const closing = await job.prompt(
      'Add a page "Limits: all" at guides/limits after guides/start with the text "There are two. Here they are."',
    );
    expect(changes(job)).toEqual({
      'docs.json': mintlify['docs.json'].replace('"guides/start",\n', '"guides/start",\n      "guides/limits",\n'),
      'guides/limits.mdx':
        '---\ntitle: "Limits: all"\ndescription: "There are two."\n---\n\nThere are two. Here they are.\n',
    });
    expect(closing.split('\n')[0]).toBe('Add a page "Limits: all"');
  });

  test('a page is moved by its path, its title or its address, with all links to it', async () => {
    for (const name of ['guides/start.mdx', '/guides/start', 'the page Start']) {
      const job = jobOn(mintlify);
      await job.prompt(`Move ${name} to guides/begin`);
      expect(Object.keys(changes(job))).toEqual([
        'docs.json',
        'guides/api.mdx',
        'guides/begin.mdx',
        'guides/start.mdx',
        'index.mdx',
      ]);
      expect(job.tree.text('docs.json')).toContain('"guides/begin"');
      expect(await job.introduced()).toEqual([]);
    }
  });

  test('a file outside of the site stays outside', async () => {
    const job = jobOn({ 'mkdocs.yml': '', 'docs/index.md': '# I\n', 'notes/a.md': '# A\n' });
    await job.prompt('Move notes/a.md to notes/old/a.md');
    expect(changes(job)).toEqual({ 'notes/a.md': null, 'notes/old/a.md': '# A\n' });
  });

  test('renaming the path of a page moves it', async () => {
    const job = jobOn(mintlify);
    expect(await job.prompt('Rename guides/api.mdx to guides/reference.mdx')).toContain(
      'Moved guides/api.mdx to guides/reference.mdx.',
    );
    expect(await job.introduced()).toEqual([]);
  });

  test('one is deleted, with all links to it', async () => {
    const job = jobOn(mintlify);
    const closing = await job.prompt('Delete the page "API"');
    expect(job.tree.text('guides/api.mdx')).toBeUndefined();
    expect(job.tree.text('docs.json')).not.toContain('guides/api');
    expect(closing).toContain(
      'Deleted guides/api.mdx. Links or navigation were updated in 2 files: docs.json, index.mdx.',
    );
    expect(await job.introduced()).toEqual([]);
  });

  test.each([
    '# Big start {#begin}',
    '#  Big start {: #begin .top }',
    '# Big start {/* #begin */}',
    '# Big start #',
    '---\ntitle: "Big start"\n---',
  ])('one is found by its title in %j', async (top) => {
    const pages = { 'a.mdx': '# Big start up\n', 'b.mdx': `${top}\n\nText.\n`, 'versioned_docs/b.mdx': `${top}\n` };
    const job = jobOn(pages);
    await job.prompt('Delete the page Big start');
    expect(changes(job)).toEqual({ 'b.mdx': null });
  });

  test.each([
    ['Add a page "X" at guides/start', 'There is a page guides/start.mdx already'],
    ['Add a page "X" at ../x', '"../x" is not a path of the repository'],
    ['Add a page "X" at x after nowhere', 'There is no page "nowhere"'],
    ['Move guides/start to guides/api', 'There is a file guides/api.mdx already'],
    ['Move guides/start to guides/start', 'is at guides/start.mdx already'],
    ['Delete the page Nothing', 'There is no page "Nothing"'],
    ['Delete the page Twin', '"Twin" can mean several pages: a/one.md, a/two.md'],
    ['Rename guides/nothing.mdx to guides/x.mdx', 'There is no page "guides/nothing.mdx"'],
    ['Replace a with b in nowhere/', 'There is no page "nowhere/"'],
  ])('%s is refused', async (prompt, detail) => {
    const twins = { 'a/one.md': '# Twin\n', 'a/two.md': '---\ntitle: twin\n---\n' };
    const job = jobOn({ ...mintlify, ...twins });
    await expect(job.prompt(prompt)).rejects.toMatchObject({
      code: 'instruction_not_applicable',
      message: expect.stringContaining(detail),
    });
    expect(changes(job)).toEqual({});
  });
});

test('a page is added to no navigation if none can be edited, and that is reported', async () => {
  const job = jobOn({
    'mkdocs.yml': 'site_name: Acme\nplugins:\n  - literate-nav:\n      nav_file: README.md\n',
    'docs/README.md': '- [Start](start.md)\n',
    'docs/start.md': '# Start\n',
  });
  const closing = await job.prompt('Add a page "Limits" at docs/limits.md after "Start" with the text "Two."');
  expect(Object.keys(changes(job))).toEqual(['docs/limits.md']);
  expect(closing).toContain('added to no navigation, and its place after "Start" is up to the site.');
});

describe('fixing', () => {
  const faulty = {
    'a.md': '# A\n\n[b](bb.md) [b](b.md#all-the-part) [c](missing/thing.md)\n\n![i](img/pic.pgn) [b](bb.md)\n',
    'b.md': '# B\n\n## All the parts\n\n`[x](bb.md)`\n',
    'bb/other.md': '# Other\n',
    'img/pic.png': 'png',
  };

  test('fixes links with exactly one possible target, and reports the others', async () => {
    const job = jobOn({
      ...faulty,
      'a.md': '# A\n\n[b](B.md) [c](missing/thing.md) [b](b.md#all-the-part) [b](B.md)\n',
    });
    const closing = await job.prompt('Fix broken links');
    expect(changes(job)).toEqual({
      'a.md': '# A\n\n[b](b.md) [c](missing/thing.md) [b](b.md#all-the-parts) [b](b.md)\n',
    });
    expect(closing).toContain('Fixed 3 of 4 broken links, in 1 file.');
    expect(closing).toContain('- a.md:3: The link leads to missing/thing.md, which does not exist');
  });

  test('ignores frozen versions, change logs and dated posts, and counts them', async () => {
    const old = '# A\n\n[b](B.md) [b](../B.md)\n';
    const job = jobOn({ 'b.md': '# B\n', 'a.md': '# A\n\n[b](B.md)\n', 'version-1.0/a.md': old, 'CHANGELOG.md': old });
    const closing = await job.prompt('Fix broken links');
    expect(Object.keys(changes(job))).toEqual(['a.md']);
    expect(closing).toContain('Fixed 1 of 1 broken links, in 1 file.');
    expect(closing).toContain('problems in 1 file of frozen versions and');
    await job.prompt('Fix broken links in version-1.0');
    expect(Object.keys(changes(job))).toEqual(['a.md', 'version-1.0/a.md']);
  });

  test('skips excluded places', async () => {
    const job = jobOn({ 'b.md': '# B\n', 'x/a.md': '# A\n\n[b](../B.md)\n', 'y/a.md': '# A\n\n[b](../B.md)\n' });
    await job.prompt('Fix broken links except in x');
    expect(Object.keys(changes(job))).toEqual(['y/a.md']);
  });

  test('reports a link that would lead to another file than was meant', async () => {
    const page = '# A\n\n[r](../../README.md) [o](../../other.md) [s](setup.md)\n';
    const job = jobOn({
      'mkdocs.yml': 'site_name: Acme\n',
      'docs/index.md': '# I\n',
      'docs/README.md': '# R\n',
      'docs/other.md': '# O\n',
      'docs/setup.md': '# S\n',
      'docs/guide/a.md': page,
    });
    const closing = await job.prompt('Fix broken links');
    expect(job.tree.text('docs/guide/a.md')).toBe(page.replace('setup.md', '../setup.md'));
    expect(closing).toContain('Fixed 1 of 3 broken links, in 1 file.');
    expect(closing).toContain('(../../README.md); ../README.md is there, but is another file');
    expect(closing).toContain('(../../other.md); ../other.md is there, but is another file');
  });

  test('fixes all links of a page, even if one answer cannot report them all', async () => {
    const broken = `# A\n\n${'[x](B.md)\n\n'.repeat(700)}[y](gone.md)\n`;
    const job = jobOn({ 'a.md': broken, 'b.md': '# B\n' });
    const closing = await job.prompt('Fix broken links');
    expect(job.tree.text('a.md')).toBe(broken.replaceAll('B.md', 'b.md'));
    expect(closing).toContain('Fixed 700 of 701 broken links, in 1 file.');
  });

  test('anchors', async () => {
    const job = jobOn(faulty);
    await job.prompt('Fix the anchors');
    expect(job.tree.text('a.md')).toBe(faulty['a.md'].replace('#all-the-part', '#all-the-parts'));
  });

  test('changes nothing if a list is requested: each problem with file, line and suggestion', async () => {
    const job = jobOn({ ...faulty, 'CHANGELOG.md': '[c](gone.md)\n' });
    const closing = await job.prompt('List broken links and anchors');
    expect(changes(job)).toEqual({});
    expect(closing).toBe(
      [
        'ANSWER: List broken links and anchors\n',
        '- Found 5 broken links and anchors in 1 file.',
        '- Left unchanged: 1 problem in 1 file of change logs (say "including change logs" or name their folder to change them too).\n',
        '- a.md:3: The link leads to bb.md, which does not exist',
        '- a.md:3: b.md has no heading or id `all-the-part` (b.md#all-the-part); b.md#all-the-parts may be meant',
        '- a.md:3: The link leads to missing/thing.md, which does not exist',
        '- a.md:5: The image leads to img/pic.pgn, which does not exist; img/pic.png may be meant',
        '- a.md:5: The link leads to bb.md, which does not exist',
      ].join('\n'),
    );
    expect(await job.prompt('List broken links in b.md')).toContain('There are no broken links in b.md.');
  });

  test('says when there is nothing to fix', async () => {
    const job = jobOn(mintlify);
    expect(await job.prompt('Fix broken links and anchors')).toBe(
      'Nothing had to be changed\n\nThere are no broken links or anchors in the docs.',
    );
  });

  test('does not report success if it can fix none of the problems', async () => {
    const job = jobOn({ 'a.md': '# A\n\n[g](gone.md)\n' });
    expect(await job.prompt('Fix broken links')).toBe(
      [
        'Nothing could be changed',
        'None of the broken links (1) has exactly one sensible fix.',
        'Left as it is:',
        '- a.md:3: The link leads to gone.md, which does not exist',
      ].join('\n\n'),
    );
  });

  test('a repair request of the checks: it fixes what it can, and reports the rest', async () => {
    const job = jobOn({ 'a.md': '# A\n\nfoo [b](bb.md) [c](c.md)\n', 'b.md': '# B\n' });
    await job.prompt('Replace foo with bar');
    const base = { rule: 'link-broken', severity: 'error' as const, path: 'a.md', line: 3 };
    const request = repairRequest([
      { ...base, message: 'The link leads to bb.md', subject: 'bb.md', suggestion: 'b.md' },
      { ...base, message: 'The link leads to c.md', subject: 'c.md' },
    ]);
    const closing = await job.prompt(request, { isFirstMessage: true });
    expect(job.tree.text('a.md')).toBe('# A\n\nbar [b](b.md) [c](c.md)\n');
    expect(closing.split('\n')[0]).toBe('Replace "foo" with "bar"');
    expect(closing).toContain('Fixed 1 link that the change had broken.');
    expect(closing).toContain('- a.md:3: The link leads to c.md');
  });
});

describe('the navigation', () => {
  test('is sorted by titles', async () => {
    const job = jobOn(mintlify);
    await job.prompt('Sort the navigation');
    expect(changes(job)).toEqual({
      'docs.json': mintlify['docs.json'].replace(
        '"index",\n      "guides/start",\n      "guides/api"',
        '"guides/api",\n      "index",\n      "guides/start"',
      ),
    });
  });

  test('of a plain folder does not exist', async () => {
    const job = jobOn({ 'a.md': '# A\n' });
    expect(await job.prompt('Sort the navigation')).toContain('Nothing had to be changed');
  });
});

describe('a conversation', () => {
  test('changes nothing if one of several instructions is not understood', async () => {
    const job = jobOn(mintlify);
    await expect(job.prompt('Rename Acme Cloud to Big Sky\nMake it pop')).rejects.toMatchObject({
      code: 'instruction_not_understood',
      message: expect.stringContaining('"Make it pop"'),
    });
    expect(changes(job)).toEqual({});
    expect(job.steps).toEqual([]);
  });

  test('runs each prompt once, including follow-ups, and the last closing describes the last prompt', async () => {
    const job = jobOn({ 'a.md': 'one two\n' });
    await job.prompt('Replace one with two');
    await job.prompt('Replace two with three');
    const closing = await job.prompt('Replace "three three" with "one"');
    expect(job.tree.text('a.md')).toBe('one\n');
    expect(closing.split('\n')[0]).toBe('Replace "three three" with "one"');
  });

  test('runs a follow-up that arrives meanwhile after the current work', async () => {
    const job = jobOn({ 'a.md': 'one\n' });
    job.later.set(2, 'Replace two with three');
    const closing = await job.prompt('Replace one with two');
    expect(job.tree.text('a.md')).toBe('three\n');
    expect(closing.split('\n')[0]).toBe('Replace "one" with "two", replace "two" with "three"');
  });

  test('reports a failed instruction, and skips it when another message follows', async () => {
    const job = jobOn({ 'a.md': 'one\n' });
    await expect(job.prompt('Delete the page Nothing')).rejects.toThrow('There is no page "Nothing"');
    const closing = await job.prompt('Replace one with two');
    expect(job.tree.text('a.md')).toBe('two\n');
    expect(closing).toContain('- There is no page "Nothing" in the docs.');
  });

  test('does not treat the context note of a message as an instruction', async () => {
    const job = jobOn({ 'a.md': 'one two\n' });
    job.later.set(1, 'Replace two with three');
    await job.prompt(withContext('Replace one with two', { path: 'a.md', line: 1, excerpt: '+one two' }));
    expect(job.tree.text('a.md')).toBe('three three\n');
  });

  test('continues to the same end, wherever it is interrupted', async () => {
    const prompt =
      'Rename Acme Cloud to Big Sky, add a page "New" at guides/new after guides/start; sort the navigation and fix broken links';
    const whole = jobOn(mintlify);
    const closing = await whole.prompt(prompt);
    // What the model learned besides tool results is stored with its calls.
    expect(JSON.stringify(whole.steps[0]?.messages)).toContain('"providerOptions":{"copyeditor":{"notes":');
    for (let steps = 1; steps < whole.steps.length; steps += 1) {
      const job = jobOn(mintlify);
      await expect(job.prompt(prompt, { endAfterSteps: steps })).rejects.toThrow('killed');
      expect(await job.prompt('')).toBe(closing);
      expect(job.tree.files()).toEqual(whole.tree.files());
      expect(job.steps.map((step) => step.tools)).toEqual(whole.steps.map((step) => step.tools));
    }
  });
});

describe('the sample site', () => {
  const folder = join(import.meta.dirname, '../../../../sample-site');
  const files = Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]),
  );

  test('no instruction adds problems', async () => {
    const job = jobOn(files);
    await job.prompt(
      'Fix broken links and anchors, add missing titles and descriptions, normalise headings and sort the navigation',
    );
    await job.prompt(
      'Replace "asset" with "picture" keeping the case; move sdks/go to sdks/golang; delete the page Glossary',
    );
    expect(Object.keys(changes(job)).length).toBeGreaterThan(20);
    expect(await job.introduced()).toEqual([]);
  });
});
