import type { CopydeskError, RepositoryLook } from '@copydesk/contract';
import type { Project } from '../../../projects/project.ts';
import { html } from '../../view/html.ts';
import type { Html, HtmlValue } from '../../view/html.ts';
import type { Site } from '../../view/site.ts';
import { plural } from '../../view/numbers.ts';
import { hiddenFields, otherFaults, refusal, selectField, textField } from '../../view/fields.ts';
import type { Faults } from '../../view/fields.ts';
import { checksList, credentialFields, credentialPointers } from '../settings/connection.ts';
import type { ConnectionChecks } from '@copydesk/contract';

/** What was chosen so far. The address carries it from step to step, without secrets. */
export interface Choice {
  repository: string;
  ref: string;
  docsFolder: string;
  name: string;
  once: string;
}

export interface NewView {
  site: Site;
  formToken: string | undefined;
  choice: Choice;
  /** What was found at the address; absent before an address was given. */
  found?: RepositoryLook;
  /** Why nothing was found, or no project was created. */
  error?: CopydeskError;
  faults: Faults;
  /** The fields of the credential, without its secrets. */
  typed: Record<string, string>;
}

const steps = ['Where the docs are', 'What was found', 'Code host', 'Counting'] as const;

export function stepList(at: number): Html {
  return html`<ol class="steps" aria-label="Steps">
    ${steps.map((words, index) => html`<li ${index === at && html` aria-current="step"`}>${words}</li>`)}
  </ol>`;
}

/** Renders the first step: an address, a path, or nothing yet. */
export function startMain({ site, formToken, choice, faults }: NewView): Html {
  const hasAddress = choice.repository !== '';
  return html`<header class="page-head"><h1>New project</h1></header>
    ${stepList(0)}
    <div class="panels">
      <section class="panel" aria-labelledby="there-title">
        <header><h2 id="there-title">The docs are in a repository</h2></header>
        <div class="body">
          <form class="form" action="${site.href('/projects/new')}">
            ${hasAddress && hiddenFields({ ref: choice.ref, docs: choice.docsFolder, name: choice.name })}
            ${textField({
              id: 'new-repository',
              name: 'repository',
              label: 'Address of the repository',
              value: choice.repository,
              placeholder: 'https://github.com/acme/docs',
              hint: 'An https address, or the path of a repository in a folder that the operator of Copydesk allows.',
              fault: faults['/repository'],
              isRequired: true,
            })}
            <p><button class="primary" type="submit">Look at it</button></p>
          </form>
        </div>
      </section>
      <section class="panel" aria-labelledby="none-title">
        <header><h2 id="none-title">There is none yet</h2></header>
        <div class="body">
          <p class="note">Copydesk makes an empty repository and keeps it. You push your docs to it afterwards.</p>
          <form class="form" method="post" action="${site.href('/projects/new')}">
            ${hiddenFields({ token: formToken, once: choice.once })}
            ${refusal(otherFaults(faults, ['/name', '/repository']))}
            ${textField({
              id: 'new-name',
              name: 'name',
              label: 'Name of the project',
              value: hasAddress ? '' : choice.name,
              fault: faults['/name'],
              isRequired: true,
            })}
            <p><button type="submit">Make it</button></p>
          </form>
        </div>
      </section>
    </div>`;
}

/** Renders the second step: what was found, and the details of the new project. */
export function foundMain(view: NewView): Html {
  const { site, choice, found, faults } = view;
  const other = otherFaults(credentialFaults(faults), [...credentialPointers, '/name', '/ref', '/docsFolder']);
  return html`<header class="page-head">
      <div>
        <h1>New project</h1>
        <p class="lead"><bdi>${choice.repository}</bdi> · <a href="${site.href('/projects/new')}">another one</a></p>
      </div>
    </header>
    ${stepList(1)}
    ${
      other !== undefined &&
      html`<section class="refusal" role="alert">
        <div><p>${other}</p></div>
      </section>`
    }
    ${found && foundPanel(found)} ${elsewherePanel(view)} ${makePanel(view)}`;
}

function foundPanel({ site, problems, branches, ref, host }: RepositoryLook): Html {
  return html`<section class="panel" aria-labelledby="found-title">
    <header>
      <h2 id="found-title">${site.isRecognised ? site.label : 'Markdown files'}, ${plural(site.pages, 'page')}</h2>
    </header>
    <div class="body">
      <dl class="facts">
        <dt>Branch</dt>
        <dd><code>${ref}</code> <span class="meta">${branchesWords(branches.length)}</span></dd>
        <dt>Code host</dt>
        <dd>${host ?? 'this machine, or unknown from the address'}</dd>
        <dt>Problems</dt>
        <dd>${plural(problems.errors, 'error')}, ${plural(problems.warnings, 'warning')}</dd>
      </dl>
      ${
        problems.first.length > 0 &&
        html`<ul class="lines">
          ${problems.first.map(
            ({ severity, path, line, message }) =>
              html`<li>
                <span class="words"><code>${path}:${line}</code> ${withCode(message)}</span
                ><span class="chip ${severity === 'error' && 'bad'}">${severity}</span>
              </li>`,
          )}
        </ul>`
      }
    </div>
  </section>`;
}

