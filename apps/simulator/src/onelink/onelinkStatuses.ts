import type { StatusModel } from '../cardWorld/statusModel.ts';

/** The statuses of both platforms; a status reveals the platform, since CT has one digit and PB two. */
const WORDS = ['1', '2', '4', '6', '7', '8', '9', '00', '01', '02', '03', '04', '05', '06', '07', '99'] as const;
type Word = (typeof WORDS)[number];

/** A transition that may be requested, by its number in single changes and batches. */
type Move = {
  readonly single?: string;
  readonly batch?: string;
  readonly from: readonly Word[];
  readonly to: readonly Word[];
};

/** From and to have the same index: CT first, PB second if the transition exists there. */
const MOVES: readonly Move[] = [
  { single: '0', batch: '9', from: ['2', '00'], to: ['4', '02'] },
  { single: '1', batch: '11', from: ['4', '02'], to: ['2', '00'] },
  { single: '2', batch: '5', from: ['7'], to: ['2'] },
  { single: '3', batch: '1', from: ['6'], to: ['7'] },
  { single: '4', batch: '2', from: ['6'], to: ['1'] },
  { single: '5', batch: '3', from: ['6'], to: ['2'] },
  { single: '6', batch: '7', from: ['1', '07'], to: ['2', '00'] },
  { batch: '4', from: ['7'], to: ['1'] },
  { batch: '6', from: ['1'], to: ['7'] },
];

const pairs = new Set(MOVES.flatMap(({ from, to }) => from.map((word, at) => `${word} ${to[at]}`)));

export const ONELINK_STATUSES: StatusModel = {
  words: WORDS,
  activated: ['2', '00'],
  alsoConnects: ['6'],
  fresh: ['1', '6', '7', '07'],
  attaches: { 1: '2', '07': '00' },
  mayBecome: (from, to) => pairs.has(`${from} ${to}`),
};

export const platformOf = (word: string): 'CT' | 'PB' => (word.length === 2 ? 'PB' : 'CT');

/** Stopped in any way. */
export const isStopped = (word: string): boolean => ['4', '01', '02', '06'].includes(word);

export const isOperType = (form: 'single' | 'batch', operType: string): boolean =>
  MOVES.some((move) => move[form] === operType);

/** The status after an operation; undefined if it is not allowed in the current one. */
export function targetOf(form: 'single' | 'batch', operType: string, present: string): string | undefined {
  const move = MOVES.find((each) => each[form] === operType);
  const at = (move?.from as readonly string[] | undefined)?.indexOf(present) ?? -1;
  return move?.to[at];
}
