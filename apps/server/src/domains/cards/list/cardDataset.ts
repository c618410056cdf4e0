import { StopReason } from '@cardinal/contract/enumerations/card.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid, noPermission } from '@cardinal/contract/framework/standardRefusals.ts';
import { text } from '@cardinal/primitives/text.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import { type Expression, type SqlBool, sql } from 'kysely';
import { type Ctx, holds } from '../../../framework/context.ts';
import { type AnyQuery, type Column, columnOf, type Dataset, refusedKey } from '../../../framework/dataset.ts';
import { likeContains } from '../../../framework/likeContains.ts';
import { type Hidden, isWholeOrEnd } from '../../../framework/list/hiddenValues.ts';
import { codesAskingRealName } from '../../catalogue/face.ts';
import { subtreeIds } from '../../customers/face.ts';
import { limitsOf } from '../../settings/face.ts';
import { visibleKinds } from '../cardKinds.ts';
import { holding, holdingIn, remarked, whole } from '../finding/cardCandidates.ts';
import { isFragment } from '../finding/cardFragment.ts';
import { readIdentifierList } from '../finding/identifierList.ts';
import { hasPasted, numbersFoundBy } from '../finding/wholeNumbers.ts';
import { remarkOf } from '../remarks.ts';
import { concealedKeys } from '../shownFields.ts';
import { cardFigures } from './cardFigures.ts';
import { columnsOfFields, presentCards, withTagsAndRemark } from './cardPresenting.ts';
import { cardRollup } from './cardRollup.ts';
import { atMostByFilters, laterFilters } from './listFilters.ts';
import { hidesNumbers, maskedFor } from './maskedNumbers.ts';
import { missesRealName } from './missingRealName.ts';

const tagged = (operator: string, value: unknown, ctx: Ctx): Expression<SqlBool> | undefined => {
  const ids = value as string[];
  const own = ctx.scope.everything ? sql`` : sql`and t.customer_id = ${ctx.scope.ownCustomerId}::bigint`;
  const having = sql`select 1 from cards.card_tag t where t.card_id = c.id ${own} and t.tag_id`;
  if (operator === 'is') return sql<SqlBool>`exists (${having} = any(${ids}::bigint[]))`;
  if (operator === 'none') return sql<SqlBool>`not exists (${having} = any(${ids}::bigint[]))`;
  if (operator === 'all') {
    return sql<SqlBool>`(select count(*) from cards.card_tag t where t.card_id = c.id ${own} and t.tag_id = any(${ids}::bigint[])) = ${ids.length}`;
  }
  return undefined;
};

/** Only the caller's own tags count: another customer's tag id finds nothing, whatever cards have it. */
const tags: Column = { sql: sql`c.id`, where: tagged };

const plain = (name: string) => sql`c.${sql.ref(name)}`;

/** A number cards are found by; part of it through the common fragment index. */
const identifier = (name: string): Column => ({
  sql: plain(name),
  where: (operator, value, ctx) => (operator === 'contains' ? holdingIn(ctx, plain(name), String(value)) : undefined),
});

/** The trigram index of names needs at least three letters; with fewer it would be scanned completely. */
const packageName: Column = {
  sql: plain('package_name'),
  where: (operator, value) =>
    operator === 'contains' && [...String(value)].length < 3
      ? sql<SqlBool>`(c.package_name || '') ilike ${likeContains(String(value))}`
      : undefined,
};
/** Longer ago than any card. */
const LONG_AGO_DAYS = 36_500;

/** A day more of silence means a session a day earlier. The condition uses the column itself, so that its index is used. */
const silentDays: Column = {
  sql: sql`c.last_session_at`,
  where: (operator, value, ctx) => {
    const daysAgo = (days: number) =>
      new Date(ctx.clock.now().getTime() - Math.min(Math.max(days, 0), LONG_AGO_DAYS) * DAY_MS);
    return operator === 'from'
      ? sql<SqlBool>`c.last_session_at <= ${daysAgo(Number(value))}`
      : sql<SqlBool>`c.last_session_at > ${daysAgo(Number(value) + 1)}`;
  },
};

