import { parse as parseJsonWithComments, type ParseError } from 'jsonc-parser';
import { parse as parseToml, TomlError } from 'smol-toml';
import { parseAllDocuments } from 'yaml';
import { lineAt } from '../text/lines.ts';
import type { DataLanguage } from './data-language.ts';

/** Why a text is invalid in its language, and where. Lines count from 1. */
export interface DataFault {
  line: number;
  message: string;
}

/**
 * Returns the first fault of a data file, or undefined when it parses. Runs in a worker thread, because a hostile text
 * may take long.
 *
 * @throws RangeError when the text is nested too deeply for a parser.
 */
export function findDataFault(text: string, language: DataLanguage): DataFault | undefined {
  const source = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  if (language === 'yaml') return yamlFault(source);
  if (language === 'toml') return tomlFault(source);
  return jsonFault(source, language === 'jsonc');
}

function jsonFault(text: string, lenient: boolean): DataFault | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    // V8's message contains a position for some faults and an excerpt for others, so another parser finds the position.
    const errors: ParseError[] = [];
    parseJsonWithComments(text, errors, { allowTrailingComma: lenient, disallowComments: !lenient });
    const [first] = errors;
    if (lenient && !first) return undefined;
    return { line: lineAt(text, first?.offset ?? 0), message: shortenMessage(error) };
  }
}

/** `Unexpected token 'x', ..."b": x}" is not valid JSON` → `Unexpected token 'x'`. */
function shortenMessage(error: unknown): string {
  const message = error instanceof Error ? error.message : 'it is no JSON';
  return message.replace(/ in JSON at position [\s\S]*$/, '').replace(/, (?:\.\.\.)?"[\s\S]*$/, '');
}

/** How many unindented closing brackets are tolerated. Each costs another parse. */
const toleratedBrackets = 20;

/**
 * Returns the first fault of a YAML text. Multiple documents and tags of other programs (`!ENV`, `!!python/name:…`) are
 * no faults. Neither are duplicate keys, which most readers accept.
 */
function yamlFault(text: string): DataFault | undefined {
  let source = text;
  for (let tolerated = 0; ; tolerated += 1) {
    const documents = parseAllDocuments(source, { logLevel: 'silent', uniqueKeys: false, strict: false });
    const [error] = [...documents].flatMap(({ errors }) => errors);
    if (!error) return undefined;
    // The parser reports an overflow of its own stack as a fault of the text.
    if (error.message.includes('call stack')) throw new RangeError('it is nested too deeply');
    const [at] = error.pos;
    // YAML requires `]` and `}` to be indented; the parsers of site generators do not.
    const bracket = error.code === 'BAD_INDENT' && /^[\]}]/.test(source.slice(at, at + 1));
    if (!bracket || tolerated === toleratedBrackets) {
      const message = (error.message.split('\n')[0] ?? '').replace(/ at line \d+, column \d+:?$/, '');
      return { line: lineAt(source, at), message };
    }
    source = `${source.slice(0, at)} ${source.slice(at)}`;
  }
}

function tomlFault(text: string): DataFault | undefined {
  try {
    parseToml(text);
    return undefined;
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const message = (error.message.split('\n')[0] ?? '').replace(/^Invalid TOML document: /, '');
    return { line: error.line, message };
  }
}
