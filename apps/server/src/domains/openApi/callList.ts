import { listApiCalls } from '@cardinal/contract/api/openApi/calls.ts';
import { dataset } from '../../framework/dataset.ts';
import { customerNames, subtreeIds } from '../customers/face.ts';

export const callDataset = dataset(listApiCalls, {
  from: (ctx) => ctx.db.selectFrom('open_api.call as l').leftJoin('open_api.api_key as k', 'k.id', 'l.key_id'),
  table: 'l',
  select: (query) => query.selectAll('l').select('k.name as key_name'),
  present: async (rows, ctx, forFile) => {
    const names = await customerNames(
      ctx.db,
      rows.map((row) => row.customer_id),
    );
    return rows.map((row) => ({
      at: forFile ? row.at : row.at.toISOString(),
      keyName: row.key_name ?? '',
      customerName: names.get(row.customer_id) ?? '',
    }));
  },
  extra: async (query, { underCustomerId }, ctx) =>
    underCustomerId
      ? query.where('l.customer_id', 'in', [...(await subtreeIds(ctx.db, String(underCustomerId))), '0'])
      : query,
});
