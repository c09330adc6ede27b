import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

const pages = ['index.html', 'docs/index.html', 'docs/install.html', 'docs/café.html', 'docs/with space.html'];
const files: Record<string, string> = {
  'docs/install.md': '# Install\n',
  'docs/quote".html': '<!doctype html><title>Quote</title>',
  'llms.txt': '# Docs\n',
  'robots.txt': 'User-agent: *\nAllow: /\n',
  'sitemap.xml': '<urlset/>',
  'favicon.ico': '',
  'assets/site.css': 'body { margin: 2em }',
  'assets/site.js': 'document.title += "."',
  'assets/logo.png': 'PNG',
};

/** Writes a small site into a folder. */
export async function makeSite(folder: string): Promise<void> {
  const all = { ...Object.fromEntries(pages.map((page) => [page, pageText(page)])), ...files };
  for (const [name, text] of Object.entries(all)) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}

function pageText(name: string): string {
  return `<!doctype html><title>${name}</title><link rel="stylesheet" href="/assets/site.css">
<script src="/assets/site.js"></script><img src="/assets/logo.png" alt="">
<p><a href="/">Start</a> <a href="/docs/">Docs</a> <a href="/docs/install.html">Install</a></p>
`;
}
