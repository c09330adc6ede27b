import { describe, expect, it } from 'vitest';
import { contents, testDocs } from '../support.ts';

const { problems, site } = testDocs();

const files = {
  'hugo.toml': `baseURL = 'https://example.org/'
[permalinks]
  blog = '/:section/:year/:month/:slug/'
[[module.mounts]]
  source = 'content/en'
  target = 'content'
[[module.mounts]]
  source = 'README.md'
  target = 'content/project/README.md'
`,
  'README.md': '# Project\n[elsewhere](nowhere.md)\n',
  'content/en/_index.md': '+++\ntitle = "Home"\n+++\n[docs](/docs/) [readme](/project/readme/)\n',
  'content/en/docs/_index.md': '---\ntitle: Docs\n---\n',
  'content/en/docs/Install.md': '+++\ntitle = "Install"\naliases = ["/setup/", "get"]\n+++\n## A `code` -- & more\n',
  'content/en/docs/slugged.md': '---\ntitle: Slugged\nslug: nice\naliases:\n  - /elder\n---\n',
  'content/en/docs/fixed.md': '{\n  "title": "Fixed",\n  "url": "/somewhere/else/"\n}\n\n## Json\n',
  'content/en/docs/bundle/index.md': '---\ntitle: Bundle\n---\n![beside](pic.png) ![none](no.png)\n',
  'content/en/docs/bundle/pic.png': 'x',
  'content/en/blog/first.md': '---\ntitle: The First Post\ndate: 2024-03-05\n---\n',
  'static/img/logo.png': 'x',
};

const page = (text: string) => ({ ...files, 'content/en/docs/page.md': `---\ntitle: P\n---\n${text}\n` });

/** Returns the problems of one page with this text. */
async function found(text: string): Promise<string[]> {
  const all = await problems(page(text));
  return all.flatMap((line) => (line.startsWith('content/en/docs/page.md:') ? [line.replace(/^\S+ /, '')] : []));
}

const mount = (source: string, target: string) =>
  `[[module.mounts]]\n  source = '${source}'\n  target = 'content${target}'\n`;

