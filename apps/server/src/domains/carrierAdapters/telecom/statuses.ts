/** What `productMainStatusCd` is in our Dx table. «Test, deactivated» has no word there: the card waits to be used. */
const WORDS: Readonly<Record<string, string>> = {
  1: 'ACTIVATION_READY',
  2: 'TEST_READY',
  3: 'IN_STANDBY',
  4: 'ACTIVATED',
  5: 'DEACTIVATED',
  6: 'OPERATOR_MANAGEMENT',
  7: 'RETIRED',
};

/** `orderTypeId` of the moves that can be asked for, by the status they lead to. */
const ORDER_TYPES: Readonly<Record<string, string>> = { DEACTIVATED: '19', ACTIVATED: '20' };

/**
 * The word of our table for a main status. One code means every kind of stop; that it is for a missing real name stands in
 * the names beside it. A code that is in no table is handed on as it is.
 */
export function statusOfCode(code: string, names: readonly (string | null | undefined)[]): string {
  if (code === '5' && names.some((name) => name?.includes('未实名'))) return 'UNNAMED_SHUTDOWN';
  return WORDS[code] ?? code;
}

export const orderTypeOf = (status: string): string | undefined =>
  Object.hasOwn(ORDER_TYPES, status) ? ORDER_TYPES[status] : undefined;
