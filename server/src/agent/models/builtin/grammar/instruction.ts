/** What the copyeditor can be asked for. `within` is a path, a glob, or the name of a page; all of the docs without. */
export type Instruction =
  | {
      kind: 'replace';
      from: string;
      to: string;
      within?: string;
      includingCode: boolean;
      keepCase: boolean;
      /** `Rename a.md to b.md` moves a page where there is one of that name. */
      mayBePage: boolean;
    }
  | { kind: 'fix'; links: boolean; anchors: boolean; within?: string }
  | { kind: 'add-page'; path: string; title?: string; after?: string; text?: string }
  | { kind: 'move-page'; page: string; to: string; intoFolder: boolean }
  | { kind: 'delete-pages'; pages: string[] }
  | { kind: 'add-missing'; titles: boolean; descriptions: boolean; within?: string }
  | { kind: 'normalise-headings'; within?: string }
  | { kind: 'sort-navigation' };

export type InstructionOf<Kind extends Instruction['kind']> = Extract<Instruction, { kind: Kind }>;

/** A part of a prompt that reads like an instruction and is none. */
export interface Misread {
  kind: 'misread';
  /** What is in the way and what to write instead. */
  hint: string;
}

/** Reads one clause: undefined when it is not this grammar's instruction at all. */
export type Grammar = (clause: Clause) => Instruction | Misread | undefined;

/** One instruction's share of the prompt. */
export interface Clause {
  tokens: Token[];
  /** The prompt, so that a phrase can be quoted as it was written. */
  source: string;
}

/** A piece of a prompt; `text` is without quotes. A `text` token is all the rest of the prompt, taken as it is. */
export interface Token {
  kind: 'word' | 'quoted' | 'mark' | 'newline' | 'text';
  text: string;
  /** Where it stands in the prompt, with its quotes. */
  start: number;
  end: number;
}
