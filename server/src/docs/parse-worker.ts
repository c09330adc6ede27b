import { parentPort } from 'node:worker_threads';
import type { DataLanguage } from './data/data-language.ts';
import type { DescriptionFacts } from './data/parse-description.ts';
import { findDataFault, type DataFault } from './data/parse-data.ts';
import { readJavaScript, readJson, readJsonWithComments } from './literal/javascript.ts';
import type { Literal } from './literal/literal.ts';
import { readYaml } from './literal/yaml.ts';
import type { Dialect, PageFacts } from './parse/page-facts.ts';
import { readPage } from './parse/page.ts';
import { transferable, writeFrame } from './sketch/frame.ts';
import { sketchRecord } from './sketch/sketch.ts';

/** What a worker thread is asked to read: a page, a file of configuration, or data whose syntax alone is asked for. */
export type ParseTask =
  | { kind: 'page'; text: string; dialect: Dialect }
  | { kind: 'literal'; text: string; language: LiteralLanguage; exported: string }
  | { kind: 'data'; text: string; language: DataLanguage }
  | {
      kind: 'description';
      text: string;
      language: 'json' | 'yaml';
      /** JSON pointers to look up. */ pointers: string[];
    }
  | { kind: 'sketches'; files: { key: string; bytes: number }[]; /** One after the other. */ bytes: Uint8Array };

export type LiteralLanguage = 'json' | 'jsonc' | 'yaml' | 'js' | 'ts';

/** What it answers; `refused` when the text is not what it should be, with the parser's own words. */
export type ParseAnswer =
  | { kind: 'page'; facts: PageFacts }
  | { kind: 'literal'; literal: Literal }
  | { kind: 'data'; fault: DataFault | undefined }
  | { kind: 'description'; facts: DescriptionFacts }
  | { kind: 'frame'; frame: Uint8Array }
  | {
      kind: 'refused';
      message: string;
      /** Whether the text is surely at fault, not what is known of it. */ broken: boolean;
    };

/** What a thread says: that it has begun, with how busy it has been in its life so far, and then the answer. */
export type ParseMessage = { kind: 'begun'; busyMilliseconds: number } | ParseAnswer;

async function answer(task: ParseTask): Promise<ParseAnswer> {
  try {
    if (task.kind === 'page') return { kind: 'page', facts: readPage(task.text, task.dialect) };
    if (task.kind === 'sketches') return { kind: 'frame', frame: sketchAll(task) };
    if (task.kind === 'data') return { kind: 'data', fault: findDataFault(task.text, task.language) };
    if (task.kind === 'description') {
      // The validators are large, and few threads ever need them.
      const { readDescription } = await import('./data/parse-description.ts');
      return { kind: 'description', facts: await readDescription(task.text, task.language, task.pointers) };
    }
    return { kind: 'literal', literal: readLiteral(task.text, task.language, task.exported) };
  } catch (error) {
    const message = error instanceof Error ? (error.message.split('\n')[0] ?? '').slice(0, 500) : 'it cannot be parsed';
    return { kind: 'refused', message, broken: error instanceof SyntaxError };
  }
}

function sketchAll({ files, bytes }: ParseTask & { kind: 'sketches' }): Uint8Array {
  let at = 0;
  const records = files.map((file) => {
    const start = at;
    at += file.bytes;
    return { key: file.key, body: sketchRecord(bytes.subarray(start, at)) };
  });
  return writeFrame(records);
}

function readLiteral(text: string, language: LiteralLanguage, exported: string): Literal {
  if (language === 'json') return readJson(text);
  if (language === 'jsonc') return readJsonWithComments(text);
  return language === 'yaml' ? readYaml(text) : readJavaScript(text, language, exported);
}

// The entry of a worker thread: nothing else imports this file but for its types.
parentPort?.on('message', (task: ParseTask) => {
  const { user, system } = process.threadCpuUsage();
  say({ kind: 'begun', busyMilliseconds: (user + system) / 1_000 });
  void answer(task).then(say);
});

function say(message: ParseMessage): void {
  parentPort?.postMessage(message, message.kind === 'frame' ? transferable(message.frame) : []);
}
