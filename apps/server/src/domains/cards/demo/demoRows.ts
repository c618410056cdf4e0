import { Platform } from '@cardinal/contract/enumerations/card.ts';
import { firstIdOf } from '@cardinal/primitives/ids.ts';
import { operationOf } from '../cardEvents.ts';
import type { DemoCard } from './demoCards.ts';
import type { Chance } from './demoChance.ts';
import { type Cast, type DemoLine, historyOf } from './demoHistory.ts';

type Row = Readonly<Record<string, unknown>>;

export function* claimRows(cards: readonly DemoCard[]): Generator<Row> {
  for (const card of cards) {
    const claim = (kind: number, value: string) => ({ kind, value, card_id: card.id });
    yield claim(1, card.iccid);
    if (card.line.platform === Platform.values.Lt) yield claim(1, card.iccid.slice(0, 19));
    if (card.businessNumber) yield claim(2, card.businessNumber);
    if (card.imsi) yield claim(5, card.imsi);
    if (card.eid) yield claim(6, card.eid);
  }
}

const text = (value: bigint | null): string | null => (value === null ? null : String(value));

export function* cardRows(cards: readonly DemoCard[]): Generator<Row> {
  for (const card of cards) yield cardRow(card);
}

const cardRow = (card: DemoCard) => ({
  id: card.id,
  iccid: card.iccid,
  platform: card.line.platform,
  sub_type: card.line.accounts[0]?.subType ?? null,
  carrier_account_id: card.accountId,
  kind: card.kind,
  size: card.size,
  business_number: card.businessNumber,
  mapping_number: card.mappingNumber,
  imsi: card.imsi,
  imei: card.imei,
  eid: card.eid,
  carrier_status: card.status,
  lifecycle: card.lifecycle,
  stop_reasons: card.stopReasons,
  sleep_status: card.isAsleep ? 'asleep' : 'awake',
  real_name_status: card.realNamed ? 1 : 0,
  customer_id: card.customerId,
  product_code: card.line.product,
  package_name: card.packageName,
  package_ends_at: card.packageEndsAt,
  remark: card.remark,
  activated_at: card.activatedAt,
  service_period_end: card.servicePeriodEnd,
  flow_total: text(card.flowTotal),
  flow_used: text(card.flowUsed),
  used_today: text(card.usedToday),
  usage_at: card.flowUsed === null ? null : card.lastSyncAt,
  online_state: card.onlineState,
  last_session_at: card.lastSessionAt,
  last_sync_at: card.lastSyncAt,
  rate_plan: card.line.adapter === 'jasper' ? `DEMO-${card.packageName?.split(' ')[0] ?? '100MB'}` : null,
  communication_plan: card.line.adapter === 'jasper' ? 'DEMO-DATA' : null,
  created_at: card.createdAt,
  updated_at: card.since,
  version: 1,
});
/** Ids follow the time of their lines, as if each had been written then. */
export function* eventRows(cards: readonly DemoCard[], cast: Cast, chance: Chance, now: Date): Generator<Row> {
  let count = 0n;
  for (const card of cards) {
    for (const line of historyOf(card, cast, chance, now)) {
      count += 1n;
      yield eventRow(String(BigInt(firstIdOf(line.at)) + (count % 4_000_000n)), card, line);
    }
  }
}

const eventRow = (id: string, card: DemoCard, line: DemoLine) => ({
  id,
  card_id: card.id,
  at: line.at,
  iccid: card.iccid,
  customer_id: line.customerId,
  operation_type: operationOf(line.action),
  action: line.action,
  from_value: line.from ?? null,
  to_value: line.to ?? null,
  result: line.result,
  source: line.source,
  actor_account_id: line.actor.accountId,
  actor_customer_id: line.actor.customerId,
  actor_name: line.actor.accountName || null,
  carrier_ref: line.carrierRef ?? null,
  reason: line.reason ?? null,
  address: line.source === 'console' ? '10.20.4.16' : null,
});
