import { listRedeemCodes } from '@cardinal/contract/api/groupBuys/codes.ts';
import { sql } from 'kysely';
import { accountOf } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';
import { wordsIn } from '../../cards/face.ts';
import { customerNames } from '../../customers/face.ts';
import { beyond } from '../batches/batchStore.ts';

export const codeDataset = dataset(listRedeemCodes, {
  from: (ctx) => {
    const { customerId } = accountOf(ctx);
    return ctx.db
      .selectFrom('group_buys.code as c')
      .innerJoin('group_buys.batch as b', 'b.id', 'c.batch_id')
      .innerJoin('packages.v_package as p', 'p.id', 'b.package_id')
      .where((on) => on.or([on('c.seller_id', '=', customerId), on('c.customer_id', '=', customerId)]));
  },
  table: 'c',
  carrier: sql`p.platform`,
  countBound: 20_000,
  columns: { batchNo: sql`b.batch_no`, packageName: sql`b.package_name` },
  select: (query) =>
    query.select([
      'c.id',
      'c.code_no',
      'c.mask',
      'c.batch_id',
      'b.batch_no',
      'b.package_name',
      'c.customer_id as buyer',
      'c.state',
      'c.iccid',
      'c.order_no',
      'b.price',
      'b.currency',
      'c.changed_at',
      'b.expires_at',
      'c.failure_zh',
      'c.failure_en',
    ]),
  present: async (rows, ctx) => {
    const names = await customerNames(beyond(ctx), [...new Set(rows.map((row) => row.buyer))]);
    return rows.map((row) => ({
      buyerName: names.get(row.buyer) ?? '',
      failure: wordsIn(ctx.language, row.failure_zh, row.failure_en),
    }));
  },
});
