import { DAY_MS } from '@cardinal/primitives/time.ts';
import { type Ctx, holds } from '../../framework/context.ts';
import { carrierAccounts } from '../carriers/face.ts';
import { customerNames } from '../customers/face.ts';

const iso = (moment: unknown): string | null => (moment instanceof Date ? moment.toISOString() : null);
const whole = (value: unknown): string | null => (value === null || value === undefined ? null : String(value));

const count = (value: unknown): number | null => (value === null || value === undefined ? null : Number(value));
/** Whole days since the last session; null for a card that never had one. */
const silentDays = (at: unknown, ctx: Pick<Ctx, 'clock'>): number | null =>
  at instanceof Date ? Math.max(0, Math.floor((ctx.clock.now().getTime() - at.getTime()) / DAY_MS)) : null;

type Row = Record<string, unknown>;

async function tagsOf(
  ctx: Ctx,
  cardIds: readonly string[],
): Promise<ReadonlyMap<string, { id: string; name: string; color: string }[]>> {
  const found = new Map<string, { id: string; name: string; color: string }[]>();
  if (cardIds.length === 0) return found;
  const rows = await ctx.db
    .selectFrom('cards.card_tag as ct')
    .innerJoin('cards.tag as t', 't.id', 'ct.tag_id')
    .select(['ct.card_id', 't.id', 't.name', 't.color'])
    .where('ct.card_id', 'in', [...cardIds])
    .orderBy('t.name')
    .execute();
  for (const row of rows) {
    const list = found.get(row.card_id) ?? [];
    list.push({ id: row.id, name: row.name, color: row.color });
    found.set(row.card_id, list);
  }
  return found;
}

/** Card rows as the wire shows them; names and tags of the whole page are read at once. */
export async function presentCards(rows: readonly Row[], ctx: Ctx): Promise<Row[]> {
  const ids = rows.map((row) => String(row['id']));
  const [customers, accounts, tags] = await Promise.all([
    customerNames(
      ctx.db,
      rows.map((row) => String(row['customer_id'])),
    ),
    carrierAccounts(
      ctx,
      rows.map((row) => String(row['carrier_account_id'])),
    ),
    tagsOf(ctx, ids),
  ]);
  const seesAccounts = holds(ctx.actor, 'platformConfig.view');
  return rows.map((row) => ({
    id: String(row['id']),
    iccid: row['iccid'],
    businessNumber: row['business_number'],
    mappingNumber: row['mapping_number'],
    imsi: row['imsi'],
    imei: row['imei'],
    eid: row['eid'],
    platform: row['platform'],
    subType: row['sub_type'],
    carrierAccountId: String(row['carrier_account_id']),
    ...(seesAccounts ? { carrierAccountName: accounts.get(String(row['carrier_account_id']))?.name ?? '' } : {}),
    kind: row['kind'],
    size: row['size'],
    carrierStatus: row['carrier_status'],
    lifecycle: row['lifecycle'],
    pending: row['pending_since']
      ? { action: row['pending_action'], to: row['pending_to'], since: iso(row['pending_since']) }
      : null,
    stopReasons: row['stop_reasons'],
    sleepStatus: row['sleep_status'],
    realNameStatus: row['real_name_status'],
    customerId: String(row['customer_id']),
    customerName: customers.get(String(row['customer_id'])) ?? '',
    productCode: row['product_code'],
    packageName: row['package_name'],
    packageEndsAt: iso(row['package_ends_at']),
    poolCode: row['pool_code'],
    flowUsed: whole(row['flow_used']),
    flowTotal: whole(row['flow_total']),
    usedToday: whole(row['used_today']),
    usageAt: iso(row['usage_at']),
    onlineState: row['online_state'],
    lastSessionAt: iso(row['last_session_at']),
    silentDays: silentDays(row['last_session_at'], ctx),
    apn: row['apn'],
    boundImei: row['bound_imei'],
    voiceUsed: whole(row['voice_used']),
    voiceTotal: whole(row['voice_total']),
    smsUsed: count(row['sms_used']),
    smsTotal: count(row['sms_total']),
    voiceOn: row['voice_on'],
    smsOn: row['sms_on'],
    whiteListCount: row['white_list_count'],
    activatedAt: iso(row['activated_at']),
    servicePeriodEnd: iso(row['service_period_end']),
    tags: tags.get(String(row['id'])) ?? [],
    remark: row['remark'],
    lastSyncAt: iso(row['last_sync_at']),
    importBatchId: whole(row['import_batch_id']),
    createdAt: iso(row['created_at']),
  }));
}
