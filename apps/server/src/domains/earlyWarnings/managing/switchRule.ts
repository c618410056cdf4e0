import type { WarningOrigin } from '@cardinal/contract/api/earlyWarnings/definition.ts';
import { warningRuleInState, warningRuleIsOff } from '@cardinal/contract/api/earlyWarnings/refusals.ts';
import type { silenceEarlyWarning, switchEarlyWarning } from '@cardinal/contract/api/earlyWarnings/rules.ts';
import { WarningRuleState } from '@cardinal/contract/enumerations/warning.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { changedByAnother } from '@cardinal/contract/framework/standardRefusals.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { RuleRow } from '../warningTables.ts';
import { endAllOf } from '../watching/endEvents.ts';
import { ruleOf } from './readRule.ts';

const about = ({ id, name, customer_id }: RuleRow) => ({
  objectKind: 'warningRule',
  objectId: id,
  summary: name,
  customerId: customer_id,
});

export async function switchRule(
  ctx: Ctx,
  origin: WarningOrigin,
  { id, version, state }: BodyOf<typeof switchEarlyWarning>,
): Promise<AnswerOf<typeof switchEarlyWarning>> {
  const before = await ruleOf(ctx, id, origin, true);
  if (before.version !== version) throw new Refused(changedByAnother);
  if (before.state === state) throw new Refused(warningRuleInState, { state: WarningRuleState.labelOf(state) });
  await ctx.db
    .updateTable('early_warnings.rule')
    .set((row) => ({ state, silenced_until: null, version: row('version', '+', 1), updated_at: ctx.clock.now() }))
    .where('id', '=', id)
    .execute();
  if (state === 'off') await endAllOf(ctx, id);
  ctx.note({ ...about(before), before: { state: before.state }, after: { state } });
  return { state };
}

const HOUR_MS = 3_600_000;

export async function silenceRule(
  ctx: Ctx,
  { id, hours }: BodyOf<typeof silenceEarlyWarning>,
): Promise<AnswerOf<typeof silenceEarlyWarning>> {
  const before = await ruleOf(ctx, id, 'fleet', true);
  if (before.state === 'off') throw new Refused(warningRuleIsOff);
  const until = hours === 0 ? null : new Date(+ctx.clock.now() + hours * HOUR_MS);
  await ctx.db.updateTable('early_warnings.rule').set({ silenced_until: until }).where('id', '=', id).execute();
  ctx.note({ ...about(before), before: { silenced_until: before.silenced_until }, after: { silenced_until: until } });
  return { silencedUntil: until?.toISOString() ?? null };
}
