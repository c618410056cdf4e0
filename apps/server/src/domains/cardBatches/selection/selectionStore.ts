import type { CardAction } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import { previewExpired } from '@cardinal/contract/api/cardBatches/refusals.ts';
import type { CardKind, Platform, StopReason } from '@cardinal/contract/enumerations/card.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { say, type Text } from '@cardinal/primitives/text.ts';
import { type RawBuilder, sql } from 'kysely';
import { type Ctx, holds } from '../../../framework/context.ts';
import type { AnyQuery } from '../../../framework/dataset.ts';
import type { Standstill } from '../../../outbound/gate/standstill.ts';
import { isChangeAction, STATUS_ACTIONS } from '../../cardCommands/face.ts';
import { channelText } from '../../cards/face.ts';
import { carrierAccounts, standstills } from '../../carriers/face.ts';
import { limitsOf } from '../../settings/face.ts';
import { recentPace } from '../../tasks/face.ts';
import { askTheCountFrom, needsApproval, quietUntil } from './actionLimits.ts';
import { expectedSeconds, mergeByAccountName } from './expectedTime.ts';
import { type CardGroup, type FrozenMoney, sayMoney } from './moneyPlan.ts';
import { asksCarrier } from './offeredActions.ts';
import type { AskedIdentifiers } from './selectionSource.ts';
import { type CountedGroup, type Judged, NOT_FOUND } from './selectionVerdicts.ts';

const FRESH_MS = 60_000;
const HOUR_MS = 3_600_000;
/** Sequence numbers of items that match no card start here. */
const BEHIND_THE_CARDS = 10_000_000;

const factColumns = (now: Date, about: RawBuilder<string>) => [
  'c.platform as platform',
  'c.kind as kind',
  'c.carrier_account_id as carrier_account_id',
  'c.carrier_status as status',
  'c.stop_reasons as reasons',
  sql<string>`coalesce(c.pending_action, '')`.as('pending'),
  sql<boolean>`coalesce(c.last_sync_at > ${new Date(now.getTime() - FRESH_MS)}, false)`.as('is_fresh'),
  sql<boolean>`coalesce(c.service_period_end <= ${now}, false)`.as('is_expired'),
  about.as('about'),
];

type FactRow = {
  platform: Platform;
  kind: CardKind;
  carrier_account_id: string;
  status: string;
  reasons: StopReason[];
  pending: string;
  is_fresh: boolean;
  is_expired: boolean;
  about: string;
  cards: number;
};

/** The selected cards with their facts: a table of this transaction alone. */
export type SelectedFacts = { readonly table: RawBuilder<unknown> };

/**
 * Writes down the selected cards with their facts, once: what is shown, what is frozen and what it costs are read from there.
 * A million cards are asked for their packages and reasons in the time of one statement instead of two, and are then the same
 * for both whatever happens to them in between.
 */
export async function gatherFacts(
  ctx: Ctx,
  previewId: string,
  cards: AnyQuery,
  about: RawBuilder<string>,
): Promise<SelectedFacts> {
  const table = sql.raw(`selected_${BigInt(previewId)}`);
  await sql`create temporary table ${table} (
    id bigint, iccid text, platform int, kind int, carrier_account_id bigint, status text, reasons smallint[], pending text,
    is_fresh boolean, is_expired boolean, about text) on commit drop`.execute(ctx.db);
  await sql`insert into ${table} ${cards.select(['c.id', 'c.iccid', ...factColumns(ctx.clock.now(), about)])}`.execute(
    ctx.db,
  );
  return { table };
}

/** The distinct fact groups of the selected cards: a handful, even for a million cards. */
export async function groupsOf(ctx: Ctx, { table }: SelectedFacts): Promise<CountedGroup[]> {
  const { rows } = await sql<FactRow>`
    select platform, kind, carrier_account_id, status, reasons, pending, is_fresh, is_expired, about, count(*)::int as cards
    from ${table} group by 1, 2, 3, 4, 5, 6, 7, 8, 9`.execute(ctx.db);
  return rows.map((row) => ({
    platform: row.platform,
    kind: row.kind,
    carrierAccountId: row.carrier_account_id,
    carrierStatus: row.status,
    stopReasons: row.reasons,
    pendingAction: row.pending,
    isFresh: row.is_fresh,
    isExpired: row.is_expired,
    about: row.about,
    cards: row.cards,
  }));
}

/** How many cards are processed, by carrier account and alike (`about`), and how many are skipped, by reason. */
export type Counts = {
  readonly touched: Record<string, number>;
  readonly skipped: Record<string, number>;
  readonly alike: readonly CardGroup[];
};

/** How many cards of the groups are processed and skipped. */
export function countsOf(groups: readonly CountedGroup[], verdicts: readonly Judged[]): Counts {
  const keyOf = new Map(verdicts.map(({ group, key }) => [group, key]));
  const counts = { touched: {} as Record<string, number>, skipped: {} as Record<string, number> };
  const alike = new Map<string, number>();
  for (const group of groups) {
    const { about, carrierAccountId, cards } = group;
    const key = keyOf.get(group);
    const [to, at] = key === undefined ? [counts.touched, carrierAccountId] : [counts.skipped, key];
    to[at] = (to[at] ?? 0) + cards;
    if (key === undefined) alike.set(about, (alike.get(about) ?? 0) + cards);
  }
  return { ...counts, alike: [...alike].map(([about, cards]) => ({ about, cards })) };
}

