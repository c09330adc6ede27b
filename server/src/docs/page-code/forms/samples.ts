import { isRunningAddress } from '../addresses.ts';
import { addressPiece, collapseSpace, includedPiece, longestWordOf, placedAt, type CodePiece } from '../piece.ts';
import { openBudget } from '../unreadable.ts';

/**
 * Returns what the samples of a page run: fences of markdown-exec whose `exec` is not off, at the build, and live ones
 * of Docusaurus and Pyodide, in browsers. A fence may also name a file to show,
 * except in Hugo, where the name is a title, and a diagram may include one.
 */
export function samplesThatRun(
  text: string,
  { isProgram, namesFiles }: { isProgram: boolean; namesFiles: boolean },
): CodePiece[] {
  const budget = openBudget(text);
  return [...text.matchAll(/(?:`{3,}|~{3,})[ \t]*([^\s`][^\n]*)/g)].flatMap(
    ({ 0: line, 1: info = '', index }): CodePiece[] => {
      const isLive = (isProgram && /\blive\b/i.test(info)) || /\bpyodide\b/i.test(info);
      const file = !namesFiles ? undefined : /\bfile\s*=\s*["']?([^\s"'#}]+)/i.exec(info)?.[1];
      const included: CodePiece[] = file === undefined ? [] : [includedPiece(file, index)];
      if (!isLive && !runsAtBuild.test(info) && !diagrams.test(info)) return included;
      const whole = text.slice(index, endOfFence(text, index + line.length));
      budget.spend(whole.length);
      if (diagrams.test(info))
        return included.concat(diagramCode(whole).map((piece) => placedAt(piece, piece.offset + index)));
      const key = collapseSpace(whole);
      const [kind, runs] = isLive ? (['script', 'reader'] as const) : (['directive', 'build'] as const);
      return included.concat({ kind, runs, key, seek: longestWordOf(key), offset: index });
    },
  );
}

const runsAtBuild = /(?:^|[\s{,])exec\b(?!\s*=\s*["']?(?:off|no|false|0)\b)/i;
const diagrams = /^[{.\s]*(?:plantuml|puml|uml|mermaid|d2|kroki[\w-]*|c4plantuml|ditaa|graphviz|dot)\b/i;

/**
 * Returns what a diagram includes or runs: lines of PlantUML's preprocessor (plantuml.com/preprocessing), imports of D2
 * (d2lang.com/tour/imports), and addresses that run.
 */
export function diagramCode(text: string): CodePiece[] {
  const commands = [...text.matchAll(/^[ \t]*!(?!define\b|endif\b|else\b|theme\b)\w[^\n]*/gm)].map(
    ({ 0: line, index }): CodePiece => ({
      kind: 'directive',
      runs: 'build',
      key: `diagram ${collapseSpace(line)}`,
      seek: longestWordOf(line),
      offset: index,
    }),
  );
  const files = [...text.matchAll(/(?<![\w.])(?:\.\.\.)?@["']?((?:\.{0,2}\/|~)[^\s"'}\]]+)/g)].map(
    ({ 1: file = '', index }) => includedPiece(file, index),
  );
  const addresses = [...text.matchAll(/(?<!\w)((?:javascript|vbscript|data):[^\s"'\])]+)/gi)].flatMap(
    ({ 1: address = '', index }) => (isRunningAddress(address) ? [addressPiece(address, index)] : []),
  );
  const calls = [...text.matchAll(/^[ \t]*click[ \t]+\S+[ \t]+call[ \t][^\n]*/gm)].map(
    ({ 0: line, index }): CodePiece => ({
      kind: 'handler',
      runs: 'reader',
      key: collapseSpace(line),
      seek: longestWordOf(line),
      offset: index,
    }),
  );
  return [...commands, ...files, ...addresses, ...calls];
}

/** Returns where a fence ends at the latest: before the next line with the mark of a fence alone. */
function endOfFence(text: string, from: number): number {
  const close = /\n[ \t>]*(?:`{3,}|~{3,})[ \t]*\r?(?=\n|$)/g;
  close.lastIndex = from;
  return close.exec(text)?.index ?? text.length;
}
