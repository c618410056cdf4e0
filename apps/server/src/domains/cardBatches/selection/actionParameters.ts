import type { actionParametersSchema, CardAction } from '@cardinal/contract/api/cardBatches/selection.ts';
import { tagNotFound } from '@cardinal/contract/api/cards/cardRefusals.ts';
import { type FieldProblem, Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { type Problem, problem } from '@cardinal/primitives/problem.ts';
import { remarkRule } from '@cardinal/primitives/remark.ts';
import type * as z from 'zod';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { accountsWithPlan } from '../../cardCommands/face.ts';
import { productHeldBy } from '../../catalogue/face.ts';
import { customerBelow } from '../allocation/giving.ts';
import { broughtAction } from './batchAction.ts';

export type ActionParameters = z.output<typeof actionParametersSchema>;
type Name = keyof ActionParameters;

type Takes = { readonly required: readonly Name[]; readonly optional: readonly Name[] };

/** What each action takes; anything else is refused rather than ignored. */
const TAKES: Readonly<Partial<Record<CardAction, Takes>>> = {
  stop_card: { required: [], optional: ['reason', 'restartAt'] },
  active_card: { required: [], optional: ['reason'] },
  reboot_card: { required: [], optional: ['reason'] },
  forced_stop_card: { required: ['stopReason'], optional: ['reason'] },
  lift_forced_stop: { required: ['stopReason'], optional: ['reason'] },
  cancel_card: { required: ['reason'], optional: [] },
  enter_sleep: { required: [], optional: ['reason'] },
  exit_sleep: { required: [], optional: ['reason'] },
  to_test: { required: [], optional: ['reason'] },
  to_inventory: { required: [], optional: ['reason'] },
  to_activate: { required: [], optional: ['reason'] },
  bind_imei: { required: [], optional: ['imei'] },
  unbind_imei: { required: [], optional: [] },
  // Required unless a sheet brings one for each card.
  edit_remark: { required: [], optional: ['remark'] },
  set_tag: { required: ['tagIds'], optional: ['tagMode'] },
  clear_tag: { required: ['tagIds'], optional: [] },
  change_product: { required: ['productCode'], optional: [] },
  edit_service_period: { required: ['servicePeriodEnd'], optional: [] },
  change_communication_plan: { required: ['plan'], optional: [] },
  open_gprs: { required: [], optional: [] },
  close_gprs: { required: [], optional: [] },
  open_voice: { required: [], optional: [] },
  close_voice: { required: [], optional: [] },
  open_sms: { required: [], optional: [] },
  close_sms: { required: [], optional: [] },
  limit_speed: { required: ['speedKbps'], optional: [] },
  cancel_limit_speed: { required: [], optional: [] },
  set_usage_cap: { required: ['usageCapMb'], optional: [] },
  change_apn: { required: ['apn'], optional: [] },
  reset_network: { required: [], optional: [] },
  set_white_list: { required: ['whiteList'], optional: [] },
  allocate_card: { required: ['targetCustomerId'], optional: ['productCode', 'remark'] },
  recover_card: { required: [], optional: ['remark'] },
  sync_card: { required: [], optional: [] },
};

const NOTHING: Takes = { required: [], optional: [] };
const takesOf = (ctx: Ctx, action: CardAction): Takes => broughtAction(ctx, action)?.takes ?? TAKES[action] ?? NOTHING;

/** Of what a task was given the parameters that a person gives; what the system added for itself is left out. */
export function parametersTaken(
  ctx: Ctx,
  action: CardAction,
  given: Readonly<Record<string, unknown>>,
): ActionParameters {
  const { required, optional } = takesOf(ctx, action);
  return Object.fromEntries([...required, ...optional].flatMap((name) => (name in given ? [[name, given[name]]] : [])));
}

/** Cards go to a customer below, under a product he has. */
async function checkTarget(ctx: Ctx, targetId: string, productCode: string | undefined): Promise<void> {
  const refuse = (field: Name, { text }: Problem) => {
    throw new Refused(invalid, {}, [{ field: `parameters.${field}`, text }]);
  };
  if (!(await customerBelow(ctx, accountOf(ctx).customerId, targetId))) {
    refuse('targetCustomerId', problem('请选择下级客户', 'Select a child customer'));
  }
  if (productCode !== undefined && !(await productHeldBy(ctx, productCode, [targetId])).has(targetId)) {
    refuse('productCode', problem('目标客户没有该产品', 'The target customer does not have this product'));
  }
}

const optionalRemark = remarkRule({ optional: true });

/** Refuses parameters that do not belong to the action, are missing, or break their own rule, each at its field. */
export async function checkParameters(ctx: Ctx, action: CardAction, given: ActionParameters): Promise<void> {
  const problems: FieldProblem[] = [];
  const complain = (name: string, found: Problem) => problems.push({ field: `parameters.${name}`, ...found });
  const { required, optional } = takesOf(ctx, action);
  for (const name of required) if (given[name] === undefined) complain(name, problem('必填', 'Required'));
  for (const name of Object.keys(given) as Name[]) {
    if (given[name] !== undefined && !required.includes(name) && !optional.includes(name)) {
      complain(name, problem('该操作不支持此参数', 'This action does not take this parameter'));
    }
  }
  for (const name of ['reason', 'remark'] as const) {
    const found = given[name] === undefined ? undefined : optionalRemark(given[name]);
    if (found) complain(name, found);
  }
  for (const name of ['restartAt', 'servicePeriodEnd'] as const) {
    const at = given[name];
    if (at && new Date(at) <= ctx.clock.now()) complain(name, problem('须为将来的时间', 'Must be in the future'));
  }
  if (problems.length > 0) throw new Refused(invalid, {}, problems);
  if (given.productCode !== undefined) {
    const own = accountOf(ctx).customerId;
    if (!(await productHeldBy(ctx, given.productCode, [own])).has(own)) {
      const { text } = problem('产品不存在', 'Product not found');
      throw new Refused(invalid, {}, [{ field: 'parameters.productCode', text }]);
    }
  }
  if (given.targetCustomerId !== undefined) await checkTarget(ctx, given.targetCustomerId, given.productCode);
  if (given.plan !== undefined && (await accountsWithPlan(ctx, given.plan)).size === 0) {
    const { text } = problem('没有此通信计划', 'Communication plan not found');
    throw new Refused(invalid, {}, [{ field: 'parameters.plan', text }]);
  }
  if (given.tagIds) {
    const own = await ctx.db.selectFrom('cards.tag').select('id').where('id', 'in', given.tagIds).execute();
    if (own.length !== new Set(given.tagIds).size) throw new Refused(tagNotFound);
  }
}
