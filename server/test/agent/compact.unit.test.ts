import type { ModelMessage } from 'ai';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compact, sizeOf } from '../../src/agent/compact.ts';
import type { SentMessage } from '../../src/agent/compact.ts';

const user = (content: string): ModelMessage => ({ role: 'user', content });

interface Made {
  tool: string;
  input: unknown;
  result: string;
}

function step(number: number | string, text: string, calls: readonly Made[]): ModelMessage[] {
  const id = (index: number) => `call-${number}-${index}`;
  return [
    {
      role: 'assistant',
      content: [
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
              output: { type: 'text' as const, value: result },
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
    result: `edited ${path}: 1 replacements`,
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

describe('a conversation that is shortened', () => {
  test('loses its oldest results first, and tells what they were and how to get them again', () => {
    const messages = pages(6);
    const { messages: shorter, results, bytes } = compact(messages, sizeOf(messages) * 0.72, 'older');
    expect(resultsOf(shorter).map((text) => text.split('\n', 1)[0])).toEqual([
      '(left out to save room: p0.md lines 1-100 of 100; read it again if needed)',
      '(left out to save room: p1.md lines 1-100 of 100; read it again if needed)',
      ...[2, 3, 4, 5].map((index) => `p${index}.md lines 1-100 of 100`),
    ]);
    expect({ results, bytes }).toEqual({ results: 2, bytes: sizeOf(shorter) });
  });

  test('names the call of a result that is no page', () => {
    const result = 'a.md:1:word\n'.repeat(50).trim();
    const search: Made = { tool: 'search', input: { pattern: 'word', text: true }, result };
    const messages = [...step(0, '', [search]), ...pages(3, 1)];
    expect(resultsOf(compact(messages, 0, 'older').messages)[0]).toBe(
      '(left out to save room: 50 lines that search {"pattern":"word","text":true} answered; call it again if needed)',
    );
  });

  test('then loses the long texts of old edits, and keeps what they were about', () => {
    const messages = [...step(0, 'I edit.', [edit('a.md', 'long '.repeat(100))]), ...pages(3, 1)];
    const { messages: shorter } = compact(messages, 0, 'older');
    expect(inputsOf(shorter)[0]).toEqual({
      path: 'a.md',
      edits: [{ old: `${'long '.repeat(16)}… (420 characters more, left out to save room)`, new: 'b' }],
    });
    expect(JSON.stringify(shorter)).toContain('"I edit."');
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

  test('then leaves old steps out altogether in which the model said nothing, in one place', () => {
    const spoken = step('spoken', 'I look further.', [read('s.md', 100)]);
    const messages = [...pages(5), ...spoken, ...pages(4).slice(1)];
    const { messages: shorter, results } = compact(messages, 3_700, 'all');
    expect(shorter).toHaveLength(messages.length);
    expect(shorter.flatMap((message) => (message === undefined ? [] : [message.role])).join(' ')).toBe(
      'user user assistant tool assistant tool assistant tool assistant tool assistant tool',
    );
    expect(JSON.stringify(shorter)).toContain('Earlier steps of yours are left out here');
    expect(results).toBe(9);
  });

  test('at last cuts the newest result, to whole lines under a header that is true, and says how to go on', () => {
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

  test('cuts the longest of the newest results, and a line that is as long as the file within it', () => {
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

  test('an answer that fits into the line that would stand for it stays', () => {
    const messages = [...step(0, '', [{ tool: 'check_docs', input: {}, result: 'no problems' }]), ...pages(3, 1)];
    expect(compact(messages, 0, 'older').messages).toEqual(messages);
  });
});

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
      fc.record({ text, calls: fc.array(call, { minLength: 1, maxLength: 4 }) }),
      fc.record({ text, calls: fc.constant([] as Made[]) }),
      fc.record({ prompt: text }),
    ),
    { maxLength: 9 },
  )
  .map((entries) => [
    user('Do it.'),
    ...entries.flatMap((entry, index) =>
      'prompt' in entry ? [user(entry.prompt)] : step(index, entry.text, entry.calls),
    ),
  ]);
const target = fc.integer({ min: 0, max: 40_000 });
const reach = fc.constantFrom('older' as const, 'all' as const);

/** What people and the model have said, in order. */
function words(messages: readonly SentMessage[]): string[] {
  return messages.flatMap((message) => {
    if (message === undefined || message.role === 'tool') return [];
    if (typeof message.content === 'string') return [`${message.role}: ${message.content}`];
    return message.content.flatMap((part) => (part.type === 'text' ? [`${message.role}: ${part.text}`] : []));
  });
}

const leftOut = 'user: (Earlier steps of yours are left out here to save room. What they changed stands in the files.)';

/** The ids of the calls of each step, and of their results. */
function pairs(messages: readonly SentMessage[], type: 'tool-call' | 'tool-result'): string[] {
  return messages.flatMap((message) =>
    message === undefined || typeof message.content === 'string'
      ? []
      : message.content.flatMap((part) => (part.type === type ? [part.toolCallId] : [])),
  );
}

describe('whatever the conversation and the target', () => {
  test('what people and the model said stays word for word, and each call stays in front of its result', () => {
    fc.assert(
      fc.property(conversation, target, reach, (messages, bytes, how) => {
        const shorter = compact(messages, bytes, how).messages;
        expect(words(shorter).filter((word) => word !== leftOut)).toEqual(words(messages));
        expect(pairs(shorter, 'tool-call')).toEqual(pairs(shorter, 'tool-result'));
        expect(shorter.map((message) => message?.role ?? 'none').join(' ')).not.toMatch(/(?<!assistant) tool/);
      }),
    );
  });

  test('the size told is the size, it is at most the target or all that could go has gone, and it never grows', () => {
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

  test('shortening twice is shortening to the second target, and the conversation given stays as it was', () => {
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

  test('the last three steps stay as they are as long as only older ones may be shortened', () => {
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
