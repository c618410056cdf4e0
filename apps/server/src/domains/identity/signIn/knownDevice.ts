import type { Ctx } from '../../../framework/context.ts';
import type { Database } from '../../../framework/tables.ts';
import type { AccountTable } from '../identityTables.ts';
import { hashOfToken } from './sessionStore.ts';

const DEVICE_BYTES = 32;

/** The stored form of a device's token, if the account has signed in with it. Asked for unknown accounts too. */
export async function knownDevice(
  db: Database,
  accountId: string | undefined,
  device: string | undefined,
): Promise<Buffer | undefined> {
  const hash = hashOfToken(device ?? '');
  const found = await db
    .selectFrom('identity.known_device')
    .select('account_id')
    .where('account_id', '=', accountId ?? '0')
    .where('device_hash', '=', hash)
    .executeTakeFirst();
  return found && hash;
}

/** Remembers the device an account has signed in from. A device keeps one token for all its accounts. */
export async function keepDevice(
  ctx: Ctx,
  account: Pick<AccountTable, 'id' | 'customer_id'>,
  sent: string | undefined,
): Promise<string> {
  const device = sent ?? Buffer.from(ctx.random.bytes(DEVICE_BYTES)).toString('base64url');
  const last_at = ctx.clock.now();
  await ctx
    .beyondScope('the account that signs in has no scope yet')
    .insertInto('identity.known_device')
    .values({ account_id: account.id, customer_id: account.customer_id, device_hash: hashOfToken(device), last_at })
    .onConflict((conflict) => conflict.columns(['account_id', 'device_hash']).doUpdateSet({ last_at }))
    .execute();
  return device;
}
