import {
  PREFERENCE_KILOBYTES,
  preferenceTooLarge,
  type putPreference as putEndpoint,
  type readPreferences as readEndpoint,
  savedViewsSchema,
  type readSharedViews as sharedEndpoint,
} from '@cardinal/contract/api/identity/preferences.ts';
import { type AnswerOf, type BodyOf, DONE, type QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { accountOf, type Ctx } from '../../framework/context.ts';
import { customerOf, idsOfPath } from '../customers/face.ts';

type Preferences = AnswerOf<typeof readEndpoint>['preferences'];

/** Console settings of an account: columns, density, saved views. Of these the server reads only whom a view is shared with. */
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

/** Views of others: all that colleagues share, and of accounts of customers above those shared with customers below. */
export async function readSharedViews(
  ctx: Ctx,
  { list }: QueryOf<typeof sharedEndpoint>,
): Promise<AnswerOf<typeof sharedEndpoint>> {
  const { accountId, customerId } = accountOf(ctx);
  const own = await customerOf(ctx.db, customerId);
  const rows = await ctx
    .beyondScope('what colleagues and customers above share with the caller')
    .selectFrom('identity.preference as p')
    .innerJoin('identity.account as a', 'a.id', 'p.account_id')
    .select(['p.value', 'a.name', 'a.customer_id'])
    .where('p.key', '=', `views.${list}`)
    .where('a.customer_id', 'in', idsOfPath(own?.path ?? customerId))
    .where('a.deleted_at', 'is', null)
    .where('a.id', '!=', accountId)
    .orderBy('a.id')
    .limit(500)
    .execute();
  const views = rows.flatMap(({ value, name: by, customer_id }) => {
    const isColleague = customer_id === customerId;
    return (savedViewsSchema.safeParse(value).data ?? [])
      .filter(({ reach }) => reach === 'below' || (isColleague && reach !== undefined))
      .map(({ name, query }) => ({ name, query, by: isColleague ? by : null }));
  });
  return { views };
}
