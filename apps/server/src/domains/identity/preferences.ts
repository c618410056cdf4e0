import {
  PREFERENCE_KILOBYTES,
  preferenceTooLarge,
  type putPreference as putEndpoint,
  type readPreferences as readEndpoint,
} from '@cardinal/contract/api/identity/preferences.ts';
import { type AnswerOf, type BodyOf, DONE, type QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { accountOf, type Ctx } from '../../framework/context.ts';

type Preferences = AnswerOf<typeof readEndpoint>['preferences'];

/** Console settings of an account: columns, density, saved views. The server does not interpret them. */
export async function readPreferences(
  ctx: Ctx,
  query: QueryOf<typeof readEndpoint>,
): Promise<AnswerOf<typeof readEndpoint>> {
  let rows = ctx.db.selectFrom('identity.preference').select(['key', 'value']);
  const { prefix } = query;
  if (prefix) rows = rows.where((on) => on.or([on('key', '=', prefix), on('key', 'like', `${prefix}.%`)]));
  return { preferences: (await rows.orderBy('key').limit(2_000).execute()) as Preferences };
}

export async function putPreference(ctx: Ctx, { key, value }: BodyOf<typeof putEndpoint>) {
  const { accountId } = accountOf(ctx);
  if (value === null) {
    await ctx.db.deleteFrom('identity.preference').where('key', '=', key).execute();
    return DONE;
  }
  const json = JSON.stringify(value);
  if (Buffer.byteLength(json) > PREFERENCE_KILOBYTES * 1_024) {
    throw new Refused(preferenceTooLarge, { kilobytes: PREFERENCE_KILOBYTES });
  }
  const kept = { value: json, updated_at: ctx.clock.now() };
  await ctx.db
    .insertInto('identity.preference')
    .values({ account_id: accountId, key, ...kept })
    .onConflict((conflict) => conflict.columns(['account_id', 'key']).doUpdateSet(kept))
    .execute();
  return DONE;
}
