import { roles } from '@copydesk/contract';
import type { FieldError, Role } from '@copydesk/contract';
import { html } from '../view/html.ts';
import type { Html } from '../view/html.ts';
import { textField } from '../view/fields.ts';
import type { TextField } from '../view/fields.ts';

/** What was typed into a form, and its errors. */
export interface Typed {
  values: Record<string, string | undefined>;
  errors: readonly FieldError[];
}

export const nothingTyped: Typed = { values: {}, errors: [] };

/** Renders a one-line field, with what was typed into it and its error. */
export function typedField({ values, errors }: Typed, field: Omit<TextField, 'id' | 'value' | 'fault'>): Html {
  const { name } = field;
  return textField({ ...field, id: name, value: values[name], fault: faultOf(errors, name) });
}

/** Renders the choice of a role. Each option describes what the role may do. */
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
