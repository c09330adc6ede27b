import type { Construct, Extension, State, TokenizeContext, Effects } from 'micromark-util-types';

/**
 * Blocks of Python-Markdown and its usual extensions: `!!! note "Title"`, `??? tip`, `=== "Tab"` and similar ones,
 * whose content is indented by four columns. Plain CommonMark would take it for code.
 */
const indentedBlock: Construct = {
  name: 'indentedBlock',
  tokenize: tokenizeOpening,
  continuation: { tokenize: tokenizeContinuation },
  exit(effects) {
    effects.exit(blockType);
  },
};

export const indentedBlocks: Extension = { document: { 33: indentedBlock, 61: indentedBlock, 63: indentedBlock } };

// The types of micromark have a closed list of token types; at run time any name works.
const blockType = 'blockQuote' as const;
const prefixType = 'blockQuotePrefix' as const;
const indentation = 4;

function tokenizeOpening(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
  const container = this.containerState;
  let marker: number | null = null;
  let length = 0;

  return (code) => {
    if (!container) return nok(code);
    marker = code;
    if (!container.open) {
      effects.enter(blockType, { _container: true });
      container.open = true;
    }
    effects.enter(prefixType);
    return markers(code);
  };

  function markers(code: number | null): State | undefined {
    if (code === marker && length < 3) {
      effects.consume(code);
      length += 1;
      return markers;
    }
    if (length < 3) return nok(code);
    if (code === plus) {
      effects.consume(code);
      return markers;
    }
    return code === space ? rest(code) : nok(code);
  }

  function rest(code: number | null): State | undefined {
    if (code === null || code < -2) {
      effects.exit(prefixType);
      return ok(code);
    }
    effects.consume(code);
    return rest;
  }
}

function tokenizeContinuation(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
  let columns = 0;

  return (code) => {
    if (code === null || code < -2) return ok(code);
    if (!isSpace(code)) return nok(code);
    effects.enter('linePrefix');
    return indent(code);
  };

  function indent(code: number | null): State | undefined {
    if (isSpace(code) && columns < indentation) {
      effects.consume(code);
      columns += 1;
      return indent;
    }
    effects.exit('linePrefix');
    const isBlank = code === null || code < -2;
    return columns === indentation || isBlank ? ok(code) : nok(code);
  }
}

/** Returns whether a code is a space, a tab (-2), or a column filled by a tab (-1). */
function isSpace(code: number | null): boolean {
  return code === space || code === -1 || code === -2;
}

const space = 32;
const plus = 43;
