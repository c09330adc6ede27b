/** Nothing was sent, because the name leads to an address that is not public. The error does not reveal the address. */
export class AddressRefused extends Error {
  /** For handlers of failed connections, which look at `code` as for errors of the system. */
  readonly code = 'ERR_ADDRESS_NOT_PUBLIC';

  constructor(host: string) {
    super(`${host} ${notPublic}`);
    this.name = 'AddressRefused';
  }
}

export const notPublic =
  'leads to an address that is not public. The operator can allow its network with COPYDESK_PRIVATE_NETWORKS';
