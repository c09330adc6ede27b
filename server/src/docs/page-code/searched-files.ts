import { extensionOf } from '../text/paths.ts';

/** Returns whether a file of the docs is searched for code. */
export function isSearchedForCode(path: string): boolean {
  return /^\.(?:md|mdx|markdown|mdown|mkd|mdoc|rst|txt|adoc|asciidoc|org|po|json|ya?ml|toml|svg|puml|plantuml|mmd|mermaid|d2|csv|tsv|pot|vtt|srt)$/.test(
    extensionOf(path),
  );
}

/** Whether a file is an image, a film or sound by its name. */
export function isPicture(path: string): boolean {
  return picture.test(path);
}

const picture = /\.(?:png|jpe?g|gif|webp|avif|ico|bmp|apng|tiff?|heic|mp4|webm|mov|m4v|ogv|mp3|ogg|wav|m4a|flac|pdf)$/i;
