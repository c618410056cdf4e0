import { type PushKind, type PushVerdict, REFUSED_PUSHES } from '@cardinal/contract/api/carriers/carrierPushes.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';

/** How many pushes of an account are kept that were applied or superseded; as many rejected ones are kept too. */
export const KEPT_PUSHES = 1_000;

/** Stored ICCIDs and EIDs are cut at this length. */
const MOST_NUMBER = 40;

export type Push = {
  readonly accountId: string;
  readonly kind: PushKind;
  readonly verdict: PushVerdict;
  readonly iccid?: string | null | undefined;
  readonly eid?: string | null | undefined;
  readonly toldAt?: Date | null | undefined;
  /** What it changed. */
  readonly effect?: Text | null | undefined;
};

/**
 * Stores a push sent with an account's secret in the ring buffer of its kind, and counts it for the account's day. However many
 * are sent, an account never has more than two rings of rows. Neither secret nor body is stored.
 */
export async function notePush(ctx: Ctx, push: Push): Promise<void> {
  const now = ctx.clock.now();
  const isRefused = REFUSED_PUSHES.includes(push.verdict);
  await sql`
    with counted as (
      insert into carriers.push_day as d (account_id, day, kind, verdict, pushes, last_at)
      select id, (${now}::timestamptz at time zone zone)::date, ${push.kind}, ${push.verdict}, 1, ${now}
      from carriers.account where id = ${push.accountId}::bigint
      on conflict (account_id, day, kind, verdict) do update set pushes = d.pushes + 1, last_at = excluded.last_at
    ), ring as (
      insert into carriers.push_ring as r (account_id, is_refused, noted)
      values (${push.accountId}::bigint, ${isRefused}, 1)
      on conflict (account_id, is_refused) do update set noted = r.noted + 1
      returning noted
    )
    insert into carriers.push (account_id, is_refused, slot, id, at, kind, verdict, iccid, eid, told_at, effect)
    select ${push.accountId}::bigint, ${isRefused}, (noted % ${KEPT_PUSHES})::integer, ${ctx.ids.next()}::bigint, ${now},
      ${push.kind}, ${push.verdict}, ${push.iccid?.slice(0, MOST_NUMBER) ?? null}, ${push.eid?.slice(0, MOST_NUMBER) ?? null},
      ${push.toldAt ?? null}, ${push.effect ? JSON.stringify(push.effect) : null}::jsonb
    from ring
    on conflict (account_id, is_refused, slot) do update set id = excluded.id, at = excluded.at, kind = excluded.kind,
      verdict = excluded.verdict, iccid = excluded.iccid, eid = excluded.eid, told_at = excluded.told_at, effect = excluded.effect`.execute(
    ctx.beyondScope('who pushes is known by the token of his account alone'),
  );
}
