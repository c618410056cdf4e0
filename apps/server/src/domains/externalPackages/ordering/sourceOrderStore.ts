import type { Ctx } from '../../../framework/context.ts';
import type { SourceOrderRow } from '../externalTables.ts';
import { beyond } from '../sources/sourceStore.ts';

export const sourceOrderById = (ctx: Ctx, id: string): Promise<SourceOrderRow | undefined> =>
  beyond(ctx).selectFrom('external_packages.source_order').selectAll().where('id', '=', id).executeTakeFirst();

type Change = Partial<
  Pick<
    SourceOrderRow,
    | 'state'
    | 'charged'
    | 'charged_currency'
    | 'their_order_no'
    | 'sent_at'
    | 'sends'
    | 'asks'
    | 'next_at'
    | 'words_zh'
    | 'words_en'
    | 'settled_at'
  >
>;

/** Changes an open order as it was read; whoever comes second changes nothing. */
export async function changeOpen(
  ctx: Ctx,
  { id, next_at }: SourceOrderRow,
  change: Change,
): Promise<SourceOrderRow | undefined> {
  return beyond(ctx)
    .updateTable('external_packages.source_order')
    .set(change)
    .where('id', '=', id)
    .where('next_at', '=', next_at)
    .returningAll()
    .executeTakeFirst();
}
