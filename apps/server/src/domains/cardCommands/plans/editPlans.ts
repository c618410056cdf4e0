import * as api from '@cardinal/contract/api/cardCommands/plans.ts';
import { type AnswerOf, type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { changedByAnother } from '@cardinal/contract/framework/standardRefusals.ts';
import type { Ctx } from '../../../framework/context.ts';
import { refuseDuplicate, refusedAt } from '../../../framework/duplicates.ts';
import { plansAccount } from './planAccounts.ts';

type Facts = Pick<
  BodyOf<typeof api.addPlan>,
  'name' | 'ratePlan' | 'services' | 'apns' | 'rats' | 'countries' | 'remark'
>;

const columnsOf = (body: Facts) => ({
  name: body.name,
  rate_plan: body.ratePlan || null,
  services: [...new Set(body.services)],
  apns: [...new Set(body.apns)],
  rats: [...new Set(body.rats)],
  countries: [...new Set(body.countries)].sort(),
  remark: body.remark || null,
});

export async function addPlan(ctx: Ctx, body: BodyOf<typeof api.addPlan>): Promise<AnswerOf<typeof api.addPlan>> {
  const account = await plansAccount(ctx, body.carrierAccountId);
  if (!account) throw refusedAt('carrierAccountId', api.planAccountUnknown);
  const [id, now] = [ctx.ids.next(), ctx.clock.now()];
  const after = {
    ...columnsOf(body),
    carrier_account_id: account.id,
    carrier_name: body.carrierName,
    state: 'on' as const,
  };
  const write = ctx.db
    .insertInto('card_commands.plan')
    .values({
      ...after,
      id,
      customer_id: account.customerId,
      is_by_hand: true,
      gone_at: null,
      carrier_cards: null,
      own_cards: null,
      counted_at: null,
      version: 1,
      created_at: now,
      updated_at: now,
    })
    .execute();
  await refuseDuplicate('plan_account_name_key', refusedAt('carrierName', api.duplicatePlan), write);
  ctx.note({ objectKind: 'communicationPlan', objectId: id, summary: body.carrierName, after });
  return { id };
}

export async function editPlan(ctx: Ctx, body: BodyOf<typeof api.editPlan>): Promise<typeof DONE> {
  const plan = await ctx.db
    .selectFrom('card_commands.plan')
    .selectAll()
    .where('id', '=', body.id)
    .forUpdate()
    .executeTakeFirst();
  if (!plan) throw new Refused(api.planNotFound);
  if (plan.version !== body.version) throw new Refused(changedByAnother);
  const after = { ...columnsOf(body), state: body.state };
  await ctx.db
    .updateTable('card_commands.plan')
    .set({ ...after, version: plan.version + 1, updated_at: ctx.clock.now() })
    .where('id', '=', body.id)
    .execute();
  const { name, rate_plan, services, apns, rats, countries, remark, state } = plan;
  const before = { name, rate_plan, services, apns, rats, countries, remark, state };
  ctx.note({ objectKind: 'communicationPlan', objectId: body.id, summary: plan.carrier_name, before, after });
  return DONE;
}
