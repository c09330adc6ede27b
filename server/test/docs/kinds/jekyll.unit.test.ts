import { describe, expect, it } from 'vitest';
import { contents, testDocs } from '../support.ts';

const { problems, introduced, site } = testDocs();

const files = {
  '_config.yml': `title: x
baseurl: /base
repository: https://example.org/repo
permalink: pretty
plugins: [jekyll-redirect-from]
collections:
  docs:
    output: true
    permalink: /:collection/:path/
  parts:
    output: false
  posts:
    permalink: /news/:year/:month/:day/:title/
defaults:
  - scope: { path: _docs/old }
    values: { permalink: "/archive/:basename/" }
exclude: [drafts, "*.txt.md"]
`,
  '_layouts/default.html': '{{ content }}',
  '_data/navigation.yml': `main:
  - title: Start
    url: /docs/start/
  - title: Setup
    url: /docs/setup/
    children:
      - title: Gone
        url: /docs/gone/
      - { title: Elsewhere, url: "https://example.org" }
`,
  'index.md': '---\ntitle: Home\n---\n[a](docs/start/)\n',
  'about.html': '---\npermalink: /about-us/\n---\n<p>x</p>\n',
  '_docs/start.md':
    '---\ntitle: Start\nredirect_from:\n  - /begin/\n---\n# Hello -- `there`\n\n## Own\n{: .no_toc #mine }\n',
  '_docs/setup.md': '---\ntitle: Setup\npermalink: /docs/setup/\n---\n',
  '_docs/old/elder.md': '---\ntitle: Elder\n---\n',
  '_posts/2024-03-05-first-post.md': '---\ntitle: First\n---\n',
  '_parts/part.md': '---\ntitle: Part\n---\n[broken](gone.md)\n',
  'drafts/idea.md': '---\ntitle: I\n---\n[broken](gone.md)\n',
  'images/logo.png': 'x',
};

const page = (text: string) => ({ ...files, '_docs/page.md': `---\ntitle: P\n---\n${text}\n` });

/** Returns the problems of one page with this text. */
async function found(text: string): Promise<string[]> {
  const all = await problems(page(text));
  return all.flatMap((line) => (line.startsWith('_docs/page.md:') ? [line.replace(/^\S+ /, '')] : []));
}

/** Returns a page that includes a file with this name. */
const including = (name: string) => ({
  ...page(`{% include ${name} title="of" %}\n\n[a](#of-nobody) [b](#fixed)`),
  '_includes/plain.html': '<h2 id="fixed">{{ include.title }}</h2>\n{% include inner.html %}',
  '_includes/inner.html': '<b>{{ include.title }}</b>',
  '_includes/loud.html': '<h2 id="{{ include.title }}-nobody">x</h2>',
  '_includes/outer.html': '<p>\n{% include loud.html %}',
});

