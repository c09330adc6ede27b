import { describe, expect, test } from 'vitest';
import { changes, docsJobs, mintlify } from './docs-jobs.ts';

const { jobOn } = docsJobs();

describe('a renamed term in the title of a page', () => {
  test('is renamed where the pages below name it, and nowhere else', async () => {
    const job = jobOn({
      'a.md': '---\ntitle: The Acme Cloud\n---\n',
      'b.md': '---\ntitle: B\nparent: "The Acme Cloud"\ngrand_parent: Acme Cloud\n---\n',
      'c.md': '---\ntitle: C\nparent: Acme Cloud\nancestor: The Acme Cloud\n---\n',
    });
    const closing = await job.prompt('Rename Acme Cloud to Big Sky');
    expect(changes(job)).toEqual({
      'a.md': '---\ntitle: The Big Sky\n---\n',
      'b.md': '---\ntitle: B\nparent: "The Big Sky"\ngrand_parent: Acme Cloud\n---\n',
      'c.md': '---\ntitle: C\nparent: Acme Cloud\nancestor: The Big Sky\n---\n',
    });
    expect(closing).toContain('- Updated the parent title in 2 pages below.');
  });
});

test('a title that translations share means the original page', async () => {
  const page = '# Setup\n\nAcme\n';
  const job = jobOn({ 'docs/guides/a.md': page, 'docs/de/guides/a.md': page, 'docs/pt-br/guides/a.md': page });
  await job.prompt('Rename Acme to Sky on the Setup page');
  expect(Object.keys(changes(job))).toEqual(['docs/guides/a.md']);
  const twins = jobOn({ 'docs/guides/a.md': page, 'docs/api/guides/b.md': page });
  await expect(twins.prompt('Rename Acme to Sky on the Setup page')).rejects.toThrow('can mean several pages');
});

describe('a term in Markdown that is not a page of the site', () => {
  test('stays and is reported, unless the file is named', async () => {
    const files = {
      'mkdocs.yml': 'site_name: Acme\n',
      'docs/index.md': 'Acme\n',
      'README.md': 'Acme, Acmes, `Acme`\n',
    };
    const job = jobOn({ ...files, '.github/x.md': 'Acme\n' });
    expect(await job.prompt('Rename Acme to Sky')).toContain(
      '- Left 1 occurrence in 1 file that is no page of the site: README.md (name one, as in "in README.md", to change it too).',
    );
    expect(changes(job)).toEqual({ 'docs/index.md': 'Sky\n' });
    await job.prompt('Rename Acme to Sky in README.md');
    expect(job.tree.text('README.md')).toBe('Sky, Acmes, `Acme`\n');
  });
});

describe('a renamed term in the title of a component', () => {
  test('updates the links to it, and leaves broken links unchanged', async () => {
    const files = {
      ...mintlify,
      'guides/more.mdx':
        '---\ntitle: "More"\n---\n\n<Accordion title="The Acme Cloud FAQ">\n\nText.\n\n</Accordion>\n\n' +
        '[in](#the-acme-cloud-faq) [gone](#old-acme-cloud)\n',
    };
    const job = jobOn(files);
    const anchors = (await job.prompt('List broken anchors')).split('\n').filter((line) => line.startsWith('- '));
    await job.prompt('Rename Acme Cloud to Big Sky');
    expect(job.tree.text('guides/more.mdx')).toBe(
      files['guides/more.mdx'].replace('Acme Cloud', 'Big Sky').replace('#the-acme-cloud-faq', '#the-big-sky-faq'),
    );
    expect(anchors).toHaveLength(1);
    expect(await job.introduced()).toEqual([]);
  });
});
