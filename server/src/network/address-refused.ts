/** Nothing was sent: the name leads to an address that is not public. Which one it is stays untold. */
export class AddressRefused extends Error {
  /** Found by whoever is told of a failed connection, as the codes of the system are. */
  readonly code = 'ERR_ADDRESS_NOT_PUBLIC';

  constructor(host: string) {
    super(`${host} ${notPublic}`);
    this.name = 'AddressRefused';
  }
}

export const notPublic =
  'leads to an address that is not public. The operator can allow its network with COPYDESK_PRIVATE_NETWORKS';
