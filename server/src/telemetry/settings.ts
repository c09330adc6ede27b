import { z } from 'zod';

/** Where traces are sent, and under which service name. */
export interface TelemetrySettings {
  /** The address of the collector: OTLP over HTTP. */
  address: string;
  encoding: 'json' | 'protobuf';
  headers: Record<string, string>;
  serviceName: string;
  /** Further attributes of this process, such as `deployment.environment.name`. */
  resource: Record<string, string>;
}

/**
 * The standard variables (https://opentelemetry.io/docs/specs/otel/protocol/exporter/). An empty one counts as not set,
 * as in the standard.
 */
export const telemetryVariables = {
  OTEL_SDK_DISABLED: z.string().optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: address(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: address(),
  OTEL_EXPORTER_OTLP_PROTOCOL: protocol(),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: protocol(),
  OTEL_EXPORTER_OTLP_HEADERS: headers(),
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: headers(),
  OTEL_SERVICE_NAME: z.string().optional(),
  OTEL_RESOURCE_ATTRIBUTES: pairs(),
};

interface Given {
  OTEL_SDK_DISABLED?: string | undefined;
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?: string | undefined;
  OTEL_EXPORTER_OTLP_PROTOCOL?: TelemetrySettings['encoding'] | undefined;
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL?: TelemetrySettings['encoding'] | undefined;
  OTEL_EXPORTER_OTLP_HEADERS?: Record<string, string> | undefined;
  OTEL_EXPORTER_OTLP_TRACES_HEADERS?: Record<string, string> | undefined;
  OTEL_SERVICE_NAME?: string | undefined;
  OTEL_RESOURCE_ATTRIBUTES?: Record<string, string> | undefined;
}

/** Undefined when no collector is named, or when OpenTelemetry is disabled. */
export function readTelemetry(given: Given): TelemetrySettings | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: all, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: ofTraces } = given;
  const target = ofTraces ?? (all === undefined ? undefined : tracesBelow(all));
  if (target === undefined || given.OTEL_SDK_DISABLED?.trim().toLowerCase() === 'true') return undefined;
  const resource = given.OTEL_RESOURCE_ATTRIBUTES ?? {};
  return {
    address: target,
    encoding: given.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? given.OTEL_EXPORTER_OTLP_PROTOCOL ?? 'json',
    headers: { ...given.OTEL_EXPORTER_OTLP_HEADERS, ...given.OTEL_EXPORTER_OTLP_TRACES_HEADERS },
    serviceName: given.OTEL_SERVICE_NAME?.trim() || resource['service.name'] || 'copydesk',
    resource,
  };
}

function tracesBelow(base: string): string {
  const url = new URL(base);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/v1/traces`;
  return url.href;
}

function address() {
  return whereSet((text, context) => {
    const url = URL.parse(text);
    const isPlain = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
    if (isPlain) return url.href;
    return refuse(context, 'must be an http or https address without user, such as http://localhost:4318');
  });
}

function protocol() {
  return whereSet((text, context) => {
    if (text === 'http/json') return 'json';
    return text === 'http/protobuf' ? 'protobuf' : refuse(context, 'must be http/json or http/protobuf');
  });
}

const pairForm = 'must be pairs such as name=value, separated by commas, with special characters percent-encoded';

function pairs() {
  return whereSet((text, context) => readPairs(text) ?? refuse(context, pairForm));
}

function headers() {
  return whereSet((text, context) => {
    const read = readPairs(text);
    return read !== undefined && areHeaders(read) ? read : refuse(context, pairForm);
  });
}

function whereSet<T>(read: (text: string, context: z.RefinementCtx) => T) {
  return z
    .string()
    .optional()
    .transform((text, context) => {
      const given = text?.trim() ?? '';
      return given === '' ? undefined : read(given, context);
    });
}

function refuse(context: z.RefinementCtx, message: string): never {
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
}

function readPairs(text: string): Record<string, string> | undefined {
  const entries = text.split(',').filter((entry) => entry.trim() !== '');
  const read = entries.map((entry) => /^\s*([^=\s]+)\s*=(.*)$/s.exec(entry));
  if (read.includes(null)) return undefined;
  try {
    return Object.fromEntries(read.map((pair) => [pair?.[1] ?? '', decodeURIComponent(pair?.[2]?.trim() ?? '')]));
  } catch {
    return undefined;
  }
}

/** Whether the headers could be sent. */
function areHeaders(read: Record<string, string>): boolean {
  try {
    return [...new Headers(read)].length > 0;
  } catch {
    return false;
  }
}
