/** Whether an IPv4 address is in a list; an empty list admits everybody. */
export const isListed = (address: string, list: readonly string[]): boolean =>
  list.length === 0 || list.includes(address);
