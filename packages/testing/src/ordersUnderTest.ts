import { PackageUsageState } from '@cardinal/contract/enumerations/package.ts';
import type { PackageUsageTable } from '@cardinal/server/domains/orders/orderTables.ts';
import type { CardsUnderTest } from './cardsUnderTest.ts';

const DAY_MS = 86_400_000;

/** Puts a record on a card as an order would, from a day to a day after the test's present. */
export async function addRecord(
  under: CardsUnderTest,
  card: { readonly id: string; readonly iccid: string },
  from: number,
  to: number,
  given: Partial<PackageUsageTable> = {},
): Promise<string> {
  const id = under.ctx.ids.next();
  const now = under.clock.now();
  const at = (days: number) => new Date(now.getTime() + days * DAY_MS);
  await under.db
    .insertInto('orders.package_usage')
    .values({
      id,
      card_id: card.id,
      iccid: card.iccid,
      customer_id: '10',
      package_id: '1',
      package_version_id: '1',
      package_name: `套餐 ${from}`,
      package_type: 'month',
      is_main: true,
      follows: false,
      flow_bytes: '1000',
      voice_seconds: null,
      sms_count: null,
      zone: 'Asia/Shanghai',
      cycle_day: 1,
      not_before: at(from),
      postpone_days: 0,
      starts_at: at(from),
      ends_at: at(to),
      state: PackageUsageState.values.unused,
      state_at: now,
      created_at: now,
      ...given,
    })
    .execute();
  return id;
}
