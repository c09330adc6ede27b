import { CopydeskError } from '@copydesk/contract';
import { notPublic } from '../../../network/address-refused.ts';

/**
 * Returns the error for no reply, or part of one. It counts as temporary, also for an untrusted certificate: once the
 * certificate is configured, jobs go on by themselves.
 */
export function unreachable(
  asked: { apiUrl: string; timeoutMilliseconds: number },
  error: unknown,
  timedOut: boolean,
): CopydeskError {
  const { host } = new URL(asked.apiUrl);
  if (timedOut) {
    const seconds = asked.timeoutMilliseconds / 1000;
    return new CopydeskError('code_host_unreachable', `GitHub (${host}) did not answer within ${seconds} seconds.`);
  }
  const code = systemCode(error);
  if (code !== undefined && certificateCodes.test(code)) {
    const detail = `The certificate of ${host} is not trusted (${code}). Name the certificate of its authority in NODE_EXTRA_CA_CERTS, and start Copydesk again.`;
    return new CopydeskError('code_host_unreachable', detail);
  }
  if (code === 'ENOTFOUND') {
    const detail = `The name server does not know the name ${host}. Check the base address of the API, ${asked.apiUrl}.`;
    return new CopydeskError('code_host_unreachable', detail);
  }
  if (code === 'ERR_ADDRESS_NOT_PUBLIC') {
    return new CopydeskError('code_host_unreachable', `GitHub cannot be reached: the name ${host} ${notPublic}.`);
  }
  const why = code ?? 'the connection was cut';
  return new CopydeskError('code_host_unreachable', `GitHub (${host}) cannot be reached: ${why}.`);
}

/** https://nodejs.org/api/tls.html#x509-certificate-error-codes */
const certificateCodes = /^(CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|ERR_TLS_CERT)/u;

/** Returns the code of the system's error, however deep it is nested. */
function systemCode(error: unknown): string | undefined {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code;
  }
  return undefined;
}
