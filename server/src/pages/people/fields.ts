import { roles } from '@copydesk/contract';
import type { FieldError, Role } from '@copydesk/contract';
import { html } from '../view/html.ts';
import type { Html, HtmlValue } from '../view/html.ts';

/** What was typed into a form, and what is wrong with it. */
export interface Typed {
  values: Record<string, string | undefined>;
  errors: readonly FieldError[];
}

export const nothingTyped: Typed = { values: {}, errors: [] };

/** A field of one line, with its label, its hint, and what is wrong with what was typed. */
export function textField(
  { values, errors }: Typed,
  field: { name: string; label: string; hint?: HtmlValue; type?: string; attributes?: Html; id?: string },
): Html {
  const { name, label, hint, type = 'text', attributes, id = name } = field;
  const wrong = faultOf(errors, name);
  const described = [wrong !== undefined && `${id}-wrong`, hint !== undefined && `${id}-hint`].filter(Boolean);
  // Nobody's password is sent back.
  const value = type === 'password' ? undefined : values[name];
  return html`<div class="field">
    <label for="${id}">${label}</label>
    <input
      id="${id}"
      name="${name}"
      type="${type}"
      ${value !== undefined && html` value="${value}"`}
      ${attributes}
      ${wrong !== undefined && html` aria-invalid="true"`}
      ${described.length > 0 && html` aria-describedby="${described.join(' ')}"`}
    />
    ${wrong !== undefined && html`<p class="wrong" id="${id}-wrong">${sentence(label, wrong)}</p>`}
    ${hint !== undefined && html`<p class="hint" id="${id}-hint">${hint}</p>`}
  </div>`;
}

/** The choice of a role, each with what it may do. */
export function roleField({ values, errors }: Typed, { prefix = '' }: { prefix?: string } = {}): Html {
  const chosen = values.role ?? 'viewer';
  const wrong = faultOf(errors, 'role');
  return html`<fieldset>
    <legend>Role</legend>
    ${roles.map((role) => {
      const id = `${prefix}role-${role}`;
      return html`<div class="choice">
        <input
          type="radio"
          name="role"
          id="${id}"
          value="${role}"
          ${role === chosen && html` checked`}
          aria-describedby="${id}-hint"
        />
        <label for="${id}">${roleNames[role]}</label>
        <p class="hint" id="${id}-hint">${roleHints[role]}</p>
      </div>`;
    })}
    ${wrong !== undefined && html`<p class="wrong">The role ${wrong}.</p>`}
  </fieldset>`;
}

export const roleNames: Record<Role, string> = { owner: 'Owner', editor: 'Editor', viewer: 'Viewer' };

const roleHints: Record<Role, string> = {
  owner: 'Everything: also people, API keys, the audit log, deleting projects.',
  editor: 'Starts jobs, merges, and changes the settings of projects.',
  viewer: 'Reads: projects, jobs, pull requests, readers. Changes nothing.',
};

function faultOf(errors: readonly FieldError[], name: string): string | undefined {
  return errors.find(({ pointer }) => pointer === `/${name}`)?.detail;
}

function sentence(label: string, fault: string): string {
  return `${label} ${fault}.`;
}