/** Stores every selected card with its verdict without moving rows out of the database. */
export async function freezeItems(
  ctx: Ctx,
  previewId: string,
  { table }: SelectedFacts,
  verdicts: readonly Judged[],
): Promise<void> {
  const skipped = JSON.stringify(
    verdicts.map(({ group, key }) => ({
      platform: group.platform,
      kind: group.kind,
      carrier_account_id: group.carrierAccountId,
      status: group.carrierStatus,
      reasons: group.stopReasons,
      pending: group.pendingAction,
      is_fresh: group.isFresh,
      is_expired: group.isExpired,
      about: group.about,
      key,
    })),
  );
  await sql`
    insert into card_batches.selection_item (preview_id, seq, card_id, iccid, skip_reason)
    select ${previewId}::bigint, row_number() over (order by k.id), k.id, k.iccid, v.key
    from ${table} k
    left join jsonb_to_recordset(${skipped}::jsonb) as v (
      platform int, kind int, carrier_account_id bigint, status text, reasons smallint[], pending text,
      is_fresh boolean, is_expired boolean, about text, key text
    ) on v.platform = k.platform and v.kind = k.kind and v.carrier_account_id = k.carrier_account_id
      and v.status = k.status and v.reasons = k.reasons and v.pending = k.pending and v.is_fresh = k.is_fresh
      and v.is_expired = k.is_expired and v.about = k.about`.execute(ctx.db);
}

/**
 * Stores the given identifiers that match none of the caller's cards, foreign and unknown alike, and returns how many. Given
 * and found identifiers are grouped together: tables this new have no statistics, and a join would take quadratic time.
 */
export async function freezeUnknown(ctx: Ctx, previewId: string, asked: AskedIdentifiers): Promise<number> {
  const written = await sql`
    insert into card_batches.selection_item (preview_id, seq, card_id, iccid, skip_reason)
    select ${previewId}::bigint, ${BEHIND_THE_CARDS} + unnest(array_agg(a.seq)), null, left(a.value, 64), ${NOT_FOUND}
    from (
      select given.value, given.seq from (${asked.rows}) given
      union all
      select found.value, null from (${asked.found(previewId)}) found
    ) a
    group by a.value having bool_and(a.seq is not null)`.execute(ctx.db);
  return Number(written.numAffectedRows ?? 0);
}

const sum = (numbers: Record<string, number>): number => Object.values(numbers).reduce((a, b) => a + b, 0);

export const totalsOf = ({ touched, skipped }: Counts) => ({ willTouch: sum(touched), willSkip: sum(skipped) });

async function carriersOf(ctx: Ctx, touched: Counts['touched'], action: CardAction) {
  const accounts = await carrierAccounts(ctx, Object.keys(touched));
  const seesNames = holds(ctx.actor, 'platformConfig.view');
  const isAsked = asksCarrier(ctx, action);
  const shares = Object.entries(touched).map(([id, count]) => ({
    id,
    count,
    callsPerSecond: isAsked ? (accounts.get(id)?.callsPerSecond ?? 1) : undefined,
  }));
  const out = isAsked ? await standstills(ctx, Object.keys(touched)) : new Map<string, Standstill>();
  const expiresAt = await expiryOf(ctx, action);
  const seconds = expectedSeconds(shares, await recentPace(ctx, action, sum(touched)));
  const lines = shares.map(({ id, count }, at) => {
    const account = accounts.get(id);
    const still = out.get(id);
    return {
      carrierAccountId: id,
      name: account ? (seesNames ? account.name : say(channelText(account), ctx.language)) : '',
      count,
      seconds: seconds[at] ?? 0,
      out: still ? { words: say(seesNames ? still.words : still.plain, ctx.language), expiresAt } : null,
    };
  });
  return seesNames ? lines : mergeByAccountName(lines);
}

/** When a request is abandoned if its carrier stays unavailable; null if it waits without limit. */
async function expiryOf(ctx: Ctx, action: CardAction): Promise<string | null> {
  if (!STATUS_ACTIONS.has(action) && !isChangeAction(action)) return null;
  const { commandWaitHours } = await limitsOf(ctx.db);
  return new Date(ctx.clock.now().getTime() + commandWaitHours * HOUR_MS).toISOString();
}

/** A stored preview of the caller's own account, in its language; a missing or expired one reads as expired. */
export async function readStoredPreview(ctx: Ctx, previewId: string) {
  const preview = await ctx.db
    .selectFrom('card_batches.selection_preview')
    .selectAll()
    .where('id', '=', previewId)
    .executeTakeFirst();
  if (!preview || preview.expires_at <= ctx.clock.now()) throw new Refused(previewExpired);
  const counts = preview.counts as Counts;
  const { willTouch, willSkip } = totalsOf(counts);
  const words = preview.verdicts as Record<string, Text>;
  const action = preview.action as CardAction;
  const skipped = Object.entries(counts.skipped)
    .map(([reason, count]) => ({ reason, words: sayVerdict(words, reason, ctx), count }))
    .sort((a, b) => b.count - a.count);
  return {
    previewId,
    action,
    expiresAt: preview.expires_at.toISOString(),
    willTouch,
    willSkip,
    skipped,
    carriers: await carriersOf(ctx, counts.touched, action),
    typeCountFrom: await askTheCountFrom(ctx, action),
    needsApproval: await needsApproval(ctx, action, willTouch),
    quietUntil: (await quietUntil(ctx, action))?.toISOString() ?? null,
    money: preview.money ? await sayMoney(ctx, preview.money as FrozenMoney) : null,
  };
}

export const sayVerdict = (words: Record<string, Text>, key: string, ctx: Pick<Ctx, 'language'>): string => {
  const found = words[key];
  return found ? say(found, ctx.language) : key;
};
