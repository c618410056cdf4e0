/** The platform a card was opened on: CT status codes have one digit, PB codes two. */
export type OneLinkPlatform = 'CT' | 'PB';
export const platformOf = (word: string): OneLinkPlatform => (word.length === 2 ? 'PB' : 'CT');

/**
 * The codes of both platforms in the terms of our Yd table. One-way stop counts as stopped and cancelled as pre-closed, since
 * the table has neither (assumed). 05, transferred, is passed on as it is; 99 is no status but «no such number».
 */
const OURS: Readonly<Record<string, string>> = {
  '1': 'toActivate',
  '2': 'normal',
  '4': 'stop',
  '6': 'test',
  '7': 'inventory',
  '8': 'preclose',
  '9': 'preclose',
  '00': 'normal',
  '01': 'stop',
  '02': 'stop',
  '03': 'preclose',
  '04': 'preclose',
  '06': 'sleep',
  '07': 'toActivate',
};
export const NO_SUCH_NUMBER = '99';

export const statusOfWire = (word: string): string => OURS[word.trim()] ?? word.trim();

/** A platform's code for one of our statuses; PB has no test and no inventory, CT no sleep. */
export function wireOfStatus(status: string, platform: OneLinkPlatform): string | undefined {
  return Object.keys(OURS).find((word) => OURS[word] === status && platformOf(word) === platform);
}

/** `operType` of a single change, by target status and present code. */
const MOVES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  stop: { '2': '0', '00': '0' },
  normal: { '4': '1', '01': '1', '02': '1', '7': '2', '6': '5', '1': '6', '07': '6' },
  inventory: { '6': '3' },
  toActivate: { '6': '4' },
};

/** If a single operation leads to a status, the present one need not be known. */
export const onlyWayTo = (status: string): string | undefined => {
  const ways = new Set(Object.values(MOVES[status] ?? {}));
  return ways.size === 1 ? [...ways][0] : undefined;
};

export const isAskedFor = (status: string): boolean => Object.hasOwn(MOVES, status);

/** The operation that leads from a carrier's code to one of our statuses. */
export const operTypeOf = (word: string, status: string): string | undefined => MOVES[status]?.[word.trim()];
