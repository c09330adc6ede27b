const media =
  'png|jpe?g|gif|svg|webp|avif|ico|bmp|mp4|m4v|webm|ogv|ogg|mov|mp3|wav|m4a|flac|vtt|pdf|lottie|riv|glb|gltf|cast|wasm';

const wholeMediaPath = new RegExp(`^(?:/|\\.{1,2}/|[\\w@-])[^\\s{}$*<>|"']*\\.(?:${media})(?:[?#]\\S*)?$`, 'i');

/** Returns whether a text is the path of a file that pages show or play, and neither computed nor at another site. */
export function isMediaFile(text: string): boolean {
  return text.length <= 300 && wholeMediaPath.test(text) && !/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(text);
}

const mediaEndings = new RegExp(`\\.(?:${media})(?:[?#][^\\s"']{0,300})?["']`, 'gi');

/** Returns what may be such files in the attributes of a text. Code samples are included. */
export function roughMediaFiles(text: string): string[] {
  const found: string[] = [];
  // These extensions are rare and equals signs are not: the search for a target begins at its end.
  for (const { 0: ending, index } of text.matchAll(mediaEndings)) {
    const end = index + ending.length - 1;
    const start = text.lastIndexOf(text[end] ?? '', end - 1) + 1;
    if (end - start > 300 || !/=\s{0,9}["']$/.test(text.slice(Math.max(0, start - 11), start))) continue;
    const target = text.slice(start, end);
    if (isMediaFile(target)) found.push(target);
  }
  return found;
}
