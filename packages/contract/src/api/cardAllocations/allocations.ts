import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { AllocationDirection, AllocationResult, AllocationState } from '../../enumerations/allocation.ts';
import { Currency } from '../../enumerations/money.ts';
import { change, idSchema, read } from '../../framework/endpoint.ts';
import { field, integerString } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { notFound, periodTooLong } from '../../framework/standardRefusals.ts';
import { nouns } from '../../words.ts';
import { previewSchema } from '../cardBatches/selection.ts';
import { selectCardFirst } from '../cards/cardRefusals.ts';
import { taskNotUndoable } from '../tasks/tasks.ts';
import { allocationNotFound, cardsSold, reversedTooLate } from './refusals.ts';

const at = z.iso.datetime({ offset: true });

/** Documents of cards given down and taken back. A side above the caller is not named. */
export const listAllocations = list({
  name: 'cardAllocations.list',
  summary: text('划拨记录', 'Allocation records'),
  permission: 'cardAllocation.view',
  exportPermission: 'cardAllocation.export',
  fields: {
    id: field.id('编号', 'ID', { exportable: false }),
    allocationNo: field.identifier('划拨单号', 'Allocation no.', { filters: ['is', 'contains'] }),
    direction: field.enumeration(AllocationDirection, { filters: ['is'] }),
    fromName: field.text('划出', 'From'),
    targetCustomerId: field.id('划入客户编号', 'To, id', { filters: ['is'], exportable: false, nullable: true }),
    toName: field.text('划入', 'To'),
    productCode: field.identifier('产品编码', 'Product code', { filters: ['is'], nullable: true }),
    asked: field.number('应划卡数', 'Asked'),
    done: field.number('成功', 'Done'),
    failed: field.number('未成功', 'Not done'),
    reversed: field.number('已冲回卡数', 'Put back'),
    unitPrice: field.money('单价', 'Price a card', { nullable: true }),
    /** Of the cards that moved. */
    amount: field.money('金额', 'Amount', { nullable: true }),
    currency: field.enumeration(Currency, { filters: ['is'], nullable: true }),
    state: field.enumeration(AllocationState, { filters: ['is'] }),
    /** Absent where somebody above the caller made it. */
    madeBy: field.text(nouns.operator.zh, nouns.operator.en, { filters: ['contains'], nullable: true }),
    createdAt: field.time(nouns.createdAt.zh, nouns.createdAt.en, { filters: ['range'], sortable: true }),
    finishedAt: field.time('完成时间', 'Finished at', { nullable: true }),
    remark: field.text(nouns.remark.zh, nouns.remark.en, { nullable: true }),
    /** Its task, where the caller sees it. */
    taskId: field.id('任务标识', 'Task id', { exportable: false, nullable: true }),
    /** Whether the caller's customer made it, and it may still be put back. */
    isReversible: field.flag('可冲回', 'Reversible', { exportable: false }),
  },
  defaultSort: '-createdAt',
  extra: {
    /** On either side. */
    customerId: idSchema.optional(),
  },
  recent: { by: 'createdAt', unless: ['allocationNo', 'allocationNoContains'] },
  refusals: [periodTooLong],
});

/** A document with its numbers in segments and what was posted. */
export const readAllocation = read({
  name: 'cardAllocations.read',
  summary: text('划拨单', 'An allocation'),
  permission: 'cardAllocation.view',
  query: { allocationId: idSchema },
  answer: z.object({
    id: idSchema,
    allocationNo: z.string(),
    direction: AllocationDirection.schema,
    state: AllocationState.schema,
    fromName: z.string(),
    toName: z.string(),
    /** Customers between both sides, from above. */
    between: z.array(z.string()),
    productCode: z.string().nullable(),
    asked: z.int(),
    done: z.int(),
    reversed: z.int(),
    unitPrice: integerString.nullable(),
    amount: integerString.nullable(),
    currency: z.string().nullable(),
    madeBy: z.string().nullable(),
    remark: z.string().nullable(),
    createdAt: at,
    finishedAt: at.nullable(),
    taskId: idSchema.nullable(),
    taskNo: z.string().nullable(),
    repeatsNo: z.string().nullable(),
    reverses: z.object({ id: idSchema, allocationNo: z.string() }).nullable(),
    reversedBy: z.array(z.object({ id: idSchema, allocationNo: z.string() })),
    isReversible: z.boolean(),
    /** Runs of numbers of the cards that moved. */
    segments: z.array(z.object({ first: z.string(), last: z.string(), cards: z.int() })),
    areAllSegments: z.boolean(),
    /** What both sides paid and got, as far as the caller sees their accounts. */
    postings: z.array(z.object({ customerName: z.string(), amount: integerString, at, transactionId: idSchema })),
  }),
  refusals: [allocationNotFound],
  example: { query: { allocationId: '1' } },
});

/** The cards of a document, each with its result. */
export const listAllocationItems = list({
  name: 'cardAllocations.items',
  summary: text('划拨明细', 'Cards of an allocation'),
  permission: 'cardAllocation.view',
  exportPermission: 'cardAllocation.export',
  fields: {
    id: field.id('编号', 'ID', { sortable: true, exportable: false }),
    cardId: field.id('卡编号', 'Card id', { exportable: false }),
    iccid: field.identifier('ICCID', 'ICCID', { filters: ['is', 'contains'] }),
    result: field.enumeration(AllocationResult, { filters: ['is'] }),
    words: field.text('原因', 'Reason', { nullable: true }),
    at: field.time('时间', 'At', { nullable: true }),
  },
  defaultSort: 'id',
  extra: { allocationId: idSchema },
  example: { query: { allocationId: '1' } },
});

/** The preview of the batch that puts the cards of a document back, and what was paid for them. Started like every preview. */
export const previewReverse = change({
  name: 'cardAllocations.previewReverse',
  summary: text('冲回预检', 'Preview a reversal'),
  permission: 'cardAllocation.reverse',
  isRecorded: false,
  idempotency: 'none',
  body: z.strictObject({ allocationId: idSchema }),
  answer: previewSchema,
  refusals: [allocationNotFound, notFound, taskNotUndoable, selectCardFirst, cardsSold, reversedTooLate],
  example: { body: { allocationId: '1' } },
});
