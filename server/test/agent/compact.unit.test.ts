import type { ModelMessage } from 'ai';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compact, sizeOf } from '../../src/agent/compact/compact.ts';
import type { SentMessage } from '../../src/agent/compact/compact.ts';
import { stepsLeftOut } from '../../src/agent/compact/compact-lines.ts';

const user = (content: string): ModelMessage => ({ role: 'user', content });

interface Made {
  tool: string;
  input: unknown;
  result: string;
}

function step(number: number | string, text: string, calls: readonly Made[], reasoning = ''): ModelMessage[] {
  const id = (index: number) => `call-${number}-${index}`;
  const signed = { anthropic: { signature: 'c2ln'.repeat(reasoning.length) } };
  return [
    {
      role: 'assistant',
      content: [
        ...(reasoning === '' ? [] : [{ type: 'reasoning' as const, text: reasoning, providerOptions: signed }]),
        ...(text === '' ? [] : [{ type: 'text' as const, text }]),
        ...calls.map(({ tool, input }, index) => ({
          type: 'tool-call' as const,
          toolCallId: id(index),
          toolName: tool,
          input,
        })),
      ],
    },
    ...(calls.length === 0
      ? []
      : [
          {
            role: 'tool' as const,
            content: calls.map(({ tool, result }, index) => ({
              type: 'tool-result' as const,
              toolCallId: id(index),
              toolName: tool,
              output: {
                type: result.startsWith('no such') ? ('error-text' as const) : ('text' as const),
                value: result,
              },
            })),
          },
        ]),
  ];
}

function read(path: string, lines: number): Made {
  const body = Array.from({ length: lines }, (_, line) => `Line ${line + 1} of the page.\n`).join('');
  return { tool: 'read_file', input: { path }, result: `${path} lines 1-${lines} of ${lines}\n${body}` };
}

function edit(path: string, text: string): Made {
  return {
    tool: 'edit_file',
    input: { path, edits: [{ old: text, new: 'b' }] },
    result: `edited ${path}\n-1 old\n+1 new`,
  };
}

function resultsOf(messages: readonly SentMessage[]): string[] {
  return messages.flatMap((message) =>
    message?.role === 'tool'
      ? message.content.map((part) =>
          part.type === 'tool-result' && part.output.type === 'text' ? part.output.value : part.type,
        )
      : [],
  );
}

function inputsOf(messages: readonly SentMessage[]): unknown[] {
  return messages.flatMap((message) =>
    message?.role === 'assistant' && typeof message.content !== 'string'
      ? message.content.flatMap((part) => (part.type === 'tool-call' ? [part.input] : []))
      : [],
  );
}

const pages = (count: number, lines = 100) => [
  user('Do it.'),
  ...Array.from({ length: count }, (_, index) => step(index, '', [read(`p${index}.md`, lines)])).flat(),
];

