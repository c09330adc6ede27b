import { modelProviders } from '../../../projects/model-keys.ts';
import { html } from '../../view/html.ts';
import type { Html } from '../../view/html.ts';
import { relativeTime } from '../../view/time.ts';
import { hiddenFields, otherFaults, refusal, selectField, textField } from '../../view/fields.ts';
import { actionOf, button, panel } from './parts.ts';
import type { SettingsView } from './view.ts';

/** Renders the repositories that the agent may read beside the docs. */
export function contextPanel(view: SettingsView): Html {
  const { context, contextWarning, formToken, outcome } = view;
  const own = outcome?.section === 'context' ? outcome : undefined;
  const line = (name: string, pointer = `/${name}`) => ({
    id: `context-${name}`,
    name,
    value: own?.typed?.[name],
    fault: own?.faults?.[pointer],
  });
  return panel(
    'context',
    'Context repositories',
    'The agent may read them beside the docs, such as the source of the product. It never changes them.',
    html`${contextWarning !== undefined && html`<p class="note" role="status">${contextWarning}</p>`}
      ${
        context.length > 0 &&
        html`<ul class="lines">
          ${context.map(
            ({ name, repository, ref }) =>
              html`<li>
                <span class="words"
                  ><b>${name}</b> <span class="meta"><bdi>${repository}</bdi>${ref !== null && ` · ${ref}`}</span></span
                >${button(view, `context/${name}/remove`, 'Remove', formToken)}
              </li>`,
          )}
        </ul>`
      }
      <form class="form" method="post" action="${actionOf(view, 'context')}">
        ${hiddenFields({ token: formToken })}
        ${refusal(otherFaults(own?.faults ?? {}, ['/name', '/ref', '/repository']))}
        <div class="pair">
          ${textField({ ...line('name'), label: 'Name', hint: 'The name that the agent uses: small letters, digits and -' })}
          ${textField({ ...line('ref'), label: 'Branch', hint: 'Empty for its default branch', isOptional: true })}
        </div>
        ${textField({ ...line('repository'), label: 'Repository' })}
        <p><button type="submit">Add</button></p>
      </form>`,
  );
}

/** Renders the project's own keys for model providers. */
export function modelKeysPanel(view: SettingsView): Html {
  const { modelKeys, formToken, now, outcome } = view;
  const own = outcome?.section === 'models' ? outcome : undefined;
  return panel(
    'models',
    'Model keys',
    'A key or an address for the jobs of this project; without one they use those of the installation.',
    html`${
        modelKeys.length > 0 &&
        html`<ul class="lines">
          ${modelKeys.map(
            ({ provider, hint, baseUrl, updatedAt }) =>
              html`<li>
                <span class="words"
                  ><b>${provider}</b> ${hint !== '' && html`<code>…${hint}</code>`}
                  <span class="meta"
                    >${baseUrl !== null && html`<bdi>${baseUrl}</bdi> · `}set ${relativeTime(updatedAt, now)}</span
                  ></span
                >${button(view, `models/${provider}/remove`, 'Remove', formToken)}
              </li>`,
          )}
        </ul>`
      }
      <form class="form" method="post" action="${actionOf(view, 'models')}">
        ${hiddenFields({ token: formToken })}
        ${refusal(otherFaults(own?.faults ?? {}, ['/provider', '/key', '/baseUrl']))}
        <div class="pair">
          ${selectField({
            id: 'models-provider',
            name: 'provider',
            label: 'Provider',
            value: own?.typed?.provider,
            options: modelProviders.map((name) => [name, name] as const),
            fault: own?.faults?.['/provider'],
          })}
          ${textField({
            id: 'models-key',
            name: 'key',
            type: 'password',
            label: 'Key',
            hint: 'Stored encrypted, never shown again',
            fault: own?.faults?.['/key'],
          })}
        </div>
        ${textField({
          id: 'models-baseUrl',
          name: 'baseUrl',
          label: 'Address of the API',
          value: own?.typed?.baseUrl,
          isOptional: true,
          fault: own?.faults?.['/baseUrl'],
        })}
        <p><button type="submit">Set</button></p>
      </form>`,
  );
}
