import { describe, expect, it } from 'vitest';
import { testDocs } from '../support.ts';

const { site } = testDocs();

const many = (piece: string, characters = 400_000) => piece.repeat(Math.floor(characters / piece.length));

describe('a site with hostile files', () => {
  it.each([
    ['brackets', many('[')],
    ['links without an end', many('[a](')],
    ['spaces in a title', `[a](b ${many(' ')}`],
    ['links', many('[a](/b) ')],
  ])('is read with a llms.txt of %s', async (_what, text) => {
    const { index } = await site({
      'mkdocs.yml': 'nav: [index.md]\n',
      'docs/index.md': '# A\n',
      'docs/llms.txt': text,
    }).readability();
    expect(index).toMatchObject({ state: 'file', source: 'docs/llms.txt' });
  });

  it('is read with settings of one long word', async () => {
    const { index } = await site({ 'mkdocs.yml': `x: ${many('a')}\n`, 'docs/index.md': '# A\n' }).readability();
    expect(index.state).toBe('none');
  });

  it.each([
    ['scripts without an end', many('<script>')],
    ['shortcodes without an end', `{{< ${many(' ')}`],
    ['tabs', many('=== "a"\n', 100_000)],
    ['headings', many('# a\n')],
  ])('has a page of %s that is read or counted as not read', async (_what, text) => {
    const { pages, notJudged } = await site({ 'mkdocs.yml': 'nav: [index.md]\n', 'docs/index.md': text }).readability();
    expect([pages, notJudged.length]).toSatisfy(([read, not]: number[]) => read === 1 || not === 1);
  });
});