describe('compacting a conversation', () => {
  test('leaves out the oldest results first, and reports what they were and how to get them again', () => {
    const messages = pages(6);
    const { messages: shorter, results, bytes } = compact(messages, sizeOf(messages) * 0.72, 'older');
    expect(resultsOf(shorter).map((text) => text.split('\n', 1)[0])).toEqual([
      '(left out to save room: p0.md lines 1-100 of 100; read it again if needed)',
      '(left out to save room: p1.md lines 1-100 of 100; read it again if needed)',
      ...[2, 3, 4, 5].map((index) => `p${index}.md lines 1-100 of 100`),
    ]);
    expect({ results, bytes }).toEqual({ results: 2, bytes: sizeOf(shorter) });
  });

  test('names the call of a result that is not a page', () => {
    const result = 'a.md:1:word\n'.repeat(50).trim();
    const search: Made = { tool: 'search', input: { pattern: 'word', text: true }, result };
    const messages = [...step(0, '', [search]), ...pages(3, 1)];
    expect(resultsOf(compact(messages, sizeOf(messages) - 300, 'older').messages)[0]).toBe(
      '(left out to save room: 50 lines that search {"pattern":"word","text":true} answered; call it again if needed)',
    );
  });

  test('then cuts the long texts of old edits, and keeps what they were about', () => {
    const messages = [...step(0, 'I edit.', [edit('a.md', 'long '.repeat(100))]), ...pages(3, 1)];
    const { messages: shorter } = compact(messages, sizeOf(messages) - 300, 'older');
    expect(inputsOf(shorter)[0]).toEqual({
      path: 'a.md',
      edits: [{ old: `${'long '.repeat(16)}… (420 characters more, left out to save room)`, new: 'b' }],
    });
    expect(JSON.stringify(shorter)).toContain('"I edit."');
  });

  test('then leaves out old steps with their reasoning and prose, and keeps one line for each', () => {
    const search: Made = { tool: 'search', input: { pattern: 'x', path: 'docs' }, result: 'no such folder' };
    const move: Made = { tool: 'move_file', input: { from: 'a.md', to: 'b.md' }, result: 'moved' };
    const views: Made = { tool: 'page_views', input: { paths: ['a.md'] }, result: 'a.md: 7 views' };
    const many = Array.from({ length: 8 }, (_, index) => read(`p${index}.md`, 1));
    const messages = [
      user('Do it.'),
      ...step(0, '', [edit('a.md', 'a'), { tool: 'check_docs', input: {}, result: 'no problems' }], 'I think. '),
      ...step(1, `I talk\n${'and talk '.repeat(100)}`, [search, move, views]),
      ...step(2, '', many),
      ...pages(3, 1).slice(1),
    ];
    const shorter = compact(messages, 0, 'older').messages;
    expect(words(shorter)).toEqual([
      'user: Do it.',
      'user: (A step of yours, left out to save room. You called: edit_file a.md: done; check_docs: done.)',
      `user: (A step of yours, left out to save room. You said: "I talk ${'and talk '.repeat(17)}…". ` +
        'You called: search "x" docs: failed; move_file a.md to b.md: done; page_views {"paths":["a.md"]}: done.)',
      `user: (A step of yours, left out to save room. You called: ${[0, 1, 2, 3, 4, 5]
        .map((index) => `read_file p${index}.md: done; `)
        .join('')}and 2 more.)`,
    ]);
    expect(pairs(shorter, 'tool-call')).toHaveLength(3);
    expect(JSON.stringify(shorter)).not.toContain('I think');
  });

  test('joins many of the oldest steps in one line, and all old steps if the model has refused the rest', () => {
    const messages = [...pages(25, 1), user('And now?'), ...pages(28, 1).slice(1)];
    expect(words(compact(messages, 0, 'older').messages)).toEqual([
      'user: Do it.',
      'user: (13 earlier steps of yours are left out here to save room. What was changed stands in the files.)',
      ...Array.from({ length: 12 }, (_, page) => `user: ${lineOf(page + 13)}`),
      'user: And now?',
      ...Array.from({ length: 25 }, (_, page) => `user: ${lineOf(page)}`),
    ]);
    expect(words(compact(messages, 0, 'all').messages)).toEqual([
      'user: Do it.',
      'user: (25 earlier steps of yours are left out here to save room. What was changed stands in the files.)',
      'user: And now?',
      'user: (25 earlier steps of yours are left out here to save room. What was changed stands in the files.)',
    ]);
  });

  test('cuts the model’s text at the end of an earlier turn if nothing else helps', () => {
    const messages = [...step('end', 'I did. '.repeat(200), [], 'I am done.'), user('More.'), ...pages(3, 1)];
    expect(compact(messages, 0, 'older').messages).toEqual(messages);
    expect(compact(messages, 0, 'all').messages[0]).toEqual({
      role: 'assistant',
      content: `${'I did. '.repeat(72).slice(0, 500)}… (the rest is left out to save room)`,
    });
  });

  test('keeps the last steps, unless the model has refused the rest', () => {
    const messages = pages(3);
    expect(compact(messages, 0, 'older').messages).toEqual(messages);
    expect(resultsOf(compact(messages, 4_000, 'all').messages).map((text) => text.slice(0, 25))).toEqual([
      '(left out to save room: p',
      '(left out to save room: p',
      'p2.md lines 1-100 of 100\n',
    ]);
  });

  test('cuts the newest result last, to whole lines with a correct header, and says how to continue', () => {
    const messages = pages(1, 1_000);
    const [cut = ''] = resultsOf(compact(messages, 8_000, 'all').messages);
    const [, last = ''] = /^p0\.md lines 1-(\d+) of 1000\n/.exec(cut) ?? [];
    expect(Number(last)).toBeGreaterThan(100);
    const lines = cut.split('\n');
    expect(lines.slice(1, -1)).toEqual(
      Array.from({ length: Number(last) }, (_, line) => `Line ${line + 1} of the page.`),
    );
    expect(lines.at(-1)).toBe(
      `(cut here to save room: the model can take no more at once; go on with from_line ${Number(last) + 1}, and read fewer lines)`,
    );
  });

  test('cuts the longest of the newest results, within a line if that line is very long', () => {
    const long: Made = {
      tool: 'read_file',
      input: { path: 'l.md' },
      result: `l.md lines 7-7 of 9\n${'x'.repeat(9_000)}`,
    };
    const found: Made = { tool: 'search', input: { pattern: 'x' }, result: 'hit\n'.repeat(300) };
    const shorter = compact(step(0, '', [long, found]), 4_500, 'all').messages;
    const [first = '', second] = resultsOf(shorter);
    expect(first).toMatch(/^l\.md lines 7-7 of 9\nx+\n\(cut here .*line 7 goes on, and read fewer lines\)$/);
    expect(second).toBe(found.result);
  });

  test('keeps a result that is no longer than the line that would replace it', () => {
    const messages = [
      ...step(0, '', [{ tool: 'check_docs', input: {}, result: 'no problems' }]),
      ...step(1, '', [read('a.md', 100)]),
      ...pages(3, 1),
    ];
    expect(resultsOf(compact(messages, sizeOf(messages) - 1, 'older').messages)[0]).toBe('no problems');
  });
});

