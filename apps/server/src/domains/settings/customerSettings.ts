import {
  addressNotListed,
  type editCustomerSetting as editEndpoint,
  lessStrictThanParent,
  type readOwnLook as lookEndpoint,
  type readCustomerSettings as readEndpoint,
} from '@cardinal/contract/api/settings/settings.ts';
import {
  CUSTOMER_SETTING_NAMES,
  CUSTOMER_SETTINGS,
  type CustomerSettingName,
  type CustomerSettings,
  isBoundable,
  isStrictEnough,
  OFFERED_SETTINGS,
} from '@cardinal/contract/customerSettings.ts';
import { type AnswerOf, type BodyOf, DONE, type QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { problemOfIssue } from '@cardinal/contract/framework/issues.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid, noPermission, notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { accountOf, type Ctx, holds } from '../../framework/context.ts';
import { refusedAt } from '../../framework/duplicates.ts';
import type { Database } from '../../framework/tables.ts';
import { customerOf, idsOfPath, subtreeIds } from '../customers/face.ts';
import { isListed, setSignInRule } from '../identity/face.ts';
import { resolve } from './customerSettingRules.ts';

type Json = AnswerOf<typeof readEndpoint>[number]['value'];

const WHY = 'values are inherited from the customers above; only the values come out';

/** The stored settings of the customers of a path. */
async function keptFor(db: Database, ids: readonly string[]) {
  const rows = await db.selectFrom('settings.customer_setting').selectAll().where('customer_id', 'in', ids).execute();
  return rows.map((row) => ({
    name: row.name,
    customerId: row.customer_id,
    value: row.value,
    isBound: row.is_bound,
  }));
}

/** The effective settings of a customer, whoever asks. */
export const settingsOf = (ctx: Ctx, customerId: string): Promise<CustomerSettings> =>
  ctx.cached(`settings ${customerId}`, () => findSettings(ctx, customerId));

async function findSettings(ctx: Ctx, customerId: string): Promise<CustomerSettings> {
  const db = ctx.beyondScope(WHY);
  const customer = await customerOf(db, customerId);
  const way = idsOfPath(customer?.path ?? '');
  const kept = way.length > 0 ? await keptFor(db, way) : [];
  return Object.fromEntries(
    CUSTOMER_SETTING_NAMES.map((name) => [
      name,
      resolve(
        name,
        way,
        kept.filter((each) => each.name === name),
      ).value,
    ]),
  ) as CustomerSettings;
}

export async function readOwnLook(ctx: Ctx): Promise<AnswerOf<typeof lookEndpoint>> {
  const { volumeUnit, cardColumns, language } = await settingsOf(ctx, accountOf(ctx).customerId);
  return { volumeUnit, cardColumns, language };
}

export async function readCustomerSettings(
  ctx: Ctx,
  query: QueryOf<typeof readEndpoint>,
): Promise<AnswerOf<typeof readEndpoint>> {
  const customer = await customerOf(ctx.db, query.customerId ?? accountOf(ctx).customerId);
  if (!customer) throw new Refused(notFound);
  const way = idsOfPath(customer.path);
  const kept = await keptFor(ctx.beyondScope(WHY), way);
  return OFFERED_SETTINGS.map((name) => {
    const { group, title, initial } = CUSTOMER_SETTINGS[name];
    const resolved = resolve(
      name,
      way,
      kept.filter((each) => each.name === name),
    );
    return {
      name,
      group,
      ...title,
      value: resolved.value as Json,
      initial,
      from: resolved.from,
      isBounded: resolved.bound !== undefined,
      isBound: kept.some((each) => each.name === name && each.customerId === customer.id && each.isBound),
    };
  });
}

/** Changes one setting of a customer: one's own with `accountConfig.edit`, a child's with `accountConfig.child`. */
export async function editCustomerSetting(ctx: Ctx, body: BodyOf<typeof editEndpoint>) {
  const actor = accountOf(ctx);
  const customer = await customerOf(ctx.db, body.customerId ?? actor.customerId);
  if (!customer) throw new Refused(notFound);
  const needed = customer.id === actor.customerId ? 'accountConfig.edit' : 'accountConfig.child';
  if (!holds(actor, needed)) throw new Refused(noPermission);
  const way = idsOfPath(customer.path);
  const kept = (await keptFor(ctx.beyondScope(WHY), way)).filter((each) => each.name === body.name);
  const before = resolve(body.name, way, kept);
  if (body.value === null) {
    await ctx.db
      .deleteFrom('settings.customer_setting')
      .where('customer_id', '=', customer.id)
      .where('name', '=', body.name)
      .execute();
  } else {
    checkValue(body.name, body.value, before.bound);
    if (body.name === 'allowedAddresses' && customer.id === actor.customerId) refuseOwnLockOut(ctx, body.value);
    const row = {
      value: JSON.stringify(body.value),
      is_bound: (body.isBound ?? false) && isBoundable(body.name),
      set_by: actor.account,
      updated_at: ctx.clock.now(),
    };
    await ctx.db
      .insertInto('settings.customer_setting')
      .values({ customer_id: customer.id, name: body.name, ...row })
      .onConflict((conflict) => conflict.columns(['customer_id', 'name']).doUpdateSet(row))
      .execute();
  }
  if (CUSTOMER_SETTINGS[body.name].group === 'security') await spreadSignInRule(ctx, customer.id);
  ctx.note({
    customerId: customer.id,
    objectKind: 'customerSetting',
    objectId: customer.id,
    summary: CUSTOMER_SETTINGS[body.name].title,
    before: { [body.name]: before.value },
    after: { [body.name]: body.value },
  });
  return DONE;
}

function checkValue(name: CustomerSettingName, value: unknown, bound: { value: unknown } | undefined): void {
  const [issue] = CUSTOMER_SETTINGS[name].schema.safeParse(value).error?.issues ?? [];
  if (issue) throw new Refused(invalid, {}, [{ field: 'value', ...problemOfIssue(issue) }]);
  if (bound && !isStrictEnough(name, value, bound.value)) throw refusedAt('value', lessStrictThanParent);
}

/** An address list without the caller's own address would lock the caller out. */
function refuseOwnLockOut(ctx: Ctx, value: unknown): void {
  if (!isListed(ctx.address, value as CustomerSettings['allowedAddresses'])) throw refusedAt('value', addressNotListed);
}

/** The sign-in room comes before this one and cannot query it, so every affected customer's rule is passed to it. */
async function spreadSignInRule(ctx: Ctx, customerId: string): Promise<void> {
  const ids = await subtreeIds(ctx.beyondScope('the change reaches all below'), customerId);
  for (const id of ids) await setSignInRule(ctx, id, await settingsOf(ctx, id));
}
