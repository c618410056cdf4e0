import { DAY_MS } from '@cardinal/primitives/time.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { NetworkUse } from '../../carriers/face.ts';
import { largeCounts, sum } from '../slots/largeCounts.ts';

type Uses = readonly NetworkUse[];
const counts = largeCounts<Uses>((uses) => sum(uses.map(({ cards }) => cards)));

/** Usage per network from the sessions of the caller's cards in the last days. */
export const countNetworkUse = (ctx: Ctx, days: number): Promise<Uses> =>
  counts(ctx.scope.everything ? 'everything' : ctx.scope.customerIds.join(), async () => {
    const rows = await ctx.db
      .selectFrom('carrier_sync.session as s')
      .select(['s.mcc', 's.mnc'])
      .select((row) => [
        row.fn.count<string>('s.card_id').distinct().as('cards'),
        row.fn.coalesce(row.fn.sum<string>('s.bytes'), row.val('0')).as('bytes'),
      ])
      .where('s.mcc', 'is not', null)
      .where('s.started_at', '>=', new Date(ctx.clock.now().getTime() - days * DAY_MS))
      .groupBy(['s.mcc', 's.mnc'])
      .execute();
    return rows.map(({ mcc, mnc, cards, bytes }) => ({
      mcc: mcc ?? '',
      mnc: mnc ?? '',
      cards: Number(cards),
      bytes: BigInt(bytes),
    }));
  });
