import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { Lifecycle, Platform } from '../../enumerations/card.ts';
import { MembershipState, PoolStop } from '../../enumerations/pool.ts';
import { idSchema, read } from '../../framework/endpoint.ts';
import { field, integerString } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { nouns } from '../../words.ts';
import { cardNotFound } from '../cards/cardRefusals.ts';

/** The cards of a pool and its sub-pools, and those that left it during the running cycle: together they are its figures. */
export const listPoolCards = list({
  name: 'cardPools.cards',
  summary: text('卡池内的卡', 'Cards of a pool'),
  permission: ['cardPool.view', 'cardPool.viewSub'],
  exportPermission: 'cardPool.export',
  fields: {
    /** The membership's. */
    id: field.id('编号', 'ID', { sortable: true, exportable: false }),
    cardId: field.id('卡编号', 'Card id', { exportable: false }),
    iccid: field.identifier('ICCID', 'ICCID', { filters: ['is'] }),
    platform: field.enumeration(Platform),
    lifecycle: field.enumeration(Lifecycle, { filters: ['is'], nullable: true }),
    state: field.enumeration(MembershipState, { filters: ['is'] }),
    poolCode: field.identifier('所在卡池', 'In pool'),
    poolName: field.text('卡池名称', 'Pool name'),
    customerName: field.text(nouns.customer.zh, nouns.customer.en),
    contributed: field.bytes('本期贡献', 'Contributed', { nullable: true }),
    used: field.bytes('本期已用', 'Used'),
    sharePercent: field.number('占比（%）', 'Share (%)', { nullable: true }),
    capBytes: field.bytes('单卡上限', 'Card cap', { nullable: true, absent: text('不限', 'None') }),
    stoppedBy: field.enumeration(PoolStop, { nullable: true }),
    joinedAt: field.time('加入时间', 'Joined at', { filters: ['range'] }),
    leftAt: field.time('移出时间', 'Left at', { nullable: true }),
  },
  defaultSort: '-id',
  extra: {
    /** Without it, the cards of all pools the caller sees. */
    poolId: idSchema.optional(),
    /** Without those of its sub-pools. */
    own: z.enum(['true']).optional(),
  },
});

/** The pool a card is in, as far as the caller sees it, and those it was in. */
export const readPoolOfCard = read({
  name: 'cardPools.ofCard',
  summary: text('卡所在卡池', 'Pool of a card'),
  permission: ['cardPool.view', 'cardPool.viewCard'],
  query: { cardId: idSchema },
  answer: z.object({
    memberships: z.array(
      z.object({
        /** The membership's, as the list of the pool's cards has it. */
        id: idSchema,
        poolId: idSchema,
        poolCode: z.string(),
        name: z.string(),
        isClosed: z.boolean(),
        /** Whether the pool is a sub-pool. */
        isSub: z.boolean(),
        parent: z.object({ poolCode: z.string(), name: z.string() }).nullable(),
        joinedAt: z.iso.datetime({ offset: true }),
        leftAt: z.iso.datetime({ offset: true }).nullable(),
        cycle: z.string(),
        contributed: integerString.nullable(),
        used: integerString,
        capBytes: integerString.nullable(),
        /** What of the pool holds the card stopped. */
        stoppedBy: PoolStop.schema.nullable(),
        /** By what it used in the cycle, among the cards that are in the pool; null: it has left. */
        rank: z.object({ place: z.number().int(), of: z.number().int() }).nullable(),
      }),
    ),
    asOf: z.iso.datetime({ offset: true }),
  }),
  refusals: [cardNotFound],
  example: { query: { cardId: '1' } },
});
