/** Whether an address stands in a list of IPv4 addresses; an empty list lets everybody in. */
export function isListed(address: string, list: readonly string[]): boolean {
  // A socket of both families tells IPv4 in the form of the other.
  return list.length === 0 || list.includes(address.replace(/^::ffff:/i, ''));
}