export const cardDataset: Dataset = {
  from: (ctx) => ctx.db.selectFrom('cards.card as c').where('c.kind', 'in', visibleKinds(ctx)) as unknown as AnyQuery,
  id: sql<string>`c.id`,
  carrier: sql`c.platform`,
  // The index `card_created`; another for each order would make every card's writing dearer than its pages are worth.
  heldOrders: {
    orders: new Set(['createdAt']),
    filters: new Set(['kind', 'platform', 'lifecycle', 'customerId', 'underCustomerId']),
  },
  countBound: 100_000,
  atMost: (ctx, asked) => atMostByFilters(ctx, asked),
  columns: {
    id: plain('id'),
    iccid: identifier('iccid'),
    businessNumber: identifier('business_number'),
    mappingNumber: identifier('mapping_number'),
    imsi: identifier('imsi'),
    imei: identifier('imei'),
    eid: identifier('eid'),
    platform: plain('platform'),
    subType: plain('sub_type'),
    carrierAccountId: plain('carrier_account_id'),
    kind: plain('kind'),
    size: plain('size'),
    carrierStatus: plain('carrier_status'),
    lifecycle: plain('lifecycle'),
    stopReasons: plain('stop_reasons'),
    sleepStatus: plain('sleep_status'),
    realNameStatus: plain('real_name_status'),
    customerId: plain('customer_id'),
    productCode: plain('product_code'),
    packageName,
    packageEndsAt: plain('package_ends_at'),
    poolCode: plain('pool_code'),
    flowUsed: plain('flow_used'),
    usedToday: plain('used_today'),
    usageJumpedAt: plain('usage_jumped_at'),
    onlineState: plain('online_state'),
    lastSessionAt: plain('last_session_at'),
    silentDays,
    apn: plain('apn'),
    communicationPlan: plain('communication_plan'),
    boundImei: plain('bound_imei'),
    voiceUsed: plain('voice_used'),
    smsUsed: plain('sms_used'),
    voiceOn: plain('voice_on'),
    smsOn: plain('sms_on'),
    whiteListCount: plain('white_list_count'),
    activatedAt: plain('activated_at'),
    servicePeriodEnd: plain('service_period_end'),
    tags,
    remark: {
      sql: remarkOf('c'),
      where: (operator, value, ctx) => (operator === 'contains' ? remarked(ctx, String(value)) : undefined),
    },
    lastSyncAt: plain('last_sync_at'),
    importBatchId: plain('import_batch_id'),
    createdAt: plain('created_at'),
  },
  select: (query, _ctx, forFile) =>
    forFile ? query.select(columnsOfFields(forFile).map((column) => `c.${column}`)) : query.selectAll('c'),
  beside: withTagsAndRemark,
  hides: hidesNumbers,
  conceals: concealedKeys,
  present: async (rows, ctx, forFile) => {
    const shown = await presentCards(rows, ctx, forFile);
    return forFile ? shown : maskedFor(ctx, shown);
  },
  extra: applyExtra,
  counts: cardFigures,
  rollup: cardRollup(visibleKinds),
};

type Extra = {
  underCustomerId?: string;
  endingWithinDays?: number;
  usedPercentFrom?: number;
  usedPercentTo?: number;
  unconfirmedLong?: boolean;
  outOfControl?: boolean;
  realNameMissing?: boolean;
  isPending?: boolean;
  imeiChangedSince?: string;
  startIccid?: string;
  endIccid?: string;
  identifierType?: number;
  identifiers?: string;
  province?: number;
  ids?: string[];
  q?: string;
  minutesLeftBelow?: number;
  whiteListEmpty?: boolean;
};

