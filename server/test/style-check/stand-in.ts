import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What a stand-in for Vale does. */
export const habits = {
  /**
   * Finds words and prints them as Vale does: `utilize` is an error with a replacement, `very` a warning, `simply` a
   * suggestion.
   */
  words: `
    const rules = [['utilize', 'error', ['use']], ['very', 'warning', null], ['simply', 'suggestion', null]];
    const found = {};
    for (const file of files) {
      fs.readFileSync(file, 'utf8').split('\\n').forEach((text, index) => {
        for (const [word, severity, params] of rules) {
          for (const _ of text.matchAll(new RegExp(word, 'g'))) (found[file] ??= []).push({
            Action: { Name: params ? 'replace' : '', Params: params }, Span: [1, 2], Check: 'Acme.Words', Description: '',
            Link: '', Message: "Avoid '" + word + "'.", Severity: severity, Match: word, Line: index + 1,
          });
        }
      });
    }
    console.log(JSON.stringify(found));
    process.exitCode = Object.values(found).flat().some(({ Severity }) => Severity === 'error') ? 1 : 0;`,
  /** Never answers, and neither does the process that it has started. */
  hangs: `
    const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'inherit' });
    fs.writeFileSync(log, process.pid + ' ' + child.pid);
    setInterval(() => {}, 1e6);`,
  /** Ends like a Go program that gets no more memory. */
  starves: `
    console.error('fatal error: runtime: cannot allocate memory\\n\\ngoroutine 1 [running]:');
    process.exitCode = 2;`,
  /** Writes its system limits to the log. */
  limits: `
    fs.writeFileSync(log, fs.readFileSync('/proc/self/limits', 'utf8'));
    console.log('{}');`,
  garbage: `console.log('Nothing of JSON');`,
  otherJson: `console.log(JSON.stringify({ 'docs/index.md': [{ Check: 1 }] }));`,
  /** Writes 50 MB of an answer that continues. */
  floods: `
    const chunk = '['.repeat(1024 * 1024);
    for (let part = 0; part < 50; part += 1) fs.writeSync(1, chunk);`,
  fails: `
    console.error(JSON.stringify({ Code: 'E100', Text: "The path '" + process.env.HOME + "/styles/Acme' does not exist.\\u0007" }));
    process.exitCode = 2;`,
  /** Writes what it was given to the log. */
  records: `
    const list = (folder) => fs.readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile()).map((entry) => [(entry.parentPath + '/' + entry.name).slice(folder.length + 1),
        fs.readFileSync(entry.parentPath + '/' + entry.name, 'utf8')]);
    fs.writeFileSync(log, JSON.stringify({ files, env: Object.keys(process.env), folder: process.cwd(),
      options: process.argv.slice(2, process.argv.indexOf('--')), given: Object.fromEntries(list(process.env.HOME)) }));
    console.log('{}');`,
} as const;

/** Creates a program with one of these habits. Returns its path, and the path of its log. */
export async function standIn(folder: string, habit: keyof typeof habits): Promise<{ program: string; log: string }> {
  const program = join(folder, `vale-${habit}`);
  const log = join(folder, `log-${habit}`);
  const head = `#!${process.execPath}
const fs = require('node:fs');
const log = ${JSON.stringify(log)};
if (process.argv[2] === '--version') { console.log('vale version 3.21.0'); process.exit(0); }
const files = process.argv.slice(process.argv.indexOf('--') + 1);`;
  await writeFile(program, `${head}\n${habits[habit]}\n`, { mode: 0o755 });
  return { program, log };
}
