import { parentPort } from 'node:worker_threads';
import { whenLoaded } from '../threads/when-loaded.ts';
import type { DataLanguage } from './data/data-language.ts';
import type { DescriptionFacts } from './data/parse-description.ts';
import type { DataFault } from './data/parse-data.ts';
import type { Literal } from './literal/literal.ts';
import type { OwnFile } from './own-files/own-files.ts';
import type { Dialect, PageFacts } from './parse/page-facts.ts';
import type { CodePiece } from './page-code/piece.ts';
import type { CodeQuestion } from './page-code/code-rules.ts';
import type { AgentPage } from './readers/agent-page.ts';
import { transferable, writeFrame } from './sketch/frame.ts';
import { sketchRecord } from './sketch/sketch.ts';

/** A task for a worker thread: reading a page, a configuration file, or data of which only the syntax matters. */
export type ParseTask =
  | { kind: 'page' | 'agent-page'; text: string; dialect: Dialect }
  | { kind: 'literal'; text: string; language: LiteralLanguage; exported: string }
  | { kind: 'data'; text: string; language: DataLanguage }
  | ({ kind: 'code' } & CodeQuestion)
  | {
      kind: 'description';
      text: string;
      language: 'json' | 'yaml';
      /** JSON pointers to look up. */ pointers: string[];
    }
  | { kind: 'own-file'; own: OwnFile; path: string; /** The present text. */ text: string; after: string }
  | {
      kind: 'sketches';
      files: { key: string; bytes: number }[];
      /** The contents of all files, concatenated. */ bytes: Uint8Array;
    };

export type LiteralLanguage = 'json' | 'jsonc' | 'yaml' | 'toml' | 'js' | 'ts';

/** The result of a task; `refused` if the text is not as expected, with the parser's own message. */
export type ParseAnswer =
  | { kind: 'page'; facts: PageFacts }
  | { kind: 'agent-page'; page: AgentPage }
  | { kind: 'literal'; literal: Literal }
  | { kind: 'data'; fault: DataFault | undefined }
  | { kind: 'description'; facts: DescriptionFacts }
  | { kind: 'own-file'; fault: string | undefined }
  | { kind: 'code'; pieces: CodePiece[] }
  | { kind: 'frame'; frame: Uint8Array }
  | {
      kind: 'refused';
      message: string;
      /** Whether the text itself is certainly at fault. */ broken: boolean;
    };

/** The messages of a thread: that it has begun, with its processor time so far, and then the result. */
export type ParseMessage = { kind: 'begun'; busyMilliseconds: number } | ParseAnswer;

type Reader = () => ParseAnswer | Promise<ParseAnswer>;

/** Returns the reader for a task. Parsers are loaded when first needed: most threads only scan pages roughly. */
async function readerOf(task: ParseTask): Promise<Reader> {
  switch (task.kind) {
    case 'sketches':
      return () => ({ kind: 'frame', frame: sketchAll(task) });
    case 'page': {
      const { readPage } = await import('./parse/page.ts');
      return () => ({ kind: 'page', facts: readPage(task.text, task.dialect) });
    }
    case 'agent-page': {
      const { readAgentPage } = await import('./readers/agent-page.ts');
      return () => ({ kind: 'agent-page', page: readAgentPage(task.text, task.dialect) });
    }
    case 'code': {
      const { readPageCode } = await import('./page-code/read-page-code.ts');
      return () => ({ kind: 'code', pieces: readPageCode(task) });
    }
    case 'data': {
      const { findDataFault } = await import('./data/parse-data.ts');
      return () => ({ kind: 'data', fault: findDataFault(task.text, task.language) });
    }
    case 'description': {
      const { readDescription } = await import('./data/parse-description.ts');
      const { text, language, pointers } = task;
      return async () => ({ kind: 'description', facts: await readDescription(text, language, pointers) });
    }
    case 'own-file': {
      const { ownFileFault } = await import('./own-files/own-files.ts');
      return () => ({ kind: 'own-file', fault: ownFileFault(task.own, task.path, task.text, task.after) });
    }
    case 'literal': {
      const read = await literalReader(task);
      return () => ({ kind: 'literal', literal: read(task.text) });
    }
  }
}

async function literalReader({
  language,
  exported,
}: ParseTask & { kind: 'literal' }): Promise<(text: string) => Literal> {
  if (language === 'yaml') return (await import('./literal/yaml.ts')).readYaml;
  if (language === 'toml') return (await import('./literal/toml.ts')).readToml;
  const { readJavaScript, readJson, readJsonWithComments } = await import('./literal/javascript.ts');
  if (language === 'jsonc') return readJsonWithComments;
  return language === 'json' ? readJson : (text) => readJavaScript(text, language, exported);
}

async function answer(read: Reader): Promise<ParseAnswer> {
  try {
    return await read();
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

// The entry point of a worker thread: other files import only types from here.
whenLoaded(() => parentPort?.on('message', (task: ParseTask) => void work(task)));

/** Runs a task. The time for loading the parser must not count against the text. */
async function work(task: ParseTask): Promise<void> {
  const read = await readerOf(task);
  const { user, system } = process.threadCpuUsage();
  send({ kind: 'begun', busyMilliseconds: (user + system) / 1_000 });
  send(await answer(read));
}

function send(message: ParseMessage): void {
  parentPort?.postMessage(message, message.kind === 'frame' ? transferable(message.frame) : []);
}
