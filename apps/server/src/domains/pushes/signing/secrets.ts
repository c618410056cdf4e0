import { OLD_SECRET_HOURS } from '@cardinal/contract/api/pushes/subscriptions.ts';
import type { Ctx } from '../../../framework/context.ts';
import { SECRET_PREFIX } from './signature.ts';

const SECRET_BYTES = 32;

/** The context a secret is encrypted for: copied to another subscription it cannot be decrypted. */
const placeOf = (subscriptionId: string) => `pushes.signing_secret:${subscriptionId}`;

const secrets = (ctx: Ctx) => ctx.beyondScope('reached through a subscription that is scoped');

/** A new secret, stored encrypted and returned only here. The one before signs for another day. */
export async function keepNewSecret(ctx: Ctx, subscriptionId: string): Promise<{ secret: string; oldUntil: Date }> {
  const now = ctx.clock.now();
  const oldUntil = new Date(now.getTime() + OLD_SECRET_HOURS * 3_600_000);
  const secret = SECRET_PREFIX + Buffer.from(ctx.random.bytes(SECRET_BYTES)).toString('base64');
  await secrets(ctx)
    .updateTable('pushes.signing_secret')
    .set({ ends_at: oldUntil })
    .where('subscription_id', '=', subscriptionId)
    .where('ends_at', 'is', null)
    .execute();
  await secrets(ctx)
    .insertInto('pushes.signing_secret')
    .values({
      id: ctx.ids.next(),
      subscription_id: subscriptionId,
      sealed: ctx.secrets.seal(secret, placeOf(subscriptionId)),
      last4: secret.slice(-4),
      created_at: now,
      ends_at: null,
    })
    .execute();
  return { secret, oldUntil };
}

/** Those that sign now, the newest first. */
export async function livingSecrets(ctx: Ctx, subscriptionId: string): Promise<string[]> {
  const rows = await secrets(ctx)
    .selectFrom('pushes.signing_secret')
    .select('sealed')
    .where('subscription_id', '=', subscriptionId)
    .where((on) => on.or([on('ends_at', 'is', null), on('ends_at', '>', ctx.clock.now())]))
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ sealed }) => ctx.secrets.open(sealed, placeOf(subscriptionId)));
}

/** How the secrets of subscriptions are shown. */
export async function secretHints(ctx: Ctx, subscriptionIds: readonly string[]) {
  const now = ctx.clock.now();
  const rows = await secrets(ctx)
    .selectFrom('pushes.signing_secret')
    .select(['subscription_id', 'last4', 'created_at', 'ends_at'])
    .where('subscription_id', 'in', ['0', ...subscriptionIds])
    .orderBy('id', 'desc')
    .execute();
  return new Map(
    subscriptionIds.map((id) => {
      const [newest, ...older] = rows.filter((row) => row.subscription_id === id);
      const ends = older.flatMap(({ ends_at }) => (ends_at && ends_at > now ? [ends_at.toISOString()] : []));
      return [
        id,
        {
          hint: newest ? `…${newest.last4}` : '',
          setAt: newest?.created_at.toISOString() ?? now.toISOString(),
          oldUntil: ends.sort().at(-1) ?? null,
        },
      ] as const;
    }),
  );
}