async function applyExtra(base: AnyQuery, raw: Record<string, unknown>, ctx: Ctx, hidden: Hidden): Promise<AnyQuery> {
  const asked = raw as Extra;
  let query = base;
  const now = ctx.clock.now();
  const where = (condition: Expression<SqlBool>) => {
    query = query.where(condition);
  };
  if (asked.underCustomerId) {
    const ids = await subtreeIds(ctx.db, asked.underCustomerId);
    where(sql<SqlBool>`c.customer_id = any(${ids}::bigint[])`);
  }
  if (asked.endingWithinDays !== undefined) {
    where(
      sql<SqlBool>`c.package_ends_at >= ${now} and c.package_ends_at < ${new Date(now.getTime() + asked.endingWithinDays * DAY_MS)}`,
    );
  }
  if (asked.usedPercentFrom !== undefined)
    where(sql<SqlBool>`c.flow_total > 0 and c.flow_used * 100 >= c.flow_total * ${asked.usedPercentFrom}`);
  if (asked.usedPercentTo !== undefined)
    where(sql<SqlBool>`c.flow_total > 0 and c.flow_used * 100 <= c.flow_total * ${asked.usedPercentTo}`);
  if (asked.unconfirmedLong) {
    const { unconfirmedMinutes } = await limitsOf(ctx.db);
    where(sql<SqlBool>`c.pending_since < ${new Date(now.getTime() - unconfirmedMinutes * 60_000)}`);
  }
  if (asked.outOfControl) {
    const reasons = StopReason.options.map(({ value }) => value);
    where(sql<SqlBool>`c.lifecycle = 'activated' and c.stop_reasons && ${reasons}::smallint[]`);
  }
  if (asked.realNameMissing) where(missesRealName('c', await codesAskingRealName(ctx)));
  if (asked.isPending !== undefined)
    where(asked.isPending ? sql<SqlBool>`c.pending_since is not null` : sql<SqlBool>`c.pending_since is null`);
  if (asked.imeiChangedSince) where(sql<SqlBool>`c.imei_changed_at >= ${asked.imeiChangedSince}::timestamptz`);
  if (asked.province !== undefined) {
    if (!holds(ctx.actor, 'cardPositioning.view')) throw new Refused(noPermission);
    where(sql<SqlBool>`c.province = ${asked.province}`);
  }
  // Halving a segment would spell out a number.
  if (hidden.has('iccid') && (asked.startIccid || asked.endIccid)) throw refusedKey('startIccid');
  if (asked.startIccid) where(sql<SqlBool>`c.iccid >= ${asked.startIccid}`);
  if (asked.endIccid) where(sql<SqlBool>`c.iccid <= ${`${asked.endIccid}~`}`);
  if (asked.identifiers) {
    where(await hasPasted(ctx, readIdentifierList(asked.identifierType ?? 1, asked.identifiers)));
  }
  if (asked.ids) where(sql<SqlBool>`c.id = any(${asked.ids}::bigint[])`);
  for (const condition of await laterFilters(ctx, raw)) where(condition);
  if (asked.minutesLeftBelow !== undefined)
    where(sql<SqlBool>`c.voice_total - coalesce(c.voice_used, 0) < ${asked.minutesLeftBelow * 60}`);
  if (asked.whiteListEmpty !== undefined)
    where(asked.whiteListEmpty ? sql<SqlBool>`c.white_list_count = 0` : sql<SqlBool>`c.white_list_count > 0`);
  if (asked.q) where(await fragment(ctx, asked.q, hidden));
  return query;
}

/** Any identifier that contains the fragment; of hidden ones only a whole one, or its end. */
async function fragment(ctx: Ctx, q: string, hidden: Hidden): Promise<Expression<SqlBool>> {
  const digits = q.replace(/\s/g, '');
  if (!isFragment(digits)) {
    throw new Refused(invalid, {}, [
      { field: 'q', text: text('卡号至少 4 位', 'Enter at least 4 digits of a card number') },
    ]);
  }
  if (hidden.size === 0) return holding(ctx, digits);
  const number = digits.toUpperCase();
  const among = await numbersFoundBy(ctx);
  const ends = [...hidden]
    .filter((name) => name !== 'imei' || among.includes('imei'))
    .map((name) => isWholeOrEnd(columnOf(cardDataset, name).sql, number));
  const shown = hidden.has('iccid') ? [] : [await holdingIn(ctx, plain('iccid'), number)];
  const named = whole(number, among);
  return sql<SqlBool>`(${sql.join([...ends, ...shown, ...(named ? [named] : [])], sql` or `)})`;
}