function branchesWords(branches: number): string {
  if (branches === 1) return 'the only one';
  return `of ${branches >= 100 ? '100 and more' : branches} branches`;
}

/** Renders the names that messages of the checks quote in backticks as code. */
function withCode(message: string): HtmlValue[] {
  return message.split(/`([^`]+)`/).map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`));
}

/** Each branch or folder to look at has its own address. */
function elsewherePanel({ site, choice, found, faults }: NewView): Html {
  const branches = found?.branches ?? [];
  return html`<section class="panel" aria-labelledby="elsewhere-title">
    <header><h2 id="elsewhere-title">Branch and folder</h2></header>
    <div class="body">
      <form class="form" action="${site.href('/projects/new')}">
        ${hiddenFields({ repository: choice.repository, name: choice.name })}
        <div class="pair">
          ${
            branches.length > 1
              ? selectField({
                  id: 'look-ref',
                  name: 'ref',
                  label: 'Branch',
                  value: found?.ref,
                  options: branches.map((name) => [name, name] as const),
                })
              : textField({
                  id: 'look-ref',
                  name: 'ref',
                  label: 'Branch',
                  value: choice.ref || found?.ref,
                  fault: faults['/ref'],
                })
          }
          ${textField({
            id: 'look-docs',
            name: 'docs',
            label: 'Docs folder',
            value: choice.docsFolder,
            hint: 'Empty for the whole repository',
            fault: faults['/docsFolder'],
          })}
        </div>
        <p><button type="submit">Look again</button></p>
      </form>
    </div>
  </section>`;
}

function makePanel({ site, formToken, choice, found, error, faults, typed }: NewView): Html | undefined {
  const isPrivate = error?.code === 'repository_unauthorized' || error?.code === 'code_host_unauthorized';
  const asks = isPrivate || typed.kind !== undefined;
  if (found === undefined && !asks) return undefined;
  return html`<section class="panel" aria-labelledby="make-title">
    <header><h2 id="make-title">Make the project</h2></header>
    <div class="body">
      <form class="form" method="post" action="${site.href('/projects/new')}">
        ${hiddenFields({ token: formToken, once: choice.once, repository: choice.repository, ref: choice.ref || found?.ref, docs: choice.docsFolder })}
        ${textField({
          id: 'make-name',
          name: 'name',
          label: 'Name',
          value: choice.name || nameOf(choice.repository),
          fault: faults['/name'],
          isRequired: true,
        })}
        ${
          asks &&
          html`<p class="note">The repository asks for a credential.</p>
            ${credentialFields(typed, credentialFaults(faults))}`
        }
        <p><button class="primary" type="submit">Make the project</button></p>
      </form>
    </div>
  </section>`;
}

/** `/connection/credential/token` → `/credential/token`. */
export function credentialFaults(faults: Faults): Faults {
  return Object.fromEntries(Object.entries(faults).map(([at, fault]) => [at.replace(/^\/connection/, ''), fault]));
}

/** `https://github.com/acme/docs.git` → `docs`. */
function nameOf(repository: string): string {
  return (repository.replace(/\/+$/, '').split('/').at(-1) ?? '').replace(/\.git$/, '').slice(0, 100);
}

/** Renders the third step: the code host that receives pull requests. */
export function hostMain(view: {
  site: Site;
  project: Project;
  formToken: string | undefined;
  typed: Record<string, string>;
  faults: Faults;
  checks: ConnectionChecks | undefined;
}): Html {
  const { site, project, formToken, typed, faults, checks } = view;
  const next = site.href(`/projects/new/counting?project=${project.id}`);
  return html`<header class="page-head">
      <h1>Connect <bdi>${project.name}</bdi></h1>
    </header>
    ${stepList(2)}
    <section class="panel" aria-labelledby="host-title">
      <header><h2 id="host-title">Pull requests at the code host</h2></header>
      <div class="body">
        <p class="note">
          With a credential of <bdi>${project.repository}</bdi> the agent pushes branches and opens pull requests there.
          It is tried first: Copydesk pushes a branch and deletes it again.
        </p>
        ${checks && checksList(checks)}
        <form class="form" method="post" action="${site.href(`/projects/new/connect?project=${project.id}`)}">
          ${hiddenFields({ token: formToken })} ${refusal(otherFaults(faults, credentialPointers))}
          ${credentialFields(typed, faults)}
          <p class="row-actions">
            <button class="primary" type="submit">Try and connect</button><a href="${next}">Not now</a>
          </p>
        </form>
      </div>
    </section>`;
}