function lineOf(page: number): string {
  return `(A step of yours, left out to save room. You called: read_file p${page}.md: done.)`;
}

const text = fc.oneof(fc.string({ maxLength: 40 }), fc.string({ unit: 'grapheme', minLength: 200, maxLength: 3_000 }));
const call: fc.Arbitrary<Made> = fc.oneof(
  fc
    .record({ path: fc.constantFrom('a.md', 'docs/b c.md'), lines: fc.integer({ min: 0, max: 300 }) })
    .map(({ path, lines }) => read(path, lines)),
  fc.record({ path: fc.constantFrom('a.md', 'é.md'), old: text }).map(({ path, old }) => edit(path, old)),
  fc.record({ tool: fc.constantFrom('search', 'list_files'), input: fc.record({ pattern: text }), result: text }),
);
const conversation: fc.Arbitrary<ModelMessage[]> = fc
  .array(
    fc.oneof(
      fc.record({ text, calls: fc.array(call, { minLength: 1, maxLength: 4 }), reasoning: text }),
      fc.record({ text, calls: fc.constant([] as Made[]), reasoning: text }),
      fc.record({ prompt: text }),
    ),
    { maxLength: 12 },
  )
  .map((entries) => [
    user('Do it.'),
    ...entries.flatMap((entry, index) =>
      'prompt' in entry ? [user(entry.prompt)] : step(index, entry.text, entry.calls, entry.reasoning),
    ),
  ]);
const target = fc.integer({ min: 0, max: 40_000 });
const reach = fc.constantFrom('older' as const, 'all' as const);

