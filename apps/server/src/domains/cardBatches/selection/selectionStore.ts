import type { CardAction } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import { previewExpired } from '@cardinal/contract/api/cardBatches/refusals.ts';
import type { CardKind, Platform, StopReason } from '@cardinal/contract/enumerations/card.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { say, type Text } from '@cardinal/primitives/text.ts';
import { type RawBuilder, sql } from 'kysely';
import { type Ctx, holds } from '../../../framework/context.ts';
import type { AnyQuery } from '../../../framework/dataset.ts';
import { isChangeAction, STATUS_ACTIONS } from '../../cardCommands/face.ts';
import { channelText } from '../../cards/face.ts';
import { carrierAccounts, type Standstill, standstills } from '../../carriers/face.ts';
import { limitsOf } from '../../settings/face.ts';
import { recentPace } from '../../tasks/face.ts';
import { askTheCountFrom, needsApproval, quietUntil } from './actionLimits.ts';
import { expectedSeconds, mergeByAccountName } from './expectedTime.ts';
import { type CardGroup, type FrozenMoney, sayMoney } from './moneyPlan.ts';
import { asksCarrier } from './offeredActions.ts';
import type { AskedIdentifiers } from './selectionSource.ts';
import { type FactGroup, type Judged, NOT_FOUND } from './selectionVerdicts.ts';

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
};

/** The distinct fact groups of the selected cards: a handful, even for a million cards. */
export async function groupsOf(cards: AnyQuery, now: Date, about: RawBuilder<string>): Promise<FactGroup[]> {
  const rows = (await cards.select(factColumns(now, about)).distinct().execute()) as FactRow[];
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
  }));
}

/** How many cards are processed, by carrier account and alike (`about`), and how many are skipped, by reason. */
export type Counts = {
  readonly touched: Record<string, number>;
  readonly skipped: Record<string, number>;
  readonly alike: readonly CardGroup[];
};

/** Stores every selected card with its verdict without moving rows out of the database; returns the counts. */
export async function freezeItems(
  ctx: Ctx,
  previewId: string,
  cards: AnyQuery,
  verdicts: readonly Judged[],
  about: RawBuilder<string>,
): Promise<Counts> {
  const chosen = cards.select(['c.id', 'c.iccid', ...factColumns(ctx.clock.now(), about)]);
  const table = JSON.stringify(
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
  // Counts the written rows in the same statement, so that what is shown is what is frozen.
  const { rows } = await sql<{ key: string | null; carrier_account_id: string; about: string; n: string }>`
    with judged as materialized (
      select k.id, k.iccid, k.carrier_account_id, k.about, v.key
      from (${chosen}) k
      left join jsonb_to_recordset(${table}::jsonb) as v (
        platform int, kind int, carrier_account_id bigint, status text, reasons smallint[], pending text,
        is_fresh boolean, is_expired boolean, about text, key text
      ) on v.platform = k.platform and v.kind = k.kind and v.carrier_account_id = k.carrier_account_id
        and v.status = k.status and v.reasons = k.reasons and v.pending = k.pending and v.is_fresh = k.is_fresh
        and v.is_expired = k.is_expired and v.about = k.about
    ), frozen as (
      insert into card_batches.selection_item (preview_id, seq, card_id, iccid, skip_reason)
      select ${previewId}::bigint, row_number() over (order by id), id, iccid, key from judged
    )
    select key, carrier_account_id, about, count(*) as n from judged group by 1, 2, 3`.execute(ctx.db);
  const counts = { touched: {} as Record<string, number>, skipped: {} as Record<string, number> };
  const alike = new Map<string, number>();
  const add = (to: Record<string, number>, key: string, n: string) => {
    to[key] = (to[key] ?? 0) + Number(n);
  };
  for (const { key, carrier_account_id, about, n } of rows) {
    if (key === null) {
      add(counts.touched, carrier_account_id, n);
      alike.set(about, (alike.get(about) ?? 0) + Number(n));
    } else add(counts.skipped, key, n);
  }
  return { ...counts, alike: [...alike].map(([about, cards]) => ({ about, cards })) };
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
