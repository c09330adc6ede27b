import { SaxesParser } from 'saxes';
import { SitemapFailure } from './failure.ts';

/** One file of a sitemap: addresses of pages, or of other such files. */
export interface SitemapFile {
  kind: 'pages' | 'files';
  locations: string[];
  /** Whether it contains more than was read. */
  more: boolean;
}

/** The limit that sitemaps.org sets for an address. */
const longestLocation = 2_048;
/** A sitemap is three levels deep, and its extensions two more: deeper nesting, or more attributes, is an attack. */
const deepestNesting = 20;
const mostAttributes = 50;

/**
 * Reads a file of a sitemap (https://www.sitemaps.org/protocol.html) as it arrives. Only XML's own entities are
 * allowed: a document type is refused.
 *
 * @throws SitemapFailure if it is no sitemap; and what `bytes` throws.
 */
export async function parseSitemap(bytes: AsyncIterable<Uint8Array>, maximumLocations: number): Promise<SitemapFile> {
  const reader = openReader(maximumLocations);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of bytes) {
    reader.write(decode(() => decoder.decode(chunk, { stream: true })));
    // The rest will not be read, so it need not be sent.
    if (reader.isFull()) return reader.file();
  }
  reader.write(decode(() => decoder.decode()));
  return reader.close();
}

function decode(text: () => string): string {
  try {
    return text();
  } catch (cause) {
    throw new SitemapFailure('a file is not in UTF-8', { cause });
  }
}

function openReader(maximumLocations: number) {
  const parser = new SaxesParser({ xmlns: false, position: false });
  const open: string[] = [];
  const locations: string[] = [];
  let kind: SitemapFile['kind'] | undefined;
  let prefix = '';
  let attributes = 0;
  let text = '';
  let more = false;
  const isLocation = () => open.length === 3 && open[2] === 'loc';

  parser.on('doctype', () => refuse('a file has a document type'));
  parser.on('error', (cause) => refuse('a file is no well-formed XML', cause));
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > mostAttributes) refuse('a file is no sitemap');
  });
  parser.on('opentagstart', ({ name }) => {
    attributes = 0;
    if (open.length === 0) {
      prefix = /^[^:]*:/.exec(name)?.[0] ?? '';
      kind = kindOf(name.slice(prefix.length));
    }
    // `sm:loc` is `loc` if the root is `sm:urlset`; `image:loc` is not.
    open.push(name.startsWith(prefix) ? name.slice(prefix.length) : name);
    if (open.length > deepestNesting) refuse('a file is no sitemap');
    text = '';
  });
  parser.on('closetag', () => {
    if (isLocation()) add(text.trim());
    open.pop();
  });
  for (const event of ['text', 'cdata'] as const) {
    parser.on(event, (piece) => {
      if (isLocation()) text += piece;
    });
  }

  return {
    write: (piece: string) => void parser.write(piece),
    isFull: () => more && locations.length >= maximumLocations,
    file: (): SitemapFile => ({ kind: kind ?? refuse('a file is no sitemap'), locations, more }),
    close(): SitemapFile {
      parser.close();
      return this.file();
    },
  };

  function add(location: string): void {
    if (location.length > longestLocation || locations.length >= maximumLocations) more = true;
    else if (location !== '') locations.push(location);
  }
}

function kindOf(name: string): SitemapFile['kind'] {
  if (name === 'urlset') return 'pages';
  return name === 'sitemapindex' ? 'files' : refuse('a file is no sitemap');
}

function refuse(message: string, cause?: unknown): never {
  throw new SitemapFailure(message, { cause });
}
