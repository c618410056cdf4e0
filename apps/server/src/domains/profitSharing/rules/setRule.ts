import { notYourself } from '@cardinal/contract/api/customers/customers.ts';
import {
  MOST_RELEASE_DAYS,
  type readReleaseRule,
  type setReleaseRule,
} from '@cardinal/contract/api/profitSharing/rules.ts';
import type { ReleaseRule } from '@cardinal/contract/enumerations/profit.ts';
import type { AnswerOf, BodyOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid, notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { text } from '@cardinal/primitives/text.ts';
import { accountOf, type Ctx, holds } from '../../../framework/context.ts';
import { aboutCustomer, customerOf } from '../../customers/face.ts';
import { releasesOf } from './ruleStore.ts';

const DAYS_NEEDED = text('天数须为 {least} 至 {most}', 'Between {least} and {most} days');
const NO_DAYS = text('该规则没有天数', 'This rule has no days');

function refuseDays(rule: ReleaseRule, days: number): void {
  if (rule !== 'afterDays' && rule !== 'linearByDay') {
    if (days !== 0) throw new Refused(invalid, {}, [{ field: 'days', text: NO_DAYS }]);
    return;
  }
  const [least, most] = [rule === 'linearByDay' ? 2 : 1, MOST_RELEASE_DAYS[rule]];
  if (days < least || days > most)
    throw new Refused(invalid, {}, [{ field: 'days', text: DAYS_NEEDED, facts: { least, most } }]);
}

async function earner(ctx: Ctx, customerId: string) {
  const customer = await customerOf(ctx.db, customerId);
  if (!customer || customer.kind === 'PLATFORM') throw new Refused(notFound);
  return customer;
}

export async function readRule(
  ctx: Ctx,
  { customerId }: QueryOf<typeof readReleaseRule>,
): Promise<AnswerOf<typeof readReleaseRule>> {
  const customer = await earner(ctx, customerId);
  const row = await ctx.db
    .selectFrom('profit_sharing.release_rule')
    .select('customer_id')
    .where('customer_id', '=', customer.id)
    .executeTakeFirst();
  const release = (await releasesOf(ctx, [customer.id])).get(customer.id);
  return {
    rule: release?.rule ?? 'afterDays',
    days: release?.days ?? 0,
    isDefault: !row,
    offersChange: holds(ctx.actor, 'user.credit') && customer.id !== accountOf(ctx).customerId,
  };
}

/** Decides from when a customer below the caller may use what it earns. */
export async function setRule(
  ctx: Ctx,
  { customerId, rule, days = 0 }: BodyOf<typeof setReleaseRule>,
): Promise<AnswerOf<typeof setReleaseRule>> {
  const customer = await earner(ctx, customerId);
  const { customerId: own, accountId } = accountOf(ctx);
  if (customer.id === own) throw new Refused(notYourself);
  refuseDays(rule, days);
  const before = (await releasesOf(ctx, [customer.id])).get(customer.id);
  const written = { rule, days, set_by: accountId, set_at: ctx.clock.now() };
  await ctx.db
    .insertInto('profit_sharing.release_rule')
    .values({ customer_id: customer.id, ...written })
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(written))
    .execute();
  ctx.note({
    ...aboutCustomer(customer),
    before: { ...before },
    after: { rule, days },
  });
  return { rule, days };
}
