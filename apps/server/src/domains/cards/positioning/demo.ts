import { Platform } from '@cardinal/contract/enumerations/card.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { sealPosition } from './sealedPosition.ts';

/** The query the documentation of the interface reads. */
export const DEMO_POSITIONS = '5410100';
const HOUR_MS = 3_600_000;
/** Around Shenzhen, Guangzhou, Hangzhou and Chengdu: where agent A's meters stand. */
const PLACES = [
  [22.5431, 114.0579],
  [22.6102, 113.9387],
  [23.1291, 113.2644],
  [30.2741, 120.1551],
  [30.5728, 104.0668],
] as const;
const NOWHERE = text('运营商没有该卡的位置', 'The carrier has no position of this card');

/** What agent A asked yesterday for a stock-taking, and the consent of the enterprise below it. */
export async function seedPositionDemo(ctx: Ctx): Promise<void> {
  const cards = await ctx.db
    .selectFrom('cards.card')
    .select(['id', 'iccid', 'platform', 'carrier_account_id'])
    .where('customer_id', '=', '10')
    .where('platform', '=', Platform.values.Lt)
    .where('lifecycle', '=', 'activated')
    .orderBy('id', 'desc')
    .limit(PLACES.length + 1)
    .execute();
  if (cards.length === 0) return;
  const at = new Date(ctx.clock.now().getTime() - 26 * HOUR_MS);
  const rows = cards.map((card, seq) => {
    const id = ctx.ids.next();
    const place = PLACES[seq];
    const [latitude, longitude] = place ?? [null, null];
    return {
      card_id: card.id,
      id,
      task_id: DEMO_POSITIONS,
      seq,
      iccid: card.iccid,
      platform: card.platform,
      carrier_account_id: card.carrier_account_id,
      customer_id: '10',
      account_name: 'agent',
      purpose: '季度资产盘点',
      state: 'done' as const,
      is_found: place !== undefined,
      source: place ? ('last' as const) : null,
      accuracy_metres: place ? 300 + seq * 350 : null,
      sealed: place ? sealPosition(ctx, id, { latitude, longitude, district: null }) : null,
      words: place ? null : JSON.stringify(NOWHERE),
      located_at: place ? new Date(at.getTime() - (seq + 1) * HOUR_MS) : null,
      asked_at: at,
      created_at: at,
    };
  });
  await ctx.db.insertInto('cards.position_query').values(rows).execute();
  await ctx.db
    .insertInto('cards.location_consent')
    .values({
      customer_id: '12',
      document: '定位授权书 2026-03（扫描件编号 DW-0317）',
      valid_until: '2027-12-31',
      granted_by: 'agent',
      granted_at: new Date(at.getTime() - 2_000 * HOUR_MS),
    })
    .execute();
}