describe('Hugo', () => {
  it('is recognised by its configuration beside content, but not by that of another generator', async () => {
    expect(await site(files).site()).toMatchObject({ kind: 'hugo', root: '' });
    expect(
      await site({
        'site/config/_default/hugo.yaml': 'title: x\n',
        'site/content/a.md': '# A\n',
      }).site(),
    ).toMatchObject({ kind: 'hugo', root: 'site' });
    expect(await site({ 'config.yaml': 'database: x\n', 'content/a.md': '# A\n' }).site()).toMatchObject({
      kind: 'plain',
    });
    expect(await site({ 'hugo.toml': 'title = "a theme"\n', 'README.md': '# A\n' }).site()).toMatchObject({
      kind: 'plain',
    });
  });

  it('follows mounts, slugs, fixed addresses, aliases in any front matter, and permalinks', async () => {
    expect(
      await problems(
        page(
          '[a](/docs/install/) [b](/setup) [c](/docs/get/) [d](/docs/nice/) [e](/elder/) [f](/somewhere/else/)\n[g](/blog/2024/03/the-first-post/) [h](/project/readme/) [i](/img/logo.png) [j](/tags/x/) [k](/docs/bundle/)\n[l](/docs/gone/) [m](/elders/) [n](/blog/2024/03/the-second-post/)\n',
        ),
      ),
    ).toEqual([
      'content/en/docs/bundle/index.md:4 image-missing no.png',
      'content/en/docs/page.md:6 link-broken /docs/gone/',
      'content/en/docs/page.md:6 link-broken /elders/',
      'content/en/docs/page.md:6 link-broken /blog/2024/03/the-second-post/',
    ]);
    expect(await site(files).address('content/en/docs/slugged.md')).toBe('/docs/nice');
    expect(await site(files).address('content/en/docs/fixed.md')).toBe('/somewhere/else');
  });

  it('resolves links as render hooks and browsers do, ignoring case', async () => {
    expect(
      await found('[a](install.md) [b](../install/) [c](/docs/INSTALL) [d](install) [e](gone.md) [f](../gone/)'),
    ).toEqual(['link-broken gone.md', 'link-broken ../gone/']);
  });

  it('parses references whose paths have spaces, or no space before them', async () => {
    const spaced = {
      ...page(
        '[a]({{< ref "/docs/Old Name/a.md" >}}) [b]({{< ref"install.md" >}}) [c]({{< ref "/docs/No Name.md" >}})',
      ),
      'content/en/docs/Old Name/a.md': '---\ntitle: A\n---\n',
    };
    expect((await problems(spaced)).filter((line) => line.includes('page.md'))).toEqual([
      'content/en/docs/page.md:4 link-broken {{< ref "/docs/No Name.md" >}}',
    ]);
  });

  it('parses ref and relref in links, definitions and attributes', async () => {
    expect(
      await found(
        '[a]({{< ref "install.md" >}}) [b]({{% relref "/docs/install#a-code---more" %}}) [c]({{< relref path="nice-none" >}})\n[d]({{< ref slugged >}}) [e][x] <a href="{{< ref "gone2" >}}">f</a> [g]({{< ref "install#nothing" >}}) [h]({{< param version >}}/x)\n\n[x]: {{< ref "/docs/gone" >}}\n',
      ),
    ).toEqual([
      'link-broken {{< relref path="nice-none" >}}',
      'link-broken {{< ref "gone2" >}}',
      'anchor-broken {{< ref "install#nothing" >}}',
      'link-broken {{< ref "/docs/gone" >}}',
    ]);
  });

  it('makes ids as Hugo does, also for terms and behind shortcodes', async () => {
    expect(
      await found(
        '## {{% icon x %}} With a sign\n## Twice\n## Twice\n## Own {#mine}\n\n`term`\n: Text\n\n[a](#with-a-sign) [b](#twice-1) [c](#mine) [d](#term) [e](install.md#a-code---more) [f](#twice-2) [g](#own)\n',
      ),
    ).toEqual(['anchor-broken #twice-2', 'anchor-broken #own']);
  });

  it('resolves what a shortcode includes: a page, nothing, or something unknown', async () => {
    const templates = {
      'layouts/_shortcodes/new-in.html': '<span>{{ .Get 0 }}</span>',
      'layouts/_shortcodes/widget.html': '<div id="{{ .Get 0 }}"></div>',
      'layouts/_shortcodes/def.html': '{{ $id := .Get "id" }}<dfn id="def-{{ $id }}">{{ .Inner }}</dfn>',
      'layouts/_shortcodes/made.html': '{{ range site.Data.made }}<h2 id="{{ . }}"></h2>{{ end }}',
      'content/en/_common/part.md': '## From a part\n',
    };
    const text = (shortcode: string) => ({
      ...page(`${shortcode}\n\n[a](#from-a-part) [b](#of-nobody)`),
      ...templates,
    });
    expect(await problems(text('{{% include "_common/part.md" %}}'))).toContain(
      'content/en/docs/page.md:6 anchor-broken #of-nobody',
    );
    expect(await problems(text('{{< new-in 1.2 >}}'))).toEqual(
      expect.arrayContaining([expect.stringContaining('#from-a-part'), expect.stringContaining('#of-nobody')]),
    );
    const given = await site(text('{{< widget from-a-part >}}')).check(['content/en/docs/page.md']);
    expect(given.problems.map(({ subject }) => subject)).toEqual(['#of-nobody']);
    const defined = '{{< def id="leaf" >}}The last one{{< /def >}} [c](#def-leaf) [d](#def-last-one) [e](#def-tree)';
    const ofDefined = await site(text(defined)).check(['content/en/docs/page.md']);
    expect(ofDefined.problems.map(({ subject }) => subject)).toEqual(['#def-tree', '#from-a-part', '#of-nobody']);
    expect(ofDefined.coverage.notJudged).toMatchObject([{ because: 'the shortcode def may make anchors', count: 1 }]);
    const made = await site(text('{{< made >}}')).check(['content/en/docs/page.md']);
    expect(made.problems).toEqual([]);
    expect(made.coverage.notJudged.map(({ because }) => because)).toEqual(['the shortcode made may make anchors']);
  });

  it('ignores targets that a render hook defines itself, and code', async () => {
    const hook = { 'layouts/_markup/render-link.html': '{{ if eq .Destination "g" }}<a>{{ end }}' };
    expect(await problems({ ...page('[term](g) [other](h)'), ...hook })).toContain(
      'content/en/docs/page.md:4 link-broken h',
    );
    expect(
      await found('{{< highlight md >}}\n[a](gone.md)\n{{< /highlight >}}\n\n```text\n[a]({{< ref "gone" >}})\n```'),
    ).toEqual([]);
  });

  it('knows languages by folder and by name', async () => {
    const several = {
      'hugo.yaml': 'languages:\n  en:\n    weight: 1\n  fr:\n    contentDir: fr\n',
      'content/a.md': '# A\n',
      'fr/a.md': '# A\n[a](/fr/a/) [b](/a/) [c](/fr/b/)\n',
    };
    expect(
      await problems({ ...several, 'hugo.yaml': several['hugo.yaml'].replace('weight: 1', 'contentDir: content') }),
    ).toEqual(['fr/a.md:2 link-broken /fr/b/']);
    expect(
      await problems({
        'hugo.yaml': 'languages:\n  en:\n    weight: 1\n  fr:\n    weight: 2\n',
        'content/a.md': '# A\n[a](/fr/a/) [b](/fr/b/) [c](/de/a/)\n',
        'content/a.fr.md': '# A\n',
      }),
    ).toEqual(['content/a.md:2 link-broken /fr/b/', 'content/a.md:2 link-broken /de/a/']);
  });

  it('treats files beside an index.md as parts of it', async () => {
    const bundled = {
      ...files,
      'content/en/parts/index.md': '---\nheadless: true\n---\n',
      'content/en/parts/deep/part.md': '[a](gone.md) [b](#gone)\n',
      'content/en/docs/bundle/beside.md': '[a](gone.md)\n',
    };
    expect((await site(bundled).site()).pages).not.toContainEqual(expect.stringMatching(/part\.md|beside/));
    expect((await problems(bundled)).filter((line) => line.includes('gone'))).toEqual([]);
  });

  it('does not judge links into mounts from other repositories', async () => {
    const mounted = {
      'hugo.toml': `title = 'x'\n${mount('content', '')}${mount('../sdk/python/docs', '/clients/python')}`,
      'content/docs/b.md': '---\ntitle: B\n---\n',
      'content/a.md':
        '---\ntitle: A\n---\n[a](/clients/python/start/) [b]({{< ref python >}}) [c]({{< ref "python-start.md#x" >}})\n' +
        '[d]({{< ref pythonic >}}) [e](/docs/gone/) [f]({{< ref "/clients/python/start.md" >}})\n',
    };
    expect((await problems(mounted)).map((line) => line.replace(/^\S+ /, ''))).toEqual([
      'link-broken {{< ref pythonic >}}',
      'link-broken /docs/gone/',
    ]);
  });

  it('reads a file of configuration for each language', async () => {
    const apart = {
      'config/_default/hugo.toml': 'title = "x"\n',
      'config/_default/languages.en.toml': 'contentDir = "content/en"\n',
      'config/_default/languages.fr.toml': 'contentDir = "content/fr"\n',
      'content/en/a.md': '# A\n[a](/fr/b/) [b](/b/)\n',
      'content/fr/b.md': '# B\n[a](/a/)\n',
    };
    expect(await problems(apart)).toEqual(['content/en/a.md:2 link-broken /b/ → /fr/b/']);
  });

  it('does not judge if the configuration cannot be read', async () => {
    const broken = { 'hugo.toml': 'title = \n[[[', 'content/a.md': '# A\n[a](gone.md) [b](/gone/)\n' };
    expect(await problems(broken)).toEqual([]);
    expect((await site(broken).check()).coverage.notJudged).toMatchObject([
      { because: 'its configuration cannot be read', count: 1 },
      { because: 'nothing of this site is at /gone', count: 1 },
    ]);
  });

  it('reports where front matter in TOML is wrong', async () => {
    expect(await problems({ ...files, 'content/en/bad.md': '+++\ntitle = \n+++\n# B\n' })).toEqual(
      expect.arrayContaining(['content/en/bad.md:2 front-matter-yaml']),
    );
  });

  it('rewrites links in their notation when a page moves', async () => {
    const linking = page('[a]({{< ref "install.md#x" >}}) [b]({{% relref "/docs/install" %}}) [c](/docs/install/)');
    const edits = contents(await site(linking).planMove('content/en/docs/Install.md', 'content/en/guide/setup.md'));
    expect(edits['content/en/docs/page.md']).toBe(
      '---\ntitle: P\n---\n[a]({{< ref "../guide/setup.md#x" >}}) [b]({{% relref "/guide/setup" %}}) [c](/guide/setup/)\n',
    );
  });

  it('keeps relative references valid when a page moves', async () => {
    const edits = contents(
      await site(page('[a]({{< ref "./slugged" >}}) [b]({{< relref "../docs/bundle/" >}})')).planMove(
        'content/en/docs/page.md',
        'content/en/guide/deep/page.md',
      ),
    );
    expect(edits['content/en/guide/deep/page.md']).toContain('[a]({{< ref "../../docs/slugged" >}})');
    expect(edits['content/en/guide/deep/page.md']).toContain('[b]({{< relref "../../docs/bundle/" >}})');
  });

  it('turns links to a deleted page into plain text', async () => {
    const edits = contents(
      await site(page('See [the *setup*]({{< ref "install" >}}).')).planDelete('content/en/docs/Install.md'),
    );
    expect(edits['content/en/docs/page.md']).toContain('See the *setup*.\n');
  });

  it('finds what a change of the configuration breaks', async () => {
    const tree = (config: string) =>
      site({ ...files, 'hugo.toml': config, 'content/en/z.md': '# Z\n[a](/blog/2024/03/the-first-post/)\n' });
    const after = files['hugo.toml'].replace('/:section/:year/:month/:slug/', '/:section/:slug/');
    expect((await tree(files['hugo.toml']).check()).problems.filter(({ path }) => path === 'content/en/z.md')).toEqual(
      [],
    );
    expect((await tree(after).check()).problems.filter(({ path }) => path === 'content/en/z.md')).toHaveLength(1);
  });
});
