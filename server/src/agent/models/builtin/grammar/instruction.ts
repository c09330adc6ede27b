import type { HistoryKind } from '../text/history.ts';

/** Where an instruction is carried out. */
export interface Place {
  /** A path, a glob, or the name of a page; without it, all of the docs. */
  within?: string;
  /** Paths, globs and names of pages that are left out. */
  except?: string[];
  /** Kinds of pages that are not changed unless an instruction names them. */
  including?: HistoryKind[];
}

/** The instructions that the copyeditor understands. */
export type Instruction =
  | (Place & {
      kind: 'replace';
      from: string;
      to: string;
      includingCode: boolean;
      keepCase: boolean;
      /** `Rename a.md to b.md` moves a page when a page of that name exists. */
      mayBePage: boolean;
    })
  | (Place & { kind: 'fix'; links: boolean; anchors: boolean })
  | (Place & { kind: 'list-problems'; links: boolean; anchors: boolean })
  | { kind: 'add-page'; path: string; title?: string; after?: string; text?: string }
  | { kind: 'move-page'; page: string; to: string; intoFolder: boolean }
  | { kind: 'delete-pages'; pages: string[]; redirectTo?: string }
  | {
      kind: 'move-folder';
      folder: string;
      to: string;
      into: boolean;
      /** `Rename the folder a to b` keeps it in its parent folder. */
      renaming: boolean;
    }
  | { kind: 'delete-folders'; folders: string[]; redirectTo?: string }
  | { kind: 'redirect'; from: string; to: string }
  | (Place & { kind: 'add-missing'; titles: boolean; descriptions: boolean })
  | (Place & { kind: 'normalise-headings' })
  | { kind: 'sort-navigation' };

export type InstructionOf<Kind extends Instruction['kind']> = Extract<Instruction, { kind: Kind }>;

/** A part of a prompt that looks like an instruction and is none. */
export interface Misread {
  kind: 'misread';
  /** What is wrong and what to write instead. */
  hint: string;
}

/** Reads one clause; returns undefined when it is not this grammar's instruction at all. */
export type Grammar = (clause: Clause) => Instruction | Instruction[] | Misread | undefined;

/** The part of the prompt that makes up one instruction. */
export interface Clause {
  tokens: Token[];
  /** The prompt, so that a phrase can be quoted as it was written. */
  source: string;
}

/** A piece of a prompt; `text` is without quotes. A `text` token is all the rest of the prompt, unchanged. */
export interface Token {
  kind: 'word' | 'quoted' | 'mark' | 'newline' | 'text';
  text: string;
  /** Its position in the prompt, including its quotes. */
  start: number;
  end: number;
}
