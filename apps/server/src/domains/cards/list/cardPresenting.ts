import { CardKind } from '@cardinal/contract/enumerations/card.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import { type Ctx, holds } from '../../../framework/context.ts';
import { extensionPoint } from '../../../framework/contributions.ts';
import type { AnyQuery } from '../../../framework/dataset.ts';
import { PREPARED } from '../../../runtime/prepared.ts';
import { carrierAccounts } from '../../carriers/face.ts';
import { type SightedCard, sightsOf } from '../../control/face.ts';
import { customerNames } from '../../customers/face.ts';
import type { CardTable } from '../cardTables.ts';
import { remarkOf, remarksOf } from '../remarks.ts';
import { rowSeen } from '../shownFields.ts';

type Row = Record<string, unknown>;
type Label = { id: string; name: string; color: string };

/** What a card's row does not hold; read once per page for all rows, and only if shown. */
type Names = {
  readonly now: number;
  readonly isForFile: boolean;
  readonly customers: ReadonlyMap<string, string>;
  readonly accounts: ReadonlyMap<string, { readonly name: string }>;
  readonly tags: ReadonlyMap<string, Label[]>;
  readonly remarks: ReadonlyMap<string, string>;
  readonly rats: ReadonlyMap<string, string>;
};

type Shown = {
  readonly columns: readonly (keyof CardTable)[];
  readonly read: (row: Row, names: Names) => unknown;
};

const iso = (moment: unknown): string | null => (moment instanceof Date ? moment.toISOString() : null);
const whole = (value: unknown): string | null => (value === null || value === undefined ? null : String(value));
const count = (value: unknown): number | null => (value === null || value === undefined ? null : Number(value));
const same = (value: unknown): unknown => value;
const of = (column: keyof CardTable, to: (value: unknown) => unknown = same): Shown => ({
  columns: [column],
  read: (row) => to(row[column]),
});

/** A time: text on the wire, unchanged in a file. */
const moment = (column: keyof CardTable): Shown => ({
  columns: [column],
  read: (row, { isForFile }) => (isForFile ? row[column] : iso(row[column])),
});

/** Whole days since the last session; null for a card that never had one. */
const silentDays = (at: unknown, now: number): number | null =>
  at instanceof Date ? Math.max(0, Math.floor((now - at.getTime()) / DAY_MS)) : null;

/** How each field of a card list is computed from its columns. */
const FIELDS: Readonly<Record<string, Shown>> = {
  id: of('id', String),
  iccid: of('iccid'),
  businessNumber: of('business_number'),
  mappingNumber: of('mapping_number'),
  imsi: of('imsi'),
  imei: of('imei'),
  eid: of('eid'),
  platform: of('platform'),
  subType: of('sub_type'),
  carrierAccountId: of('carrier_account_id', String),
  carrierAccountName: {
    columns: ['carrier_account_id'],
    read: (row, { accounts }) => accounts.get(String(row['carrier_account_id']))?.name ?? '',
  },
  kind: of('kind'),
  size: of('size'),
  carrierStatus: of('carrier_status'),
  lifecycle: of('lifecycle'),
  pending: {
    columns: ['pending_action', 'pending_to', 'pending_since'],
    read: (row) =>
      row['pending_since']
        ? { action: row['pending_action'], to: row['pending_to'], since: iso(row['pending_since']) }
        : null,
  },
  stopReasons: of('stop_reasons'),
  sleepStatus: of('sleep_status'),
  realNameStatus: of('real_name_status'),
  customerId: of('customer_id', String),
  customerName: {
    columns: ['customer_id'],
    read: (row, { customers }) => customers.get(String(row['customer_id'])) ?? '',
  },
  productCode: of('product_code'),
  packageName: of('package_name'),
  packageEndsAt: moment('package_ends_at'),
  poolCode: of('pool_code'),
  flowUsed: of('flow_used', whole),
  flowTotal: of('flow_total', whole),
  usedToday: of('used_today', whole),
  usageAt: moment('usage_at'),
  usageJumpedAt: moment('usage_jumped_at'),
  onlineState: of('online_state'),
  lastSessionAt: moment('last_session_at'),
  silentDays: { columns: ['last_session_at'], read: (row, { now }) => silentDays(row['last_session_at'], now) },
  rat: { columns: ['id', 'kind'], read: (row, { rats }) => rats.get(String(row['id'])) ?? null },
  apn: of('apn'),
  communicationPlan: of('communication_plan'),
  boundImei: of('bound_imei'),
  voiceUsed: of('voice_used', whole),
  voiceTotal: of('voice_total', whole),
  smsUsed: of('sms_used', count),
  smsTotal: of('sms_total', count),
  voiceOn: of('voice_on'),
  smsOn: of('sms_on'),
  whiteListCount: of('white_list_count'),
  activatedAt: moment('activated_at'),
  servicePeriodEnd: moment('service_period_end'),
  tags: {
    columns: ['id'],
    read: (row, { tags }) => (isWhole(row) ? row['_tags'] : tags.get(String(row['id']))) ?? [],
  },
  remark: {
    columns: ['id'],
    read: (row, { remarks }) => (isWhole(row) ? row['_remark'] : remarks.get(String(row['id']))) ?? null,
  },
  lastSyncAt: moment('last_sync_at'),
  importBatchId: of('import_batch_id', whole),
  createdAt: moment('created_at'),
};

