import type { readCarrierPushes as endpoint } from '@cardinal/contract/api/carriers/carrierPushes.ts';
import { REFUSED_PUSHES } from '@cardinal/contract/api/carriers/carrierPushes.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { adapterOfAccount } from '../../carrierAdapters/face.ts';
import { SHORTEST_TOKEN } from '../accounts/accountBehindToken.ts';
import { type AccountRow, credentialsPlace, findAccount } from '../accounts/accountStore.ts';
import { KEPT_PUSHES } from './notePush.ts';
import { COUNTING_ZONE } from './unauthenticatedCalls.ts';

/** The push address of an account's carrier, whether pushes can be authenticated, and today's counts. */
export async function readPushes(
  ctx: Ctx,
  { accountId }: QueryOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const account = await findAccount(ctx.db, accountId);
  if (!account) throw new Refused(notFound);
  const now = ctx.clock.now();
  const days = await ctx.db
    .selectFrom('carriers.push_day')
    .select(['verdict', 'pushes', 'last_at'])
    .select(sql<boolean>`day = (${now}::timestamptz at time zone ${account.zone})::date`.as('is_today'))
    .where('account_id', '=', accountId)
    .execute();
  const unauthenticated = await ctx.db
    .selectFrom('carriers.push_stranger')
    .select(['calls', 'last_at'])
    .where('adapter', '=', account.adapter)
    .where(sql<boolean>`day = (${now}::timestamptz at time zone ${COUNTING_ZONE})::date`)
    .executeTakeFirst();
  const today = days.filter(({ is_today }) => is_today);
  const sum = (wanted: (verdict: (typeof today)[number]['verdict']) => boolean) =>
    today.reduce((total, { verdict, pushes }) => total + (wanted(verdict) ? Number(pushes) : 0), 0);
  const last = Math.max(0, ...days.map(({ last_at }) => last_at.getTime()));
  return {
    contract: contractOf(ctx, account),
    today: {
      taken: sum((verdict) => verdict === 'taken'),
      nothingNew: sum((verdict) => verdict === 'known' || verdict === 'late'),
      refused: sum((verdict) => REFUSED_PUSHES.includes(verdict)),
      unauthenticated: Number(unauthenticated?.calls ?? 0),
      lastUnauthenticatedAt: unauthenticated?.last_at.toISOString() ?? null,
    },
    lastAt: last === 0 ? null : new Date(last).toISOString(),
    kept: KEPT_PUSHES,
  };
}

function contractOf(ctx: Ctx, account: AccountRow): AnswerOf<typeof endpoint>['contract'] {
  const { pushes } = adapterOfAccount(account);
  if (!pushes) return null;
  const sealed = account.credentials;
  const held: Record<string, string> =
    sealed === null ? {} : JSON.parse(ctx.secrets.open(sealed, credentialsPlace(account.id)));
  const isSet = (held[pushes.secret]?.length ?? 0) >= SHORTEST_TOKEN;
  return {
    proof: pushes.proof,
    secretSetAt: isSet ? (account.credentials_set_at?.toISOString() ?? null) : null,
    sender: held[pushes.sender] ?? null,
    doors: pushes.doors.map(({ what, path, note }) => ({ what, path, note: note ?? null })),
  };
}
