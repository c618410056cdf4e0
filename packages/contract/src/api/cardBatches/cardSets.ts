import { stringSchema } from '@cardinal/primitives/string.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { enumeration, type ValueOf } from '../../enumerations/enumeration.ts';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { cardSetNotFound, duplicateCardSet, tooManyCardSets } from './refusals.ts';

/* A set is a named file of numbers. It is live: every list, selection or export resolves it within the caller's scope and by
   the cards' current numbers. */

/** reading → ready; failed is an end. */
export const CardSetState = enumeration('cardSetState', '状态', 'State', {
  reading: { zh: '识别中', en: 'Reading' },
  ready: { zh: '可用', en: 'Ready' },
  failed: { zh: '失败', en: 'Failed' },
});
export type CardSetState = ValueOf<typeof CardSetState>;

/** The result of a number of the file. */
export const CardSetVerdict = enumeration('cardSetVerdict', '识别结果', 'Result', {
  found: { zh: '找到卡', en: 'Found' },
  repeated: { zh: '号码重复', en: 'Repeated' },
  sameCard: { zh: '与其他行是同一张卡', en: 'Same card as another row' },
  checkDigit: { zh: '校验位错误', en: 'Wrong check digit' },
  unknown: { zh: '未找到', en: 'Unknown' },
  notNumber: { zh: '不是卡的号码', en: 'Not a card number' },
  damaged: { zh: '号码已损坏', en: 'Damaged' },
});
export type CardSetVerdict = ValueOf<typeof CardSetVerdict>;

/** The event for open consoles while a set is read; its data is `{ id, state, numbers }`. */
export const CARD_SET_PROGRESS = 'cardSet.progress';

/** Everyone who may view cards may have sets; a set finds only what its user may see. */
/** Any of these opens cards, to list them or to look them up. */
export const SEES_CARDS = [
  'flowCard.view',
  'voiceCard.view',
  'nbCard.view',
  'globalSearch.view',
  'readonlyCard.view',
  'readonlyCard.viewVoice',
] as const;

const instant = z.iso.datetime({ offset: true });
const nameSchema = stringSchema({ min: 1, max: 40 });

const cardSetSchema = z.object({
  id: idSchema,
  name: z.string(),
  state: CardSetState.schema,
  isShared: z.boolean(),
  /** Whether the caller may rename, share and delete it. */
  isOwn: z.boolean(),
  owner: z.string(),
  fileName: z.string(),
  /** Numbers in the file, or those read so far. */
  numbers: z.number().int(),
  /** Cards its owner saw at `resolvedAt`; null to others, who may see fewer. */
  cards: z.number().int().nullable(),
  failure: z.string().nullable(),
  createdAt: instant,
  /** When its numbers were last resolved again; null before the first time. */
  resolvedAt: instant.nullable(),
  isRefreshing: z.boolean(),
});

/** The caller's own sets and those shared within its customer, the newest first. */
export const listCardSets = read({
  name: 'cardSets.list',
  summary: text('号码集列表', 'Card sets'),
  permission: SEES_CARDS,
  scope: 'own',
  answer: z.array(cardSetSchema),
});

/**
 * A file (xlsx, xls, csv, txt) of ICCIDs, business and mapping numbers, IMSIs, IMEIs and EIDs in any mix. Answers immediately;
 * reading and resolving continue as a job.
 */
export const uploadCardSet = change({
  name: 'cardSets.upload',
  summary: text('按文件查找', 'Find cards by file'),
  permission: SEES_CARDS,
  scope: 'own',
  kind: 'upload',
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({ name: nameSchema, isShared: z.boolean().optional() }),
  answer: z.object({ id: idSchema }),
  refusals: [duplicateCardSet, tooManyCardSets],
});

/** The result of every number, by the cards the caller sees now. */
export const readCardSet = read({
  name: 'cardSets.detail',
  summary: text('号码集报告', 'Card set report'),
  permission: SEES_CARDS,
  scope: 'own',
  query: { id: idSchema },
  answer: cardSetSchema.extend({
    report: z
      .object({
        /** Distinct cards. */
        cards: z.number().int(),
        /** In the order of `CardSetVerdict`; only those there are. */
        verdicts: z.array(z.object({ verdict: CardSetVerdict.schema, count: z.number().int() })),
        /** The first hundred numbers without a card. */
        left: z.array(z.object({ rowNumber: z.number().int(), typed: z.string(), words: z.string() })),
      })
      .nullable(),
  }),
  refusals: [cardSetNotFound],
  example: { query: { id: '1' } },
});

export const editCardSet = change({
  name: 'cardSets.edit',
  summary: text('编辑号码集', 'Edit card set'),
  permission: SEES_CARDS,
  scope: 'own',
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({ id: idSchema, name: nameSchema, isShared: z.boolean() }),
  answer: doneSchema,
  refusals: [cardSetNotFound, duplicateCardSet],
  example: { body: { id: '1', name: '深圳仓盘点', isShared: true } },
});

export const deleteCardSet = change({
  name: 'cardSets.delete',
  summary: text('删除号码集', 'Delete card set'),
  permission: SEES_CARDS,
  scope: 'own',
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({ id: idSchema }),
  answer: doneSchema,
  refusals: [cardSetNotFound],
  example: { body: { id: '1' } },
});

/** Resolves all its numbers again; the set stays usable meanwhile. */
export const refreshCardSet = change({
  name: 'cardSets.refresh',
  summary: text('刷新号码集', 'Refresh card set'),
  permission: SEES_CARDS,
  scope: 'own',
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({ id: idSchema }),
  answer: doneSchema,
  refusals: [cardSetNotFound],
  example: { body: { id: '1' } },
});

/** Every number without a card, with its row and the reason. */
export const cardSetRest = read({
  name: 'cardSets.rest',
  summary: text('下载未找到的号码', 'Download numbers without a card'),
  permission: SEES_CARDS,
  scope: 'own',
  kind: 'file',
  query: { id: idSchema },
  answer: z.unknown(),
  refusals: [cardSetNotFound],
  example: { query: { id: '1' } },
});
