import { isCopydeskError } from '@copydesk/contract';
import type { CopydeskError } from '@copydesk/contract';
import { nameOfInvisible, replaceInvisible } from '@copydesk/contract/invisible';
import { html } from './html.ts';
import type { Html, HtmlValue } from './html.ts';

/** Errors of fields, by their JSON pointers. */
export type Faults = Record<string, string>;

/** Returns what an error says about fields. The key `''` is for an error that names none. */
export function faultsOf(error: CopydeskError): Faults {
  const faults: Faults = {};
  for (const { pointer, parameter, detail } of error.errors) faults[pointer ?? `/${parameter ?? ''}`] = detail;
  return Object.keys(faults).length === 0 ? { '': error.message } : faults;
}

/** Returns the error of a pointer, or of a part of it: `/labels/0` belongs to the field `/labels`. */
export function faultAt(faults: Faults, pointer: string): string | undefined {
  return faults[pointer] ?? Object.entries(faults).find(([at]) => at.startsWith(`${pointer}/`))?.[1];
}

/**
 * Returns the errors that belong to no field of the form. They are shown above it, so that nothing is refused in
 * silence.
 */
export function otherFaults(faults: Faults, pointers: readonly string[]): string | undefined {
  const others = Object.entries(faults).filter(([at]) => !pointers.some((one) => `${at}/`.startsWith(`${one}/`)));
  if (others.length === 0) return undefined;
  return others.map(([at, fault]) => (at === '' ? fault : `“${at.slice(1)}” ${fault}.`)).join(' ');
}

/**
 * Whether an error is shown beside the form, since a person can do something about it. A bug or an unavailable database
 * gets its own page.
 */
export function isShownInForm(error: unknown): error is CopydeskError {
  if (!isCopydeskError(error)) return false;
  return !['internal', 'database_unavailable', 'draining', 'forbidden_origin'].includes(error.code);
}

interface Field {
  id: string;
  name: string;
  label: string;
  /** What was typed. */
  value?: string;
  hint?: HtmlValue;
  /** The error, such as `must not be empty`. */
  fault?: string;
  isOptional?: boolean;
}

export interface TextField extends Field {
  type?: 'text' | 'email' | 'password' | 'date';
  placeholder?: string;
  isRequired?: boolean;
  minimumLength?: number;
  maximumLength?: number;
  autocomplete?: string;
  hasFocus?: boolean;
  /** Suggested values. Anything else may be typed as well. */
  suggestions?: readonly Suggestion[];
}

export interface Suggestion {
  value: string;
  /** Shown beside a value that does not explain itself, such as an id. */
  label?: string;
}

/** Renders a one-line text field. */
export function textField(field: TextField): Html {
  const { id, name, type = 'text', value = '', placeholder, suggestions } = field;
  const { isRequired, minimumLength, maximumLength, hasFocus } = field;
  const { autocomplete = type === 'password' ? 'new-password' : 'off' } = field;
  return fieldAround(
    field,
    html`<input
        id="${id}"
        name="${name}"
        type="${type}"
        autocomplete="${autocomplete}"
        spellcheck="false"
        ${type !== 'password' && html` value="${value}"`}
        ${placeholder !== undefined && html` placeholder="${placeholder}"`}
        ${isRequired && html` required`}
        ${minimumLength !== undefined && html` minlength="${minimumLength}"`}
        ${maximumLength !== undefined && html` maxlength="${maximumLength}"`}
        ${suggestions !== undefined && html` list="${id}-suggestions"`}
        ${hasFocus && field.fault === undefined && html` autofocus`}
        ${fieldAttributes(field)}
      />${suggestions !== undefined && suggestionList(`${id}-suggestions`, suggestions)}`,
  );
}

function suggestionList(id: string, suggestions: readonly Suggestion[]): Html {
  return html`<datalist id="${id}">
    ${suggestions.map(
      ({ value, label }) => html`<option value="${value}" ${label !== undefined && html` label="${label}"`}></option>`,
    )}
  </datalist>`;
}

/** Renders a text field of several lines. */
export function areaField(field: Field & { rows?: number }): Html {
  const { id, name, value = '', rows = 5 } = field;
  // Browsers drop the first line break within a textarea.
  return fieldAround(
    field,
    html`<textarea id="${id}" name="${name}" rows="${rows}" ${fieldAttributes(field)}>${`\n${value}`}</textarea>`,
  );
}

/** Renders a choice of one option. */
export function selectField(field: Field & { options: readonly (readonly [value: string, words: string])[] }): Html {
  const { id, name, value = '', options } = field;
  return fieldAround(
    field,
    html`<select id="${id}" name="${name}" ${fieldAttributes(field)}>
      ${options.map(
        ([option, words]) => html`<option value="${option}" ${option === value && html` selected`}>${words}</option>`,
      )}
    </select>`,
  );
}

function fieldAround({ id, label, value = '', hint, fault, isOptional }: Field, control: Html): Html {
  return html`<div class="field">
    <label for="${id}">${label}${isOptional && html` <span class="meta">optional</span>`}</label>
    ${control} ${fault !== undefined && html`<p class="wrong" id="${id}-wrong">${sentence(fault)}</p>`}
    ${hint && html`<p class="hint" id="${id}-hint">${hint}</p>`} ${unseenIn(value)}
  </div>`;
}

/** Names the invisible characters beside a field, since the field itself contains exactly what was typed. */
export function unseenIn(value: string): Html | undefined {
  const names = new Set<string>();
  replaceInvisible(value, (character) => {
    names.add(nameOfInvisible(character));
    return character;
  });
  if (names.size === 0) return undefined;
  const shown = [...names].slice(0, 8).join(', ') + (names.size > 8 ? ', …' : '');
  return html`<p class="hint">It contains invisible characters: ${shown}</p>`;
}

/** Every field with an error has `autofocus`: browsers focus the first one, and scroll to it. */
function fieldAttributes({ id, hint, fault }: Field): Html | undefined {
  const by = [...(fault === undefined ? [] : [`${id}-wrong`]), ...(hint ? [`${id}-hint`] : [])].join(' ');
  if (by === '') return undefined;
  return html` aria-describedby="${by}" ${fault !== undefined && html` aria-invalid="true" autofocus`}`;
}

/** `must not be empty` → `It must not be empty.` */
export function sentence(fault: string): string {
  const text = /^[A-Z]/.test(fault) ? fault : `It ${fault}`;
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** Renders an error that belongs to no field. It gets the focus, as a field would. */
export function refusal(fault: string | undefined): Html | undefined {
  return fault === undefined
    ? undefined
    : html`<p class="field" tabindex="-1" autofocus><span class="wrong" role="alert">${fault}</span></p>`;
}

/** Renders hidden fields. */
export function hiddenFields(fields: Record<string, string | number | undefined>): HtmlValue[] {
  return Object.entries(fields).map(
    ([name, value]) => value !== undefined && html`<input type="hidden" name="${name}" value="${String(value)}" />`,
  );
}
