/** `productMainStatusCd` in the terms of our Dx table. «Test, deactivated» has no entry: the card waits to be used. */
const WORDS: Readonly<Record<string, string>> = {
  1: 'ACTIVATION_READY',
  2: 'TEST_READY',
  3: 'IN_STANDBY',
  4: 'ACTIVATED',
  5: 'DEACTIVATED',
  6: 'OPERATOR_MANAGEMENT',
  7: 'RETIRED',
};

/** `orderTypeId` of the possible changes, by target status. */
const ORDER_TYPES: Readonly<Record<string, string>> = { DEACTIVATED: '19', ACTIVATED: '20' };

/**
 * Our table's word for a main status. One code covers every kind of stop; only the names beside it tell a stop for a missing
 * real name. A code in no table is passed on as it is.
 */
export function statusOfCode(code: string, names: readonly (string | null | undefined)[]): string {
  if (code === '5' && names.some((name) => name?.includes('未实名'))) return 'UNNAMED_SHUTDOWN';
  return WORDS[code] ?? code;
}

export const orderTypeOf = (status: string): string | undefined =>
  Object.hasOwn(ORDER_TYPES, status) ? ORDER_TYPES[status] : undefined;