/** Returns the texts of people and of the model, in order. */
function words(messages: readonly SentMessage[]): string[] {
  return messages.flatMap((message) => {
    if (message === undefined || message.role === 'tool') return [];
    if (typeof message.content === 'string') return [`${message.role}: ${message.content}`];
    return message.content.flatMap((part) => (part.type === 'text' ? [`${message.role}: ${part.text}`] : []));
  });
}

function ofPeople(messages: readonly SentMessage[]): SentMessage[] {
  return messages.filter((message) => message?.role === 'user' && message.providerOptions === undefined);
}

/** Returns the model's messages that are neither unchanged nor cut, and have lost their reasoning. */
function withoutReasoning(messages: readonly SentMessage[], whole: readonly ModelMessage[]): SentMessage[] {
  return messages.filter((message, index) => {
    if (message?.role !== 'assistant' || typeof message.content === 'string') return false;
    return reasonsIn(message) !== reasonsIn(whole[index]);
  });
}

function reasonsIn(message: SentMessage): number {
  return JSON.stringify(message).split('"type":"reasoning"').length;
}

/** Returns the number of steps, whole or as lines. */
function stepsIn(messages: readonly SentMessage[]): number {
  return messages.reduce((sum, message) => sum + (message?.role === 'tool' ? 1 : stepsLeftOut(message)), 0);
}

/** Returns the ids of the calls of each step, or of their results. */
function pairs(messages: readonly SentMessage[], type: 'tool-call' | 'tool-result'): string[] {
  return messages.flatMap((message) =>
    message === undefined || typeof message.content === 'string'
      ? []
      : message.content.flatMap((part) => (part.type === type ? [part.toolCallId] : [])),
  );
}

describe('for any conversation and any target', () => {
  test('people’s messages stay unchanged, each step is whole or one line, and each call precedes its result', () => {
    fc.assert(
      fc.property(conversation, target, reach, (messages, bytes, how) => {
        const shorter = compact(messages, bytes, how).messages;
        expect(ofPeople(shorter)).toEqual(ofPeople(messages));
        expect(withoutReasoning(shorter, messages)).toEqual([]);
        expect(stepsIn(shorter)).toBe(stepsIn(messages));
        expect(pairs(shorter, 'tool-call')).toEqual(pairs(shorter, 'tool-result'));
        expect(shorter.map((message) => message?.role ?? 'none').join(' ')).not.toMatch(/(?<!assistant) tool/);
      }),
    );
  });

  test('the reported size is correct, never grows, and reaches the target unless nothing more can be left out', () => {
    fc.assert(
      fc.property(conversation, target, (messages, bytes) => {
        const done = compact(messages, bytes, 'all');
        expect(done.bytes).toBe(sizeOf(done.messages));
        expect(done.bytes).toBeLessThanOrEqual(sizeOf(messages));
        const nothingIsLeft = compact(done.messages, 0, 'all').bytes === done.bytes;
        expect(done.bytes <= bytes || nothingIsLeft).toBe(true);
      }),
    );
  });

  test('compacting twice equals compacting to the second target, and does not change the given conversation', () => {
    fc.assert(
      fc.property(conversation, target, target, reach, (messages, one, other, how) => {
        const before = JSON.stringify(messages);
        const [first, second] = [Math.max(one, other), Math.min(one, other)];
        const twice = compact(compact(messages, first, how).messages, second, how).messages;
        expect(twice).toEqual(compact(messages, second, how).messages);
        expect(JSON.stringify(messages)).toBe(before);
      }),
    );
  });

  test('the last three steps stay unchanged while only older ones may be compacted', () => {
    fc.assert(
      fc.property(conversation, (messages) => {
        const { messages: shorter } = compact(messages, 0, 'older');
        const assistants = messages.flatMap(({ role }, index) => (role === 'assistant' ? [index] : []));
        const from = assistants.at(-3) ?? 0;
        expect(shorter.slice(from)).toEqual(messages.slice(from));
      }),
    );
  });
});
