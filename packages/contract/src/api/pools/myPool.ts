import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { TransferState } from '../../enumerations/pool.ts';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { field, integerString } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { MOST_TICKED } from '../../framework/paging.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { nouns } from '../../words.ts';
import { listQuerySchema } from '../cardBatches/selection.ts';
import {
  noneToMove,
  poolClosed,
  poolNotFound,
  poolsNotAlike,
  samePool,
  targetNotBelow,
  tooManyToMove,
  transferBegun,
  transferNotFound,
} from './refusals.ts';

/** How many cards one transfer moves. */
export const MOST_MOVED = 20_000;

/** What the forms of a transfer call things that are no fields of its history. */
export const transferLabels = {
  from: text('源卡池', 'From'),
  to: text('目标卡池', 'To'),
  effective: text('生效', 'Takes effect'),
  now: text('立即', 'At once'),
  nextCycle: text('下个账期起', 'From the next cycle'),
  numbers: text('ICCID', 'ICCIDs'),
} as const;

const forecast = {
  cards: z.number().int(),
  contributed: integerString,
  used: integerString,
  usedPercent: z.number().nullable(),
  /** Null where it is too early to tell. */
  forecastPercent: z.number().nullable(),
};

/** Open pools of the caller and of customers below, with what a pane of the transfer shows. */
export const readMyPools = read({
  name: 'myPool.pools',
  summary: text('我的卡池', 'My pools'),
  permission: 'myPool.view',
  query: { fromPoolId: idSchema.optional() },
  answer: z.object({
    pools: z.array(
      z.object({
        id: idSchema,
        poolCode: z.string(),
        name: z.string(),
        depth: z.number().int(),
        customerName: z.string(),
        packageName: z.string(),
        ...forecast,
        runsOutOn: z.iso.date().nullable(),
        cycleEndsAt: z.iso.datetime({ offset: true }),
        /** Cards of the pool that was asked about can move here. */
        fits: z.boolean(),
      }),
    ),
    asOf: z.iso.datetime({ offset: true }),
  }),
  example: { query: { fromPoolId: '1' } },
});

/** Which cards of the source: those ticked, a pasted list, or all that its list of cards finds. */
const chosenSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ids'), ids: z.array(idSchema).min(1).max(MOST_TICKED) }),
  z.strictObject({ kind: z.literal('list'), text: z.string().min(1).max(70_000) }),
  z.strictObject({ kind: z.literal('filter'), query: listQuerySchema }),
]);
export type ChosenCards = z.output<typeof chosenSchema>;

const asked = {
  fromPoolId: idSchema,
  toPoolId: idSchema,
  cards: chosenSchema,
  /** From the source's next cycle on; otherwise at once. */
  isFromNextCycle: z.boolean(),
};
const unlike = [poolNotFound, poolClosed, samePool, poolsNotAlike, targetNotBelow, tooManyToMove];
const ids = { kind: 'ids' as const, ids: ['3'] };
const sides = z.object({ before: z.object(forecast), after: z.object(forecast) });

/** What a transfer would move, by the rules it moves by. */
export const previewTransfer = change({
  name: 'myPool.transferPreview',
  summary: text('转移预检', 'Preview a transfer'),
  permission: 'myPool.transfer',
  isRecorded: false,
  idempotency: 'none',
  body: z.strictObject(asked),
  answer: z.object({
    cards: z.number().int(),
    /** Why others stay, most frequent first. */
    skipped: z.array(z.object({ reason: z.string(), words: z.string(), count: z.number().int() })),
    /** Pasted numbers of no card in the source. */
    notIn: z.number().int(),
    /** What they take along in the cycle it takes effect in. */
    contributed: integerString,
    from: sides,
    to: sides,
    /** The source has used more than it has left, because of this. */
    isSourceOver: z.boolean(),
    /** Cards that run and that the used-up quota of the target stops. */
    willStop: z.number().int(),
    /** Null: at once. */
    effectiveAt: z.iso.datetime({ offset: true }).nullable(),
  }),
  refusals: unlike,
  example: { body: { fromPoolId: '1', toPoolId: '2', cards: ids, isFromNextCycle: false } },
});

export const transferCards = change({
  name: 'myPool.transfer',
  summary: text('卡池转移', 'Transfer cards'),
  permission: 'myPool.transfer',
  operation: OperationType.values.CardPoolTransfer,
  body: z.strictObject({ ...asked, remark: z.string().trim().max(255) }),
  answer: z.object({
    id: idSchema,
    taskId: idSchema,
    taskNo: z.string(),
    total: z.number().int(),
    effectiveAt: z.iso.datetime({ offset: true }).nullable(),
  }),
  refusals: [...unlike, noneToMove],
  example: { body: { fromPoolId: '1', toPoolId: '2', cards: ids, isFromNextCycle: true, remark: '项目 B' } },
});

/** Takes back a transfer that has not taken effect yet. */
export const undoTransfer = change({
  name: 'myPool.undoTransfer',
  summary: text('撤销转移', 'Undo a transfer'),
  permission: 'myPool.transfer',
  operation: OperationType.values.CardPoolTransfer,
  body: z.strictObject({ id: idSchema }),
  answer: doneSchema,
  refusals: [transferNotFound, transferBegun],
  example: { body: { id: '1' } },
});

export const listTransfers = list({
  name: 'myPool.transfers',
  summary: text('转移记录', 'Transfers'),
  permission: 'myPool.view',
  fields: {
    id: field.id('编号', 'ID', { sortable: true, exportable: false }),
    fromPoolCode: field.identifier(transferLabels.from.zh, transferLabels.from.en),
    toPoolCode: field.identifier(transferLabels.to.zh, transferLabels.to.en, {
      nullable: true,
      absent: text('不可见', 'Not visible'),
    }),
    fromPoolId: field.id('源卡池编号', 'From pool id', { filters: ['is'], exportable: false }),
    cards: field.number(nouns.cardCount.zh, nouns.cardCount.en),
    done: field.number('已转移', 'Moved'),
    skipped: field.number('未转移', 'Not moved'),
    contributed: field.bytes('带走的额度', 'Taken along', {
      help: text('转移后目标卡池得到的当期额度', 'What the target has of them in that cycle'),
    }),
    state: field.enumeration(TransferState, { filters: ['is'] }),
    effectiveAt: field.time('生效时间', 'Takes effect at', { nullable: true, absent: transferLabels.now }),
    remark: field.text(nouns.remark.zh, nouns.remark.en),
    accountName: field.text('操作人', 'By', { nullable: true, absent: text('上级', 'A customer above') }),
    taskId: field.id('任务编号', 'Task id', { exportable: false }),
    createdAt: field.time(nouns.createdAt.zh, nouns.createdAt.en, { filters: ['range'], sortable: true }),
    endedAt: field.time('结束时间', 'Ended at', { nullable: true }),
  },
  defaultSort: '-id',
});
