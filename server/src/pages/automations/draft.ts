import { automationKinds, AutomationPatch, AutomationRequest } from '@copydesk/contract';
import type { AutomationKind } from '@copydesk/contract';
import { z } from 'zod';
import type { StoredAutomation } from '../../automations/automation.ts';
import { checkFields } from '../../http/checks/fields.ts';
import { field } from '../../http/session/form.ts';
import { kindForms } from './kind-forms.ts';
import type { SettingField } from './kind-forms.ts';

/** The form of an automation, as it was typed. */
export interface AutomationDraft {
  kind: AutomationKind;
  name: string;
  prompt: string;
  /** By the names of the kind's fields. */
  settings: Record<string, string>;
  jobsPerDay: string;
  usdPerMonth: string;
  quietFrom: string;
  quietTo: string;
  quietZone: string;
  enabled: boolean;
}

/** Returns the kind that an address names, or the first one. */
export function kindNamed(name: string | undefined): AutomationKind {
  return automationKinds.find((kind) => kind === name) ?? 'schedule';
}

/** Returns a prefilled form. The automation starts nothing before somebody has looked at it. */
export function emptyDraft(kind: AutomationKind): AutomationDraft {
  const { prompt, fields } = kindForms[kind];
  const settings = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
  const limits = { jobsPerDay: '5', usdPerMonth: '', quietFrom: '', quietTo: '', quietZone: 'UTC' };
  return { kind, name: '', prompt, settings, ...limits, enabled: false };
}

/** Returns the form of a stored automation. */
export function draftOf({ trigger, name, prompt, limits, enabled }: StoredAutomation): AutomationDraft {
  const { kind, ...kept } = trigger;
  const values = Object.entries(kept).map(([key, value]) => [key, typedOf(value)]);
  const { quietHours } = limits;
  return {
    kind,
    name,
    prompt,
    settings: Object.fromEntries(values),
    jobsPerDay: String(limits.jobsPerDay),
    usdPerMonth: limits.usdPerMonth === null ? '' : String(limits.usdPerMonth),
    quietFrom: quietHours?.from ?? '',
    quietTo: quietHours?.to ?? '',
    quietZone: quietHours?.timeZone ?? 'UTC',
    enabled,
  };
}

/** Returns the value of a setting as it is typed into the form. */
export function typedOf(value: unknown): string {
  return Array.isArray(value) ? value.join(', ') : String(value);
}

/** Reads the form that was sent. */
export function readDraft(body: unknown): AutomationDraft {
  const text = (name: string): string => (field(body, name) ?? '').trim();
  const kind = kindNamed(text('kind'));
  const settings = kindForms[kind].fields.map(({ name }) => [name, text(`setting ${name}`)]);
  return {
    kind,
    name: text('name'),
    prompt: field(body, 'prompt') ?? '',
    settings: Object.fromEntries(settings),
    jobsPerDay: text('jobsPerDay'),
    usdPerMonth: text('usdPerMonth'),
    quietFrom: text('quietFrom'),
    quietTo: text('quietTo'),
    quietZone: text('quietZone'),
    enabled: text('enabled') !== '',
  };
}

const Request = z.object({ body: AutomationRequest });
const Patch = z.object({ body: AutomationPatch });

/**
 * Returns the API request that a form means. @throws CopydeskError `invalid_request`, whose pointers are those of the
 * API.
 */
export function requestOf(draft: AutomationDraft): AutomationRequest {
  return checkFields(Request, { body: bodyOf(draft) }).body;
}

/** Returns the API request that a form means as a change. @throws CopydeskError `invalid_request` */
export function patchOf(draft: AutomationDraft): AutomationPatch {
  return checkFields(Patch, { body: bodyOf(draft) }).body;
}

function bodyOf(draft: AutomationDraft): object {
  const { kind, name, prompt, settings, jobsPerDay, usdPerMonth, quietFrom, quietTo, quietZone, enabled } = draft;
  const values = kindForms[kind].fields.map((one) => [one.name, valueOf(one, settings[one.name] ?? '')]);
  const isQuiet = quietFrom !== '' || quietTo !== '';
  return {
    name,
    prompt,
    trigger: { kind, ...Object.fromEntries(values) },
    limits: {
      jobsPerDay: Number(jobsPerDay),
      usdPerMonth: usdPerMonth === '' ? null : Number(usdPerMonth),
      quietHours: isQuiet ? { from: quietFrom, to: quietTo, timeZone: quietZone } : null,
    },
    enabled,
  };
}

function valueOf({ type }: SettingField, text: string): unknown {
  if (type === 'number') return Number(text);
  if (type === 'switch') return text === 'true';
  if (type !== 'list') return text;
  return text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}
