/** Who commits. The address is in a reserved domain (RFC 2606): no mail can reach anybody by it. */
export const author = { name: 'Copydesk', email: 'copydesk@noreply.invalid' };
