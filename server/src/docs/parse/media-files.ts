const media =
  'png|jpe?g|gif|svg|webp|avif|ico|bmp|mp4|m4v|webm|ogv|ogg|mov|mp3|wav|m4a|flac|vtt|pdf|lottie|riv|glb|gltf|cast|wasm';

const whole = new RegExp(`^(?:/|\\.{1,2}/|[\\w@-])[^\\s{}$*<>|"']*\\.(?:${media})(?:[?#]\\S*)?$`, 'i');

/** Whether a text is the path of a file that pages show or play, not one that is computed or at another site. */
export function isMediaFile(text: string): boolean {
  return text.length <= 300 && whole.test(text) && !/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(text);
}

const attribute = new RegExp(`=\\s{0,9}(["'])([^\\s{}$*<>|"']{1,300}\\.(?:${media})(?:[?#][^\\s"']{0,300})?)\\1`, 'gi');

/** What may be such files in attributes of a text; what is only shown as code is among it. */
export function roughMediaFiles(text: string): string[] {
  return [...text.matchAll(attribute)].flatMap(([, , target = '']) => (isMediaFile(target) ? [target] : []));
}
