/** A pattern, and whether case is ignored. */
export interface AskedPattern {
  pattern: string;
  ignoreCase?: true;
}

/**
 * Patterns that models write, and 400 patterns composed from parts with a fixed seed. Those that ripgrep refuses are
 * not recorded. `\B$` is left out: with `--crlf` ripgrep matches it between CR and LF.
 */
export function askedPatterns(): AskedPattern[] {
  const random = openRandom(20_261_122);
  const made = Array.from({ length: 400 }, (): AskedPattern => {
    const pattern = expression(random, 2);
    return random(6) === 0 ? { pattern, ignoreCase: true } : { pattern };
  });
  const written = byHand.map((pattern) => ({ pattern }));
  const caseless = ignoringCase.map((pattern) => ({ pattern, ignoreCase: true as const }));
  return [...written, ...caseless, ...made].filter(({ pattern }) => !pattern.includes(String.raw`\B$`));
}

const byHand = String.raw`
Vue \d
Vue [0-9]
\bref\(
\bVue\b
\bsetup\b
\d+
\d+\.\d+\.\d+
v?\d+(\.\d+)*
^\d{4}-\d{2}-\d{2}
^#{1,6}\s
^#+\s+\S
^## .*$
^$
^\s*$
\s+$
\S+\s+$
^\s
^\t
^\t\t
\t
^[ \t]+
[[:space:]]$
[[:digit:]]{3,}
[[:alpha:]]+_[[:alpha:]]+
[[:upper:]]{2,}
\w+@\w+\.\w+
[\w.+-]+@[\w-]+\.[\w.]+
https?://\S+
\[[^\]]+\]\([^)]+\)
!\[.*?\]\(.*?\)
\(\.\.?/[^)]*\)
\.md(#[\w-]+)?\)
^---$
^title:\s*
^(title|description):
"[^"]*"
'[^']*'
["'][^"']+["']
“[^”]+”
\{\{.*?\}\}
\$\{\w+\}
\{%.*%\}
<[A-Z]\w*
<\w+[^>]*/>
^import .* from ['"]
use[A-Z]\w*\(
use_?\w+\(
\b(?:use|Use)\w+\b
(?:Vue|acme)\b
(?i)vue
(?i)\bserver\b
(?i:ÜBER)
(?i)straße
(?i)сервер
(?i)οδοσ
(?i)kelvin k
(?i)\bS\b
(?i)error|warning
(?i)^title
(?-i)Vue
(?x) Vue \s \d # a comment
(?s)a.b
\bGröße\b
\bGr\w+e\b
\bMaße\b
\b\w+ß\w+\b
\Be\B
\Bё
\bсервер
сервер\b
\bΟΔΟΣ\b
\bς\b
版本\b
\b版本
第.*?版
\p{Han}+
\p{Han}{4,}
\p{Cyrillic}+
\p{Greek}\s
\p{Lu}\p{Ll}+
\p{Lu}{2,}
\P{ASCII}
\pL+\pN
\p{Sc}
\p{Emoji_Presentation}
[\p{Hiragana}\p{Katakana}]+
[^\x00-\x7F]
[а-яё]+
[ä-ü]
[Ä-Ü]
é
é
caf.\b
café
\x41
\u{1F680}
\u00DC
\.
\\
a\\b
c:\\dir
\/
\-
\*
\?
\+
\|
^\|.*\|$
\| *\d+ *\|
a{2,}
a{3}
a{2,3}b
(ab)+
(?:foo|bar)+
(foo)+(bar)?
foo(?:foo|bar)
(a+)+$
(a|aa)+$
(x+x+)+y
a*?b
a+?b
a??b
.*
.+
.
^.{0,20}$
^.{60,}$
^.$
^\S+$
^\W
\W$
\W{3,}
\D
^\D+$
\S
\w
\W
[^\w\s]
[^\s\d]{10,}
[a-z][A-Z]
[a-z]+[A-Z]\w*
[a-z]+_[a-z]+
[a-z]+-[a-z]+
[A-Z]+_[A-Z_]+
[[:word:]]+Case
[]a]b
[^]]\]
[a-]b
[-a]c
[.*+]
[\]\[]
[a&&[^b]]b
[a-z--[aeiou]]{4}
foo|bar
^(foo|x)$
(^|\s)x($|\s)
(?:^|[^\w])a(?:[^\w]|$)
max_?[rR]etries
max(?:_r|R)etries
\bENOENT\b.*open
Error:\s+\w+:
[0-9]+ms\b
(\d+)-(\d+)
(?P<year>\d{4})-
(?<year>\d{4})-
\d{2}:\d{2}:\d{2}
[\d.]+
\b\d\b
€|\$
\b12\b
12\s€
\s€
non\sbreaking
zero\W
last line.*break$
break$
here\s*$
trailing spaces here\s{3}$
^последний
(сервер|порт)\s
、|。
。$
\w+。
`
  .slice(1, -1)
  .split('\n');

const ignoringCase = [
  'vue',
  'ÜBERSICHT',
  'strasse',
  'straße',
  'сервер',
  'ς',
  'k',
  's',
  'kelvin',
  '[a-c]{3}',
  'É',
  '\\bInfo\\b',
  '[^a-zß]+$',
  'σ',
];

const words = [
  'Vue',
  'install',
  'the',
  'server',
  'Größe',
  'сервер',
  '版本',
  'a',
  'b',
  'foo',
  'bar',
  'e',
  'ss',
  '8080',
  'title',
  'ΟΔΟΣ',
  'é',
];
const classes = [
  '\\d',
  '\\w',
  '\\s',
  '\\D',
  '\\W',
  '\\S',
  '.',
  '[a-z]',
  '[A-Z]',
  '[0-9]',
  '[^a-z]',
  '[^\\s]',
  '[aeiou]',
  '[\\w-]',
  '[а-я]',
  '\\p{Lu}',
  '\\p{Ll}',
  '\\p{Han}',
  '\\pN',
  '[^\\d\\s]',
  '[[:alpha:]]',
  '[[:punct:]]',
  '[x-zß]',
];
const marks = [
  '\\.',
  '\\(',
  '\\)',
  '`',
  '"',
  ',',
  ' ',
  ' ',
  '-',
  '_',
  '\\|',
  '/',
  ':',
  '\\t',
  '#',
  '\\{',
  '\\}',
  '<',
  '=',
];
const edges = ['^', '$', '\\b', '\\b', '\\B', '^\\s*', '\\s*$'];
const quantifiers = ['*', '+', '?', '*?', '+?', '??', '{2}', '{1,3}', '{2,}', '{0,2}?', '{3}'];

type Random = (below: number) => number;

function expression(random: Random, depth: number): string {
  const parts = Array.from({ length: 1 + random(4) }, () => part(random, depth)).join('');
  if (random(8) === 0) return `${parts}|${expression(random, depth - 1)}`;
  return random(15) === 0 ? `(?i)${parts}` : parts;
}

function part(random: Random, depth: number): string {
  const kind = random(12);
  if (kind < 2) return pick(random, edges);
  if (kind < 4) return pick(random, marks);
  if (kind < 5 && depth > 0)
    return quantified(random, `(${random(2) === 0 ? '?:' : ''}${expression(random, depth - 1)})`);
  if (kind < 8) return pick(random, words);
  return quantified(random, pick(random, classes));
}

function quantified(random: Random, atom: string): string {
  return random(2) === 0 ? atom : atom + pick(random, quantifiers);
}

function pick(random: Random, from: readonly string[]): string {
  return from[random(from.length)] ?? '';
}

/** A linear congruential generator: the same on every machine. */
function openRandom(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
