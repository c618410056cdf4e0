/** The gateway's numbers in the terms of our Lt table; 8 («start») is in no table and is passed on as it is. */
const OF_WIRE: Readonly<Record<string, string>> = {
  0: 'TEST_READY',
  1: 'ACTIVATION_READY',
  2: 'ACTIVATED',
  3: 'DEACTIVATED',
  4: 'RETIRED',
  5: 'PURGED',
  6: 'REPLACED',
  7: 'INVENTORY',
  8: 'START',
  9: 'PURGED_ING',
};
export const statusOfWire = (code: string): string => OF_WIRE[code.trim()] ?? code.trim();

/** The statuses the gateway can be asked for; the others are ours, or set by the carrier only. */
const ASKED = new Set(['TEST_READY', 'ACTIVATION_READY', 'ACTIVATED', 'DEACTIVATED', 'RETIRED', 'INVENTORY']);

/** The number to request; undefined if the gateway cannot be asked for that status. */
export const statusToWire = (status: string): string | undefined =>
  ASKED.has(status) ? Object.keys(OF_WIRE).find((code) => OF_WIRE[code] === status) : undefined;