describe('Jekyll', () => {
  it('is recognised by its configuration beside pages, but not by that of another generator', async () => {
    expect(await site(files).site()).toMatchObject({ kind: 'jekyll', root: '' });
    const alone = { 'docs/_config.yml': 'theme: minima\n', 'docs/a.md': '---\ntitle: A\n---\n' };
    expect(await site(alone, 'docs').site()).toMatchObject({ kind: 'jekyll', root: 'docs' });
    const others: Record<string, string>[] = [
      { '_config.yml': 'theme: x\n', 'source/_posts/a.md': '---\ntitle: A\n---\n' },
      { '_config.yml': 'title: book\nexecute: {}\n', '_toc.yml': 'root: a\n', 'a.md': '---\ntitle: A\n---\n' },
      { '_config.yml': 'theme: x\n', 'a.md': '# No front matter\n' },
    ];
    for (const other of others) expect((await site(other).site()).kind).not.toBe('jekyll');
  });

  it('follows collections, defaults, permalinks, posts, HTML pages and old addresses', async () => {
    expect(
      await found(
        '[a](/docs/start/) [b](/begin) [c](/archive/elder/) [d](/news/2024/03/05/first-post/) [e](/about-us/) [f](/base/docs/setup/) [g](/feed.xml) ![h](/images/logo.png)\n[i](/docs/gone/) [j](/beginning/) [k](/news/2024/03/05/second-post/)',
      ),
    ).toEqual(['link-broken /docs/gone/', 'link-broken /beginning/', 'link-broken /news/2024/03/05/second-post/']);
    expect(await site(files).address('_docs/old/elder.md')).toBe('/archive/elder');
    expect(await site(files).address('_posts/2024-03-05-first-post.md')).toBe('/news/2024/03/05/first-post');
  });

  it('parses Liquid in targets', async () => {
    expect(
      await found(
        `[a]({% link _docs/start.md %}#mine) [b]({% post_url 2024-03-05-first-post %}) [c]({{ '/docs/start/' | relative_url }}) [d]({{ "docs/setup" | absolute_url }}) [e]({{ site.baseurl }}/docs/start/) [f]({{ site.url }}{{ site.baseurl }}{% link index.md %}) [g]({{ site.repository }}/issues/1) <a href="{{ '/docs/start/' | relative_url }}">h</a>
[i]({% link _docs/gone.md %}) [j]({% post_url 2024-03-05-second %}) [k]({{ '/docs/gone/' | relative_url }}) [l]({{ site.baseurl }}/docs/gone/) [m]({% link _docs/start.md %}#nothing) [n]({{ page.other }}/x) [p]({{ "start.md" }}) [q]({{ "gone.md" }})

<a href="{{ '/docs/none/' | relative_url }}">o</a>`,
      ),
    ).toEqual([
      'link-broken {% link _docs/gone.md %}',
      'link-broken {% post_url 2024-03-05-second %}',
      "link-broken {{ '/docs/gone/' | relative_url }}",
      'link-broken {{ site.baseurl }}/docs/gone/',
      'anchor-broken {% link _docs/start.md %}#nothing',
      'link-broken {{ "gone.md" }}',
      "link-broken {{ '/docs/none/' | relative_url }}",
    ]);
  });

  it('resolves relative addresses from the page’s address, and files from its folder', async () => {
    const translated = {
      ...files,
      '_docs/fr/start.md': '---\ntitle: D\n---\n[a](../setup/#fr) [b](../setup.md#en) [c](../start/)\n',
      '_docs/fr/setup.md': '---\ntitle: S\n---\n# FR\n',
      '_docs/setup.md': '---\ntitle: S\n---\n# EN\n',
    };
    expect(await problems(translated)).not.toContainEqual(expect.stringContaining('_docs/fr/start.md'));
    expect(
      await problems({ ...translated, '_docs/fr/start.md': '---\ntitle: D\n---\n[a](../setup/#en) [b](gone.md)\n' }),
    ).toEqual(
      expect.arrayContaining([
        '_docs/fr/start.md:4 anchor-broken ../setup/#en',
        '_docs/fr/start.md:4 link-broken gone.md',
      ]),
    );
  });

  it('makes ids as kramdown does for GitHub’s Markdown', async () => {
    expect(
      await found(
        '## It’s “here” -- now\n## Twice\n## Twice\n## {{ page.title }} and more\n\n[a](#its-here--now) [b](#twice-1) [c](/docs/start/#hello--there) [d](/docs/start/#mine) [e](#twice-2) [f](#-and-more) [g](#and-more)',
      ),
    ).toEqual(['anchor-broken #twice-2', 'anchor-broken #-and-more → #and-more']);
  });

  it('reads included files, and does not judge anchors that Liquid may write', async () => {
    const parts = { '_includes/part.md': '## From a part\n' };
    const text = (liquid: string) => ({ ...page(`${liquid}\n\n[a](#from-a-part) [b](#of-nobody)`), ...parts });
    expect(await problems(text('{% include part.md %}'))).toContain('_docs/page.md:6 anchor-broken #of-nobody');
    expect(await problems(text('{% include part.md %}'))).not.toContain('_docs/page.md:6 anchor-broken #from-a-part');
    const looped = await site(text('{% for x in y %}\n## {{ x }}\n{% endfor %}')).check(['_docs/page.md']);
    expect(looped.problems).toEqual([]);
    expect(looped.coverage.notJudged).toMatchObject([{ because: 'Liquid writes a part of the page', count: 2 }]);
    const listed = '{% for x in y %}\n- [{{ x }}](/docs/start/)\n{% endfor %}\n\n[a](#of-nobody)';
    expect(await found(listed)).toEqual(['anchor-broken #of-nobody']);
    expect(await found('`{% raw %}{% include of-a-theme.md %}{% endraw %}` Long<Long> [a](#of-nobody)')).toEqual([
      'anchor-broken #of-nobody',
    ]);
  });

  it('resolves files from the page’s address, and ignores what other programs add to the site', async () => {
    const kept = {
      ...files,
      '_config.yml': `${files['_config.yml']}keep_files: [.git, apidocs, docs/made.html]\n`,
      'cover.html': '---\npermalink: /front.html/\n---\n',
      'deep/page.md':
        '---\ntitle: P\npermalink: /sheet.html\n---\n<a href="images/logo.png">a</a> <a href="images/gone.png">b</a>\n' +
        '[a](/apidocs/a.html) [b](/docs/made.html) [c](/docs/gone.html) [d](/front.html)\n',
    };
    expect((await problems(kept)).filter((line) => line.startsWith('deep/'))).toEqual([
      'deep/page.md:5 link-broken images/gone.png',
      'deep/page.md:6 link-broken /docs/gone.html',
    ]);
  });

  it('does not judge anchors that an include may make from its parameters', async () => {
    expect(await problems(including('plain.html'))).toEqual(
      expect.arrayContaining(['_docs/page.md:6 anchor-broken #of-nobody']),
    );
    expect(await problems(including('plain.html'))).not.toContain('_docs/page.md:6 anchor-broken #fixed');
    for (const name of ['loud.html', 'outer.html', 'of-a-theme.html']) {
      const { coverage } = await site(including(name)).check(['_docs/page.md']);
      expect(coverage.notJudged.map(({ because }) => because)).toContain(`the included ${name} may make anchors`);
    }
  });

  it('reads Markdown only in elements that enable it', async () => {
    const text =
      '<div id="outer" markdown="1">\n- [a](gone.md)\n\n<p>[not](read.md)</p>\n\n## In it\n</div>\n[b](gone-too.md)\n\n' +
      '<details markdown="block"><summary>S</summary>\n[c](gone-three.md)</details>\n\n[d](#in-it) [e](#outer) [f](#inner)';
    expect(await found(text)).toEqual([
      'link-broken gone.md',
      'link-broken gone-too.md',
      'link-broken gone-three.md',
      'anchor-broken #inner',
    ]);
    expect(
      await found('<div markdown="0">\n[a](gone.md)\n</div>\n\n```\n<div markdown="1">\n[b](gone.md)\n```'),
    ).toEqual([]);
  });

  it('ignores code, partials and excluded files', async () => {
    expect(await found('{% highlight md %}\n[a](gone.md)\n{% endhighlight %}\n\n`[b]({% link gone.md %})`')).toEqual(
      [],
    );
    expect((await site(files).site()).pages).toEqual([
      '_docs/old/elder.md',
      '_docs/setup.md',
      '_docs/start.md',
      '_posts/2024-03-05-first-post.md',
      'index.md',
    ]);
  });

  it('does not judge addresses that the site’s own plugins may make', async () => {
    const withPlugin = { ...page('[a](/docs/gone/) [b](/docs/start/)'), '_plugins/pages.rb': 'x' };
    const { problems: none, coverage } = await site(withPlugin).check(['_docs/page.md']);
    expect(none).toEqual([]);
    expect(coverage.notJudged).toMatchObject([{ because: 'plugins of its own may make pages', count: 1 }]);
  });

  it('reads navigation in data files, and keeps it valid', async () => {
    expect(await problems(files)).toContain('_data/navigation.yml:8 navigation-missing-page /docs/gone/');
    const data = files['_data/navigation.yml'];
    const moved = contents(await site(files).planMove('_docs/start.md', '_docs/guide/first.md'));
    expect(moved['_data/navigation.yml']).toBe(data.replace('/docs/start/', '/docs/guide/first/'));
    const deleted = contents(await site(files).planDelete('_docs/start.md'));
    expect(deleted['_data/navigation.yml']).toBe(data.replace('  - title: Start\n    url: /docs/start/\n', ''));
    const added = contents(await site(files).planAdd('_docs/new.md', 'New: one', 'Start'));
    expect(added['_data/navigation.yml']).toBe(
      data.replace('url: /docs/start/\n', 'url: /docs/start/\n  - title: "New: one"\n    url: /docs/new/\n'),
    );
  });

  it('rewrites Liquid links when a page moves, and reports what a deleted page leaves behind', async () => {
    const linking = page(
      `[a]({% link _docs/start.md %}#mine) [b]({{ '/docs/start/' | relative_url }}) [c]({{ site.baseurl }}/docs/start/)`,
    );
    const edits = contents(await site(linking).planMove('_docs/start.md', '_docs/guide/first.md'));
    expect(edits['_docs/page.md']).toBe(
      `---\ntitle: P\n---\n[a]({% link _docs/guide/first.md %}#mine) [b]({{ '/docs/guide/first/' | relative_url }}) [c]({{ site.baseurl }}/docs/guide/first/)\n`,
    );
    const { '_docs/start.md': _, ...without } = linking;
    expect((await introduced(linking, without)).filter((line) => line.startsWith('_docs/page.md'))).toHaveLength(3);
  });
});
