import { expect, test } from 'vitest';
import { visibleJson, visibleText } from '../src/invisible.ts';

const unchanged = [
  ['plain text', 'A page, its ‘title’ — 100 % “café” naïve\tand\nlines\r\nand more\r'],
  ['accents by themselves', 'e\u0301 n\u0303'],
  ['a family', '👨\u200d👩\u200d👧\u200d👦'],
  ['a skin tone and a profession', '👩🏽\u200d💻'],
  ['a flag with a selector', '🏳\ufe0f\u200d🌈'],
  ['a heart as an emoji, and as a text', '❤\ufe0f ❤\ufe0e'],
  ['a keycap', '1\ufe0f\u20e3 #\ufe0f\u20e3'],
  ['the flag of Scotland', '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}!'],
  ['Persian', 'می\u200cخواهم نمی\u200cشود خانه\u200cها'],
  ['an abbreviation in Persian', 'ه\u200d.ش.'],
  ['Hindi', 'क्\u200dष क्\u200cष'],
  ['Sinhala', 'ශ්\u200dරී ලංකා'],
  ['Bengali', 'র\u200d্যাব'],
  ['Bengali with a gap', 'র\u200c্যাস্পবেরি'],
  ['Marathi', 'अ\u200dॅक्ट्युएटर्स'],
  ['Malayalam as it was written before', 'അവന്\u200d'],
  ['Kannada', 'ಸಾಫ್ಟ್\u200cವೇರ್'],
  ['Khmer with breaks', 'ភាសា\u200bខ្មែរ'],
  ['a variant of an ideograph', '葛\u{e0100}城'],
  ['a variant of a sign', '∩\ufe00'],
  ['Mongolian', 'ᠠ\u180e ᠊ᠠ\u180b'],
  ['Hebrew and Arabic', 'שלום עולם مرحبا بالعالم'],
  ['marks of Arabic numbers', '\u0600\u0661\u0662'],
] as const;

test.each(unchanged)('%s is unchanged', (_name, text) => {
  expect(visibleText(text)).toBe(text);
});

const marked = [
  ['an escape sequence', '\u001b[31mred', '[U+001B][31mred'],
  ['a null, a bell, a delete and a C1 control', '\0\u0007\u007f\u009b', '[U+0000][U+0007][U+007F][U+009B]'],
  ['a return within a line', 'a\rb', 'a[U+000D]b'],
  ['an override', 'a\u202egnp.exe', 'a[U+202E]gnp.exe'],
  ['isolates', '\u2066a\u2069', '[U+2066]a[U+2069]'],
  ['marks of direction', 'a\u200eb\u200fc\u061c', 'a[U+200E]b[U+200F]c[U+061C]'],
  ['spaces without width', 'a\u200bb\ufeffc\u2060', 'a[U+200B]b[U+FEFF]c[U+2060]'],
  ['joiners between Latin letters', 'a\u200db\u200cc', 'a[U+200D]b[U+200C]c'],
  ['a second joiner', '👩\u200d\u200d💻', '👩[U+200D][U+200D]💻'],
  ['a joiner behind an emoji and nothing', '👩\u200d', '👩[U+200D]'],
  ['a second non-joiner', 'می\u200c\u200cخواهم', 'می[U+200C][U+200C]خواهم'],
  ['a joiner within a Persian word, where it changes nothing', 'مي\u200dم', 'مي[U+200D]م'],
  [
    'a selector behind a letter, a digit, or a selector',
    'a\ufe0f 1\ufe0f ❤\ufe0f\ufe0f',
    'a[U+FE0F] 1[U+FE0F] ❤\ufe0f[U+FE0F]',
  ],
  ['bytes hidden in selectors', '😊\ufe01\u{e0142}\u{e0153}', '😊[U+FE01][U+E0142][U+E0153]'],
  ['bytes hidden behind an ideograph', '葛\u{e0100}\u{e0101} 葛\u{e01ef}', '葛\u{e0100}[U+E0101] 葛[U+E01EF]'],
  ['tags without a flag', 'hi\u{e0068}\u{e0069}', 'hi[U+E0068][U+E0069]'],
  ['tags behind a flag that are none of its', '🏴\u{e0068}\u{e0069}\u{e007f}', '🏴[U+E0068][U+E0069][U+E007F]'],
  [
    'fillers and blanks',
    'ㅤ\u115f\u1160\uffa0\u2800\u00ad\u034f',
    '[U+3164][U+115F][U+1160][U+FFA0][U+2800][U+00AD][U+034F]',
  ],
  ['private ones and no characters', '\ue001\u{f0000}\ufffe\u{1ffff}', '[U+E001][U+F0000][U+FFFE][U+1FFFF]'],
  ['separators of lines and paragraphs', 'a\u2028b\u2029', 'a[U+2028]b[U+2029]'],
  ['half a character', 'a\ud800b\udfff', 'a[U+D800]b[U+DFFF]'],
  ['annotations and notes', '\ufff9\ufffa\ufffb\u{1d173}\u{1bca0}', '[U+FFF9][U+FFFA][U+FFFB][U+1D173][U+1BCA0]'],
] as const;

test.each(marked)('%s is marked', (_name, text, shown) => {
  expect(visibleText(text)).toBe(shown);
});

test('JSON keeps its meaning, and shows invisible characters as escapes', () => {
  const value = { name: 'a\u202eb\u{e0041}\u009b\ud800', emoji: '👩\u200d💻' };
  const json = visibleJson(JSON.stringify(value));
  expect(json).toBe(String.raw`{"name":"a\u202eb\udb40\udc41\u009b\ud800","emoji":"` + '👩\u200d💻"}');
  expect(JSON.parse(json)).toEqual(value);
});

test('every code point of tags, controls and selectors is marked when it is alone', () => {
  const ranges = [
    [0x00, 0x08],
    [0x0b, 0x1f],
    [0x7f, 0x9f],
    [0x200b, 0x200f],
    [0x2028, 0x202e],
    [0x2060, 0x206f],
    [0xfe00, 0xfe0f],
    [0xfff0, 0xfffb],
    [0xe0000, 0xe0fff],
  ] as const;
  for (const [first, last] of ranges) {
    for (let code = first; code <= last; code += 1) {
      const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
      expect(visibleText(`a${String.fromCodePoint(code)}b`)).toBe(`a[${name}]b`);
    }
  }
});
