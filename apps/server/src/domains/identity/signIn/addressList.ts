/** Whether an IPv4 address is in a list; an empty list admits everybody. */
export function isListed(address: string, list: readonly string[]): boolean {
  // A dual-stack socket reports IPv4 addresses in IPv6 form.
  return list.length === 0 || list.includes(address.replace(/^::ffff:/i, ''));
}
