/**
 * Replaces each invisible character of `text` by what `replacementOf` returns for it: controls, bidirectional marks
 * (CVE-2021-42574), tags, zero-width characters, variation selectors, fillers, private and lone code units. A text can
 * hide a second text in them that only programs read. Tabs and line breaks stay, and so does what scripts and emoji
 * need by Unicode's own rules: see {@link makeLegitimate}.
 */
export function replaceInvisible(text: string, replacementOf: (character: string) => string): string {
  if (plain.test(text)) return text;
  return text.replace(suspicious, (character: string, offset: number) =>
    isLegitimate(text, offset) ? character : replacementOf(character),
  );
}

/** Returns the name that is shown for an invisible character: its code point. */
export function nameOfInvisible(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Returns a text with its invisible characters named: `a[U+202E]b`. */
export function visibleText(text: string): string {
  return replaceInvisible(text, (character) => `[${nameOfInvisible(character)}]`);
}

/** Escapes invisible characters in JSON: a terminal shows them, and a program reads the same value. */
export function visibleJson(json: string): string {
  return replaceInvisible(json, (character) =>
    Array.from({ length: character.length }, (_, index) => escaped(character.charCodeAt(index))).join(''),
  );
}

function escaped(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}

/** Most texts contain only these characters, and creating the other pattern takes milliseconds. */
const plain = /^[\t\n\x20-\x7e]*$/;

/**
 * Excludes the marks that Arabic and Syriac write below numbers and Brahmi before them: they are visible, though
 * Unicode calls them format characters.
 */
const suspicious =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800](?<![\t\n\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}])/gu;

function isLegitimate(text: string, offset: number): boolean {
  const pattern = (legitimate ??= makeLegitimate());
  pattern.lastIndex = offset;
  return pattern.test(text);
}

let legitimate: RegExp | undefined;

/** Letters that join to each other. A joiner or non-joiner between them is visible, since it changes their forms. */
const joining = [
  String.raw`\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mandaic}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Adlam}`,
  String.raw`\p{Script=Phags_Pa}\p{Script=Manichaean}\p{Script=Hanifi_Rohingya}\p{Script=Sogdian}\p{Script=Chorasmian}`,
].join('');
const joiningLetter = String.raw`(?:(?=\p{L})[${joining}])`;

/**
 * Characters of canonical combining class 9 in UnicodeData.txt: a joiner after one chooses between forms of a cluster.
 */
const virama = [
  String.raw`[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d3b\u0d3c\u0d4d\u0dca\u0eba\u0f84\u1039\u103a\u1714\u1715`,
  String.raw`\u1734\u17d2\u1a60\u1b44\u1baa\u1bab\u1bf2\u1bf3\u2d7f\ua806\ua82c\ua8c4\ua953\ua9c0\uaaf6\uabed`,
  String.raw`\u{10a3f}\u{11046}\u{11070}\u{1107f}\u{110b9}\u{11133}\u{11134}\u{111c0}\u{11235}\u{112ea}\u{1134d}\u{11442}`,
  String.raw`\u{114c2}\u{115bf}\u{1163f}\u{116b6}\u{1172b}\u{11839}\u{1193d}\u{1193e}\u{119e0}\u{11a34}\u{11a47}\u{11a99}`,
  String.raw`\u{11c3f}\u{11d44}\u{11d45}\u{11d97}\u{11f41}\u{11f42}]`,
].join('');

/**
 * Scripts in which a letter and the sign after it may be joined or kept apart: Marathi `अ\u200dॅ`, Bengali `র\u200c্য`.
 */
const indic = [
  String.raw`\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}`,
  String.raw`\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}`,
].join('');

/** Scripts without spaces between words: a break may stand there instead. */
const unspacedScripts = String.raw`[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]`;

/**
 * Invisible characters that are needed where they stand: the joiner between two emoji, a selector right after an emoji
 * or in a keycap, and the flags of England, Scotland and Wales (UTS 51); joiner and non-joiner where they change the
 * form of Arabic or Indic letters (UAX 31, 2.3); one selector right after a character that has variants (UTS 37,
 * StandardizedVariants.txt). The numbers are limits: nobody writes more marks.
 */
const makeLegitimate = (): RegExp =>
  new RegExp(
    [
      String.raw`\r(?=\n|$)`,
      String.raw`(?<=\p{Extended_Pictographic}\ufe0f?|\p{Emoji_Modifier})\u200d(?=\p{Extended_Pictographic})`,
      String.raw`(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f]`,
      String.raw`(?<=[0-9#*])\ufe0f(?=\u20e3)`,
      flagTags(),
      String.raw`(?<=${joiningLetter}\p{M}{0,4})\u200c(?=${joiningLetter})`,
      String.raw`(?<=${virama}\p{M}{0,2})\u200c(?=\p{L})`,
      String.raw`(?<=${joiningLetter}\p{M}{0,4})\u200d(?![\p{M}${joining}])|(?<![\p{M}${joining}])\u200d(?=${joiningLetter})`,
      String.raw`(?<=${virama}\p{M}{0,2})\u200d|(?<=(?=\p{L})[${indic}])[\u200c\u200d](?=(?=\p{M})[${indic}])`,
      String.raw`(?<=${unspacedScripts})\u200b(?=${unspacedScripts})`,
      String.raw`(?<=[\p{Script=Han}\p{Script=Myanmar}\p{Script=Phags_Pa}\p{Sm}\u3001\u3002\uff01-\uff1f])[\ufe00-\ufe02]`,
      String.raw`(?<=\p{Unified_Ideograph})[\u{e0100}-\u{e011f}]`,
      String.raw`(?<=(?!\p{Default_Ignorable_Code_Point})\p{Script=Mongolian})[\u180b-\u180f]`,
    ].join('|'),
    'uy',
  );

/**
 * Matches the tags after a black flag: `gbeng`, `gbsct` or `gbwls` and the end tag. Each of the six is matched alone,
 * with the others on both sides.
 */
function flagTags(): string {
  return ['gbeng', 'gbsct', 'gbwls']
    .flatMap((region) => {
      const tags = [...Array.from(region, (letter) => 0xe_00_00 + letter.charCodeAt(0)), 0xe_00_7f];
      const written = tags.map((tag) => String.raw`\u{${tag.toString(16)}}`);
      return written.map(
        (tag, index) =>
          String.raw`(?<=\u{1f3f4}${written.slice(0, index).join('')})${tag}(?=${written.slice(index + 1).join('')})`,
      );
    })
    .join('|');
}
