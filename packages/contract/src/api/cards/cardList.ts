import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { idSchema, read } from '../../framework/endpoint.ts';
import { list } from '../../framework/list.ts';
import { MOST_TICKED, queryFlag, queryInstant, queryInteger, queryList } from '../../framework/paging.ts';
import { cardFields, numbersExtra } from './cardFields.ts';

/** Numbers over the list, each a filter; counted within the asked filter, exact up to the count bound. */
export const cardFiguresSchema = z.object({
  total: z.number().int(),
  totalIsEstimate: z.boolean(),
  activated: z.number().int(),
  stopped: z.number().int(),
  unactivated: z.number().int(),
  /** the package ends within seven days */
  endingSoon: z.number().int(),
  online: z.number().int(),
  /** The numbers besides the total are those of the last counting, or of a part. */
  isEstimate: z.boolean(),
});

/** Query keys of every card list beyond its fields. */
export const cardExtra = {
  /** A customer and everyone below it. */
  underCustomerId: idSchema.optional(),
  /** Packages that end within so many days from now. */
  endingWithinDays: queryInteger.pipe(z.number().int().min(0).max(3_650)).optional(),
  /** Share of the allowance used, in percent. */
  usedPercentFrom: queryInteger.pipe(z.number().int().min(0).max(10_000)).optional(),
  usedPercentTo: queryInteger.pipe(z.number().int().min(0).max(10_000)).optional(),
  /** Asked of the carrier and not confirmed for more than ten minutes. */
  unconfirmedLong: queryFlag.optional(),
  /** Running at the carrier though there is a reason to stand still. */
  outOfControl: queryFlag.optional(),
  /** In service without the real name its product asks for. */
  realNameMissing: queryFlag.optional(),
  isPending: queryFlag.optional(),
  imeiChangedSince: queryInstant.optional(),
  /** Last located in this province: the first two digits of its code of GB/T 2260. For who may see positions. */
  province: queryInteger.pipe(z.number().int().min(11).max(82)).optional(),
  ...numbersExtra,
  /** Cards ticked one by one. */
  ids: queryList(idSchema, MOST_TICKED).optional(),
  /** Cards that a named set of numbers finds. */
  cardSetId: idSchema.optional(),
  /** A fragment of four digits or more of any identifier. */
  q: z.string().min(4).max(64).optional(),
  /** Its white list of numbers is known, and empty or not. */
  whiteListEmpty: queryFlag.optional(),
  /** Fewer whole minutes left than this. */
  minutesLeftBelow: queryInteger.pipe(z.number().int().min(1).max(1_000_000)).optional(),
};

/**
 * Cards of one's own subtree. The kinds a caller may see follow from `flowCard.view`, `voiceCard.view` and `nbCard.view`.
 */
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

/** Voice cards alone, with their own permissions; rows and filters are those of every card list. */
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

/** Days since the last session, as a fleet is looked at: both ends included; the last has no end. */
export const SILENCE_BANDS = [
  { from: 0, to: 0 },
  { from: 1, to: 3 },
  { from: 4, to: 7 },
  { from: 8, to: 30 },
  { from: 31, to: null },
] as const;

/** NB-IoT cards alone, as voice cards are. */
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
