import { CopydeskError } from '@copydesk/contract';
import type { FailedCall } from './model-faults.ts';

/** Returns the error for a provider that could not be reached. What only a person can fix fails the job at once. */
export function networkError(call: FailedCall): CopydeskError {
  const { model, fault, provider, cause } = call;
  const code = fault.networkCode ?? '';
  const place = model.endpoint?.addressPlace ?? 'the address in the settings';
  const address = model.endpoint?.address ?? 'its address';
  if (certificateCodes.has(code)) {
    const detail = `The certificate of ${address}, where the model ${model.name} is called, is not trusted (${code}). If your own authority issued it, name the file with that authority's certificate in NODE_EXTRA_CA_CERTS; otherwise check ${place}.`;
    return new CopydeskError('model_not_configured', detail, { cause });
  }
  if (code.startsWith('ERR_SSL') || code.startsWith('HPE_') || code === 'EPROTO') {
    const detail = `The server at ${address}, where the model ${model.name} is called, uses another protocol (${code}). Check in ${place} whether it is http or https, and the port.`;
    return new CopydeskError('model_not_configured', detail, { cause });
  }
  if (code === 'ENOTFOUND' && model.endpoint?.isOwnAddress === false) {
    const detail = `The host name in ${address}, where the model ${model.name} is called, does not exist. Check ${place}.`;
    return new CopydeskError('model_not_configured', detail, { cause });
  }
  if (code === 'UND_ERR_HEADERS_TIMEOUT') {
    const detail = `The model ${model.name} did not begin to answer within 5 minutes.`;
    return new CopydeskError('model_failed', detail, { cause });
  }
  const why = reasons.get(code)?.(address, place) ?? '.';
  return new CopydeskError('model_failed', `${provider} could not be reached${why}`, { cause });
}

/** Codes of Node's TLS (https://nodejs.org/api/tls.html#x509-certificate-error-codes). */
const certificateCodes = new Set([
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_UNTRUSTED',
  'CERT_REVOKED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'HOSTNAME_MISMATCH',
  'INVALID_CA',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

const reasons = new Map<string, (address: string, place: string) => string>([
  ['ECONNREFUSED', (address, place) => `: nothing listens at ${address}. Start it, or check ${place}.`],
  ['ENOTFOUND', (address) => `: the host name in ${address} does not exist. Is this server's network up?`],
  ['EAI_AGAIN', (address) => `: the name in ${address} could not be looked up. Is this server's network up?`],
  [
    'ERR_ADDRESS_NOT_PUBLIC',
    (address) =>
      `: the name in ${address} leads to an address that is not public. The operator can allow its network with COPYDESK_PRIVATE_NETWORKS.`,
  ],
  ['ECONNRESET', () => ': the connection was closed.'],
]);
