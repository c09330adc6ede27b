import { CopydeskError } from '@copydesk/contract';
import { expect, test } from 'vitest';
import { readSettings } from '../../src/settings.ts';

const endpoint = 'OTEL_EXPORTER_OTLP_ENDPOINT';

function reported(environment: Record<string, string>) {
  return readSettings(environment).telemetry;
}

test('there is no telemetry without a collector, when switched off, or with an empty address', () => {
  expect(reported({})).toBeUndefined();
  expect(reported({ OTEL_EXPORTER_OTLP_HEADERS: 'a=b', OTEL_SERVICE_NAME: 'desk' })).toBeUndefined();
  expect(reported({ [endpoint]: '  ' })).toBeUndefined();
  expect(reported({ [endpoint]: 'http://localhost:4318', OTEL_SDK_DISABLED: 'TRUE' })).toBeUndefined();
});

test('one address is sufficient', () => {
  expect(reported({ [endpoint]: 'http://localhost:4318' })).toEqual({
    address: 'http://localhost:4318/v1/traces',
    encoding: 'json',
    headers: {},
    serviceName: 'copydesk',
    resource: {},
  });
});

test.each([
  ['http://localhost:4318/', 'http://localhost:4318/v1/traces'],
  ['https://otel.example.com/otlp/', 'https://otel.example.com/otlp/v1/traces'],
  ['https://otel.example.com/otlp?tenant=1', 'https://otel.example.com/otlp/v1/traces?tenant=1'],
])('traces are sent below %s', (base, address) => {
  expect(reported({ [endpoint]: base })?.address).toBe(address);
});

test('settings for traces take precedence over general settings', () => {
  const read = reported({
    [endpoint]: 'http://localhost:4318',
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example.com/take',
    OTEL_EXPORTER_OTLP_HEADERS: 'x-team=docs, authorization=Basic%20b2s6%3D',
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'x-team=traces',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/protobuf',
    OTEL_SERVICE_NAME: 'desk',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=production,service.name=other',
  });
  expect(read).toEqual({
    address: 'https://traces.example.com/take',
    encoding: 'protobuf',
    headers: { 'x-team': 'traces', authorization: 'Basic b2s6=' },
    serviceName: 'desk',
    resource: { 'deployment.environment.name': 'production', 'service.name': 'other' },
  });
});

test.each([
  [endpoint, 'collector:4317'],
  [endpoint, 'https://user:secret@otel.example.com'],
  ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'grpc://otel.example.com'],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'secret'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a=%zzsecret'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a=secret%0d%0ab: c'],
  ['OTEL_RESOURCE_ATTRIBUTES', '=secret'],
])('%s may not be %s, and the value is not repeated', (name, value) => {
  const error = refusal({ [name]: value });
  expect(error.errors.map(({ parameter }) => parameter)).toEqual([name]);
  expect(error.message).not.toContain('secret');
});

function refusal(environment: Record<string, string>): CopydeskError {
  try {
    readSettings(environment);
  } catch (error) {
    if (error instanceof CopydeskError) return error;
  }
  throw new Error('The settings were taken.');
}
