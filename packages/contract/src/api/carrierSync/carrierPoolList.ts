import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { field } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { key } from '../../permissions/key.ts';
import { CarrierPoolState } from '../carriers/carrierPools.ts';

export const carrierPoolFields = {
  id: field.id('编号', 'ID', { exportable: false }),
  accountId: field.id('通道标识', 'Account id', { filters: ['is'], exportable: false }),
  poolId: field.identifier('流量池编号', 'Pool id', { filters: ['is'] }),
  name: field.text('名称', 'Name', { filters: ['contains'], sortable: true }),
  state: field.enumeration(CarrierPoolState, { filters: ['is'] }),
  /** Null: never reported by the carrier. */
  usedBytes: field.bytes('已用', 'Used', { nullable: true }),
  totalBytes: field.bytes('总量', 'Total', { nullable: true }),
  /** Share of the volume; null if either is unknown, the volume is 0, or the pool is no longer listed. */
  usedPercent: field.number('使用率（%）', 'Used (%)', { nullable: true, sortable: true }),
  /** Most of its volume is used: its cards are read more often. */
  isNear: field.flag('临近超量', 'Near overage'),
  /** As the carrier counts them. */
  members: field.number('成员（运营商）', 'Members (carrier)', { nullable: true }),
  /** Our cards that the carrier has named as members; null while it has named none of the account. */
  ownCards: field.number('成员（本平台）', 'Members (ours)', { nullable: true }),
  /** Of the used volume. */
  readAt: field.time('读取时间', 'Read at', { nullable: true, sortable: true }),
  seenAt: field.time('最近列出', 'Last listed', { sortable: true }),
};

export const listCarrierPools = list({
  name: 'carrierAccounts.pools',
  summary: text('运营商侧流量池', 'Carrier pools'),
  permission: key('platformConfig.view'),
  exportPermission: key('platformConfig.export'),
  fields: carrierPoolFields,
  defaultSort: '-usedPercent',
  figures: z.object({
    /** Of the one account that is asked for; null for several. */
    reading: z
      .object({
        isRunning: z.boolean(),
        /** When the list was last read completely; null: never. */
        finishedAt: z.iso.datetime({ offset: true }).nullable(),
        halted: z.object({ at: z.iso.datetime({ offset: true }), words: z.string() }).nullable(),
      })
      .nullable(),
  }),
  example: { query: { accountId: ['105'], pageNum: 1, pageSize: 20 } },
});
