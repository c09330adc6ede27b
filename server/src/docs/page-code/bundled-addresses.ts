import { decoded } from '../text/decoded.ts';
import { decodeEntities } from './addresses.ts';
import type { Element } from './elements.ts';
import { longestWordOf, type CodePiece } from './piece.ts';
import { leadsOutside } from './rough-includes.ts';

/** An address as a page names it: a bundler imports what an image names, and may load what a link names. */
interface NamedAddress {
  address: string;
  isImage: boolean;
  offset: number;
}

/** Returns the addresses of a page's images and links. */
export function namedAddresses(shown: string, tags: readonly Element[]): NamedAddress[] {
  let done = 0;
  const linked = Array.from(shown.matchAll(/\]\((?=[\s<]*([^\n]*))/g), ({ 1: address = '', index }) => {
    // An image may stand within the text of a link, and a bracket within that of an image.
    const before = shown.slice(done, index);
    done = index + 2;
    const isImage = before.slice(before.lastIndexOf('\n\n') + 1).includes('![');
    return { address: endedAt(address, true), isImage, offset: index };
  });
  const definitions = shown.matchAll(/^[ \t>*+-]*\[(?!\^)[^\]\n]+\]:(?!:)[ \t]*\n?[ \t]*(\S[^\n]*)/gm);
  const refersToImages = /!\[[^\]]*\](?!\()/.test(shown);
  const defined = Array.from(definitions, ({ 1: address = '', index }) => ({
    address: endedAt(address, false),
    isImage: refersToImages,
    offset: index,
  }));
  const inTags = tags.flatMap(({ name, attributes }) =>
    attributes.flatMap(({ name: attribute, value = '', offset }) => {
      const isSource = /^(?:src|srcset|poster)$/i.test(attribute) || /^(?:xlink:)?href$/i.test(attribute);
      if (!isSource || /^(?:script|iframe|frame|embed|object)$/i.test(name)) return [];
      const isImage = !/^href$/i.test(attribute) || /^(?:image|use|feimage)$/i.test(name);
      const addresses = /^srcset$/i.test(attribute)
        ? value.split(',').map((one) => one.trim().split(/\s/)[0] ?? '')
        : [value];
      return addresses.map((address) => ({ address, isImage, offset }));
    }),
  );
  return [...linked, ...defined, ...inTags];
}

/** Returns an address up to its title, or to the parenthesis that closes the link. */
function endedAt(text: string, isInParentheses: boolean): string {
  const untitled = text.replace(/>?[ \t]+["'(].*$/s, '').replace(/\r$/, '');
  if (!isInParentheses) return untitled.replace(/^<|>[ \t]*$/g, '').trim();
  let depth = 0;
  for (const { 0: sign, index } of untitled.matchAll(/[()>]|[ \t](?=\))/g)) {
    if (sign === '(') depth += 1;
    else if (sign !== ')' || depth === 0) return untitled.slice(0, index);
    else depth -= 1;
  }
  return untitled;
}

/**
 * Returns what addresses of images and links make a bundler run. VitePress, Docusaurus, Astro and Next turn an image of
 * the site into an import whose specifier is the address: `!` names a loader of webpack, `?raw` reads any file, a quotation
 * mark ends the specifier, and a file that is no image is a program.
 */
export function bundledAddresses(addresses: readonly NamedAddress[]): CodePiece[] {
  return addresses.flatMap(({ address, isImage, offset }) => {
    const plain = decoded(decodeEntities(address)).trim();
    if (plain === '' || isElsewhere.test(plain)) return [];
    const isPlain = isImage ? plainImage.test(plain) : !/!(?:[./@\w-]|$)/.test(plain);
    if (isPlain) return [];
    const key = `import ${plain.slice(0, 500)}`;
    return [{ kind: 'import', runs: 'build', key, seek: longestWordOf(address), offset } satisfies CodePiece];
  });
}

/** Addresses of other sites, of a place on the page, of mail, and images within the page. Nothing of them is imported. */
const isElsewhere = /^(?:#|\/\/(?!\/)[\w.-]|(?:https?|mailto|tel|data|pathname):|\{)/i;

const plainImage =
  /^(?!\/@)[\p{L}\p{N}\p{M}_.~@/ ()+,=&[\]-]*\.(?:png|jpe?g|gif|webp|avif|svg|ico|bmp|apng|tiff?|heic|jfif|mp4|webm|mov|m4v|ogv|ogg|mp3|wav|flac|m4a|pdf|md|mdx|html?)(?:\?[\w.=&-]*(?<!\b(?:raw|url|inline|import|worker|init)))?(?:#[\w.=&:/-]*)?$|^(?!\/@)(?:\.{0,2}\/)*[\w~@/-]*(?:#[^'"`\\!?]*)?$/iu;

/** Returns the files above the repository that images and links name: builders publish them beside the page. */
export function publishedFromOutside(page: string, addresses: readonly NamedAddress[]): CodePiece[] {
  return addresses.flatMap(({ address, isImage, offset }) => {
    const plain = decoded(decodeEntities(address))
      .replace(/^(?:path|file):/, '')
      .trim();
    const isFile = isImage || (/\.\w+(?:[?#].*)?$/s.test(plain) && !/\.(?:mdx?|html?|rst)(?:[?#].*)?$/is.test(plain));
    if (!isFile || !leadsOutside(page, plain)) return [];
    const key = `include ${plain.slice(0, 500)}`;
    return [{ kind: 'outside', runs: 'build', key, seek: longestWordOf(address), offset } satisfies CodePiece];
  });
}
