import type { Ctx } from '../../framework/context.ts';

const KEY_BYTES = 15;
const SECRET_BYTES = 32;

/** The context a secret is encrypted for: copied to another key it cannot be decrypted. */
const placeOf = (keyId: string) => `open_api.key_secret:${keyId}`;

export const makeAppKey = (ctx: Ctx): string => `ck_${Buffer.from(ctx.random.bytes(KEY_BYTES)).toString('hex')}`;

/** Stores a secret encrypted; a new one is generated unless given, and returned only here. */
export async function keepSecret(ctx: Ctx, keyId: string, given?: string): Promise<string> {
  const secret = given ?? `cs_${Buffer.from(ctx.random.bytes(SECRET_BYTES)).toString('base64url')}`;
  await ctx.db
    .insertInto('open_api.key_secret')
    .values({
      id: ctx.ids.next(),
      key_id: keyId,
      sealed: ctx.secrets.seal(secret, placeOf(keyId)),
      last4: secret.slice(-4),
      created_at: ctx.clock.now(),
      ends_at: null,
    })
    .execute();
  return secret;
}

/** The secrets valid for signing now. */
export async function livingSecrets(ctx: Ctx, keyId: string): Promise<{ id: string; secret: string }[]> {
  const rows = await ctx.db
    .selectFrom('open_api.key_secret')
    .select(['id', 'sealed'])
    .where('key_id', '=', keyId)
    .where((on) => on.or([on('ends_at', 'is', null), on('ends_at', '>', ctx.clock.now())]))
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ id, sealed }) => ({ id, secret: ctx.secrets.open(sealed, placeOf(keyId)) }));
}