/** Read with its tags and remark, as `withTagsAndRemark` does. */
const isWhole = (row: Row): boolean => row['_tags'] !== undefined;

const EVERY = Object.keys(FIELDS);

/** What decides how much of a card is shown to whom. */
const DECIDING: readonly (keyof CardTable & keyof SightedCard)[] = ['id', 'customer_id', 'product_code'];

/** The columns needed to show these fields. */
export const columnsOfFields = (fields: readonly string[]): (keyof CardTable)[] => [
  ...new Set([...DECIDING, ...fields.flatMap((name) => FIELDS[name]?.columns ?? [])]),
];

async function tagsOf(ctx: Ctx, cardIds: readonly string[]): Promise<ReadonlyMap<string, Label[]>> {
  const found = new Map<string, Label[]>();
  if (cardIds.length === 0) return found;
  const rows = await ctx.db
    .selectFrom('cards.card_tag as ct')
    .innerJoin('cards.tag as t', 't.id', 'ct.tag_id')
    .select(['ct.card_id', 't.id', 't.name', 't.color'])
    .where(sql<boolean>`ct.card_id = any(${cardIds}::bigint[])`)
    .orderBy('t.name')
    .modifyEnd(sql.raw(PREPARED))
    .execute();
  for (const row of rows) {
    const list = found.get(row.card_id) ?? [];
    list.push({ id: row.id, name: row.name, color: row.color });
    found.set(row.card_id, list);
  }
  return found;
}

/** Tags and remarks of the cards of a page, in the same reading; a file asks for those of many cards at once. */
export const withTagsAndRemark = (query: AnyQuery, ctx: Ctx): AnyQuery =>
  query.select([
    remarkOf('shown').as('_remark'),
    ctx.db
      .selectFrom('cards.card_tag as ct')
      .innerJoin('cards.tag as t', 't.id', 'ct.tag_id')
      .select(
        sql<
          Label[]
        >`json_agg(json_build_object('id', t.id::text, 'name', t.name, 'color', t.color) order by t.name)`.as('labels'),
      )
      .where(sql<boolean>`ct.card_id = shown.id`)
      .as('_tags'),
  ]);

type NetworksOf = (ctx: Ctx, cardIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** The network of the last session of cards, from the room that reads sessions; without it no network is shown. */
export const lastNetworks = extensionPoint<NetworksOf>('cards.lastNetworks');

/** Asked for where NB cards are looked at, whose network matters. */
const ratsOf: NetworksOf = async (ctx, cardIds) =>
  cardIds.length === 0 ? new Map() : ((await ctx.contributed(lastNetworks)?.(ctx, cardIds)) ?? new Map());

/** Names that recur on many pages; cached for a short time. */
const namesSeen = (ctx: Ctx, ids: readonly string[]) =>
  ctx.cached(`names ${ctx.scope.everything ? '' : `${ctx.scope.accountId} ${ctx.scope.ownCustomerId}`} ${ids}`, () =>
    customerNames(ctx.db, ids),
  );
const accountsSeen = (ctx: Ctx, ids: readonly string[]) =>
  ctx.cached(`carrier accounts ${ids}`, () => carrierAccounts(ctx, ids));

async function namesFor(
  rows: readonly Row[],
  ctx: Ctx,
  fields: ReadonlySet<string>,
): Promise<Omit<Names, 'isForFile'>> {
  const all = (column: keyof CardTable) => [...new Set(rows.map((row) => String(row[column])))];
  const nb = rows.filter((row) => row['kind'] === CardKind.values.nb).map((row) => String(row['id']));
  const areWhole = rows.every(isWhole);
  const [customers, accounts, tags, remarks, rats] = await Promise.all([
    fields.has('customerName') ? namesSeen(ctx, all('customer_id')) : new Map<string, string>(),
    fields.has('carrierAccountName') ? accountsSeen(ctx, all('carrier_account_id')) : new Map<string, never>(),
    fields.has('tags') && !areWhole ? tagsOf(ctx, all('id')) : new Map<string, Label[]>(),
    fields.has('remark') && !areWhole ? remarksOf(ctx, all('id')) : new Map<string, string>(),
    fields.has('rat') ? ratsOf(ctx, nb) : new Map<string, string>(),
  ]);
  return { now: ctx.clock.now().getTime(), customers, accounts, tags, remarks, rats };
}

/**
 * Card rows as sent to clients, with everything the caller may see, or with the fields a file asks for; without what those above
 * hide from it.
 */
export async function presentCards(rows: readonly Row[], ctx: Ctx, forFile?: readonly string[]): Promise<Row[]> {
  const seesAccounts = holds(ctx.actor, 'platformConfig.view');
  const fields = (forFile ?? EVERY).filter((name) => FIELDS[name] && (name !== 'carrierAccountName' || seesAccounts));
  const names = { ...(await namesFor(rows, ctx, new Set(fields))), isForFile: forFile !== undefined };
  const readers = fields.map((name) => [name, FIELDS[name]?.read ?? same] as const);
  const sights = await (await sightsOf(ctx))?.of(rows as SightedCard[]);
  return rows.map((row) => {
    const shown: Row = {};
    for (const [name, read] of readers) shown[name] = read(row, names);
    const sight = sights?.get(String(row['id']));
    return sight ? rowSeen(shown, sight) : shown;
  });
}
