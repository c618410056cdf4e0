import { CardSize, Platform } from '@cardinal/contract/enumerations/card.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import type { Ctx } from '../../framework/context.ts';

/** Number segments of the demo's Unicom account: two with cards, one without any yet. */
const SEGMENTS = [
  { from: 2_026_001_000_000, numbers: 10_000, note: 'SF-20260612-01', daysAgo: 160 },
  { from: 2_026_001_010_000, numbers: 10_000, note: 'SF-20260903-02', daysAgo: 80 },
  { from: 2_026_001_500_000, numbers: 500, note: 'SF-20261118-07', daysAgo: 3 },
] as const;

const numberOf = (serial: number) => `898606${serial}`;

export async function seedSegments(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now().getTime();
  const rows = SEGMENTS.map(({ from, numbers, note, daysAgo }) => {
    const [start, end] = [numberOf(from), numberOf(from + numbers - 1)];
    const at = new Date(now - daysAgo * DAY_MS);
    return {
      id: ctx.ids.next(),
      customer_id: '1',
      platform: Platform.values.Lt,
      carrier_account_id: '101',
      product_code: 'LT-JASPER',
      size: CardSize.options[0]?.value ?? null,
      start_iccid: start,
      end_iccid: end,
      start_key: start,
      end_key: end,
      numbers,
      delivery_note: note,
      operator: 'operator',
      created_at: at,
      updated_at: at,
    };
  });
  await ctx.db.insertInto('card_imports.card_scope').values(rows).execute();
}
