import { createHash } from 'node:crypto';
import { CopydeskError, ProjectPatch } from '@copydesk/contract';
import { z } from 'zod';
import { changedMeanwhile } from '../../../desk/project/change-project.ts';
import { checkFields } from '../../../http/checks/fields.ts';
import { field } from '../../../http/session/form.ts';
import type { Project } from '../../../projects/project.ts';
import type { PatchForm, Setting } from './setting.ts';

/**
 * Returns the API request that a form means: the settings that somebody has changed in it. Other settings that changed
 * since the form was opened do not matter here.
 *
 * @throws CopydeskError `changed_meanwhile` when one of them is no longer what it was; `invalid_request`.
 */
export function patchOf(form: PatchForm, body: unknown, project: Project): ProjectPatch {
  const changed = changedIn(form, body);
  const conflicts = changed.filter(
    ({ setting, former, text }) => formerOf(setting.is(project)) !== former && text !== tidyText(setting.is(project)),
  );
  if (conflicts.length > 0) {
    throw changedMeanwhile(
      conflicts.map(({ setting: { pointer, is, means }, text }) => ({
        name: pointer.slice(1),
        is: means(tidyText(is(project))),
        wanted: means(text),
      })),
    );
  }
  const patch: Record<string, unknown> = {};
  const groups = new Map<string, Record<string, unknown>>();
  for (const { setting, text } of changed) {
    const [first = '', second] = setting.name.split('.');
    if (second === undefined) patch[first] = setting.means(text);
    else groups.set(first, { ...groups.get(first), [second]: setting.means(text) });
  }
  for (const [name, group] of groups) patch[name] = group;
  // Without kinds there is no merge policy, whatever else the form says of it.
  if (field(body, 'mergePolicy.kinds') === '' && 'mergePolicy' in patch) patch['mergePolicy'] = null;
  return checkFields(Parts, { body: { ...patch, revision: project.revision } }).body;
}

const Parts = z.object({ body: ProjectPatch });

/** Returns what somebody has changed in a form, as it was typed. The other fields show the stored values again. */
export function typedInto(form: PatchForm, body: unknown): Record<string, string> {
  return Object.fromEntries(changedIn(form, body).map(({ setting: { name } }) => [name, field(body, name) ?? '']));
}

/** Returns hashes of a form's settings as they are when it is opened. The form sends them back. */
export function formerValues({ settings }: PatchForm, project: Project): string {
  return settings.map(({ is }) => formerOf(is(project))).join(' ');
}

/** @throws CopydeskError `invalid_request` for a form that does not say what its former values were. */
function changedIn({ settings }: PatchForm, body: unknown): { setting: Setting; former: string; text: string }[] {
  const formers = (field(body, 'was') ?? '').split(' ');
  if (formers.length !== settings.length)
    throw new CopydeskError('invalid_request', 'The form is incomplete. Open it again.');
  return settings
    .map((setting, at) => ({ setting, former: formers[at] ?? '', text: tidyText(field(body, setting.name) ?? '') }))
    .filter(({ former, text }) => formerOf(text) !== former);
}

function formerOf(text: string): string {
  return createHash('sha256').update(tidyText(text)).digest('base64url').slice(0, 16);
}

/** Browsers send line breaks of forms as CR LF, whatever was typed. */
function tidyText(text: string): string {
  return text.replaceAll('\r\n', '\n').trim();
}
