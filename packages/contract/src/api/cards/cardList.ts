import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { idSchema, read } from '../../framework/endpoint.ts';
import { list } from '../../framework/list.ts';
import { MOST_TICKED, queryFlag, queryInstant, queryInteger, queryList } from '../../framework/paging.ts';
import { cardFields, numbersExtra } from './cardFields.ts';

/** Figures above the list, each a filter; counted within the current filter, exact up to the count limit. */
export const cardFiguresSchema = z.object({
  total: z.number().int(),
  totalIsEstimate: z.boolean(),
  activated: z.number().int(),
  stopped: z.number().int(),
  unactivated: z.number().int(),
  /** the package ends within seven days */
  endingSoon: z.number().int(),
  online: z.number().int(),
  /** The figures besides the total are from the last count, or partial. */
  isEstimate: z.boolean(),
});

/** Query keys of every card list beyond its fields. */
export const cardExtra = {
  /** A customer and everyone below it. */
  underCustomerId: idSchema.optional(),
  /** Packages that end within this many days. */
  endingWithinDays: queryInteger.pipe(z.number().int().min(0).max(3_650)).optional(),
  /** Share of the allowance used, in percent. */
  usedPercentFrom: queryInteger.pipe(z.number().int().min(0).max(10_000)).optional(),
  usedPercentTo: queryInteger.pipe(z.number().int().min(0).max(10_000)).optional(),
  /** Requested from the carrier and unconfirmed for more than ten minutes. */
  unconfirmedLong: queryFlag.optional(),
  /** Active at the carrier despite a stop reason. */
  outOfControl: queryFlag.optional(),
  /** In service without the real name that its product requires. */
  realNameMissing: queryFlag.optional(),
  isPending: queryFlag.optional(),
  imeiChangedSince: queryInstant.optional(),
  /** Last located in this province: the first two digits of its GB/T 2260 code. Only with the permission to see positions. */
  province: queryInteger.pipe(z.number().int().min(11).max(82)).optional(),
  ...numbersExtra,
  /** Cards ticked one by one. */
  ids: queryList(idSchema, MOST_TICKED).optional(),
  /** Cards of a named set of numbers. */
  cardSetId: idSchema.optional(),
  /** Whether a main package waits behind the one in use. */
  hasNextPackage: queryFlag.optional(),
  /** Whether the caller’s customer ignores the end of its package for now. */
  ignoresEnding: queryFlag.optional(),
  /** Stopped, or to be. */
  isStopped: queryFlag.optional(),
  /** Stopped for so many whole days. */
  stoppedDaysFrom: queryInteger.pipe(z.number().int().min(0).max(36_500)).optional(),
  stoppedDaysTo: queryInteger.pipe(z.number().int().min(0).max(36_500)).optional(),
  /** Stopped at the carrier for none of our reasons. */
  stoppedByCarrier: queryFlag.optional(),
  /** A fragment of four digits or more of any identifier. */
  q: z.string().min(4).max(64).optional(),
  /** Whether its allow list is known to be empty or not. */
  whiteListEmpty: queryFlag.optional(),
  /** Fewer whole minutes left than this. */
  minutesLeftBelow: queryInteger.pipe(z.number().int().min(1).max(1_000_000)).optional(),
};

/** Cards of the caller's subtree. The visible kinds follow from `flowCard.view`, `voiceCard.view` and `nbCard.view`. */
export const listCards = list({
  name: 'cards.list',
  summary: text('卡列表', 'Cards'),
  permission: ['flowCard.view', 'voiceCard.view', 'nbCard.view'],
  exportPermission: 'flowCard.export',
  fields: cardFields,
  defaultSort: '-createdAt',
  figures: cardFiguresSchema,
  extra: cardExtra,
  example: { query: { kind: [1], lifecycle: ['activated'], pageNum: 1, pageSize: 20, sort: '-createdAt' } },
});

/** Voice cards only, with their own permissions; rows and filters are those of every card list. */
export const listVoiceCards = list({
  name: 'cards.voice',
  summary: text('语音卡列表', 'Voice cards'),
  permission: 'voiceCard.view',
  exportPermission: 'voiceCard.export',
  fields: cardFields,
  defaultSort: '-createdAt',
  figures: cardFiguresSchema,
  extra: cardExtra,
  example: { query: { lifecycle: ['activated'], minutesLeftBelow: 10, pageNum: 1, pageSize: 20 } },
});

/** Bands of days since the last session: both ends inclusive; the last is open. */
export const SILENCE_BANDS = [
  { from: 0, to: 0 },
  { from: 1, to: 3 },
  { from: 4, to: 7 },
  { from: 8, to: 30 },
  { from: 31, to: null },
] as const;

/** NB-IoT cards only, like voice cards. */
export const listNbCards = list({
  name: 'cards.nb',
  summary: text('NB卡列表', 'NB-IoT cards'),
  permission: 'nbCard.view',
  exportPermission: 'nbCard.export',
  fields: cardFields,
  defaultSort: '-createdAt',
  figures: cardFiguresSchema,
  extra: cardExtra,
  example: { query: { silentDaysFrom: 31, pageNum: 1, pageSize: 20 } },
});

/** How many activated NB cards have been silent for how long, in the order of `SILENCE_BANDS`. */
export const readSilence = read({
  name: 'cards.silence',
  summary: text('NB卡静默分布', 'Silent NB-IoT cards'),
  permission: 'nbCard.view',
  answer: z.object({
    bands: z.array(z.number().int()).length(SILENCE_BANDS.length),
    /** Activated, and never online. */
    neverOnline: z.number().int(),
    asOf: z.iso.datetime({ offset: true }),
  }),
});
