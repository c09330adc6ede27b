/** The author of commits. The address is in a reserved domain (RFC 2606), so no mail to it can reach anybody. */
export const author = { name: 'Copydesk', email: 'copydesk@noreply.invalid' };
