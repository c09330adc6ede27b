import { html } from '../../pages/view/html.ts';

/**
 * Returns code as markup, with classes for its parts (`comment`, `string`, `word`, `name`, `number`). It uses one
 * pattern per language, which is enough to help reading. Unknown languages stay plain.
 */
export function highlight(code: string, language: string): string {
  const parts = patterns[aliases[language] ?? language];
  if (parts === undefined) return html`${code}`.markup;
  let markup = '';
  let end = 0;
  for (const { 0: text, index, groups } of code.matchAll(parts)) {
    const name = Object.entries(groups ?? {}).find(([, found]) => found !== undefined)?.[0] ?? '';
    markup += html`${code.slice(end, index)}<span class="${name}">${text}</span>`.markup;
    end = index + text.length;
  }
  return markup + html`${code.slice(end)}`.markup;
}

const aliases: Record<string, string> = {
  sh: 'bash',
  shell: 'bash',
  javascript: 'js',
  ts: 'js',
  jsonc: 'json',
  yml: 'yaml',
};

const quoted = String.raw`(?<string>"(?:[^"\\]|\\.)*"|'[^']*')`;

const patterns: Record<string, RegExp> = {
  bash: pattern([
    String.raw`(?<comment>(?<=^|\s)#.*$)`,
    quoted,
    String.raw`(?<name>\$\{?\w+\}?)`,
    String.raw`(?<word>(?<=^|\s)(?:export|if|then|else|fi|for|in|do|done|while|case|esac)(?=\s|$))`,
    String.raw`(?<number>(?<=\s)--?[a-zA-Z][\w-]*)`,
  ]),
  json: pattern([
    String.raw`(?<name>"(?:[^"\\]|\\.)*"(?=\s*:))`,
    String.raw`(?<string>"(?:[^"\\]|\\.)*")`,
    String.raw`(?<number>\b(?:true|false|null|-?\d[\d.eE+-]*)\b)`,
  ]),
  js: pattern([
    String.raw`(?<comment>//.*$|/\*[\s\S]*?\*/)`,
    String.raw`(?<string>'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|${'`'}[^${'`'}]*${'`'})`,
    String.raw`(?<word>\b(?:import|from|export|default|const|let|function|return|async|await|for|of|if|else|throw|try|catch|new|satisfies|class|while|typeof)\b)`,
    String.raw`(?<number>\b(?:true|false|null|undefined|\d[\d_.]*)\b)`,
  ]),
  yaml: pattern([
    String.raw`(?<comment>(?<=^|\s)#.*$)`,
    String.raw`(?<name>^[ \t-]*[\w.$/-]+(?=:(?:\s|$)))`,
    quoted,
    String.raw`(?<number>(?<=:\s+)(?:true|false|null|\d[\d.]*)\b)`,
  ]),
  toml: pattern([
    String.raw`(?<comment>#.*$)`,
    String.raw`(?<word>^\[.*\]$)`,
    String.raw`(?<name>^[\w.-]+(?=\s*=))`,
    quoted,
  ]),
  html: pattern([
    String.raw`(?<comment><!--[\s\S]*?-->)`,
    String.raw`(?<word></?[a-zA-Z][\w-]*|/?>)`,
    String.raw`(?<name>(?<=\s)[a-z][\w-]*(?==))`,
    String.raw`(?<string>"[^"]*")`,
  ]),
};

function pattern(alternatives: string[]): RegExp {
  return new RegExp(alternatives.join('|'), 'gm');
}
