import { ruleInState, ruleIsOver, ruleNotFound, secondForRule } from '@cardinal/contract/api/renewals/refusals.ts';
import type { previewRuleSwitch, switchRule as switchEndpoint } from '@cardinal/contract/api/renewals/rules.ts';
import { OperationState } from '@cardinal/contract/enumerations/operationStrategy.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { changedByAnother } from '@cardinal/contract/framework/standardRefusals.ts';
import { dayText } from '@cardinal/primitives/time.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { needsSecond } from '../../control/face.ts';
import { cardsOf } from '../describing/ruleFigures.ts';
import type { RuleRow } from '../renewalTables.ts';

export async function ruleOf(ctx: Ctx, id: string, isLocked = false): Promise<RuleRow> {
  const query = ctx.db.selectFrom('renewals.rule').selectAll().where('id', '=', id);
  const row = await (isLocked ? query.forUpdate() : query).executeTakeFirst();
  if (!row) throw new Refused(ruleNotFound);
  return row;
}

export async function previewSwitch(ctx: Ctx, { id }: { id: string }): Promise<AnswerOf<typeof previewRuleSwitch>> {
  const rule = await ruleOf(ctx, id);
  const counts = await cardsOf(ctx, rule);
  return {
    ...counts,
    needsSecond: needsSecond(counts.cards, rule.shadow_since, ctx.clock.now()),
    wantedBy: rule.wanted_by,
    version: rule.version,
  };
}

type Asked = BodyOf<typeof switchEndpoint>;

/** Whether somebody else has to confirm first. Who asked already cannot confirm himself. */
async function waitsForSecond(ctx: Ctx, rule: RuleRow, { state }: Asked): Promise<boolean> {
  if (state !== 'on') return false;
  const { cards } = await cardsOf(ctx, rule);
  if (!needsSecond(cards, rule.shadow_since, ctx.clock.now())) return false;
  if (rule.wanted_by_id === accountOf(ctx).accountId) throw new Refused(secondForRule, { cards });
  return rule.wanted_by_id === null;
}

export async function switchRule(ctx: Ctx, asked: Asked): Promise<AnswerOf<typeof switchEndpoint>> {
  const { id, version, state } = asked;
  const before = await ruleOf(ctx, id, true);
  if (before.version !== version) throw new Refused(changedByAnother);
  if (before.state === state) throw new Refused(ruleInState, { state: OperationState.labelOf(state) });
  const now = ctx.clock.now();
  if (state !== 'off' && before.to_day !== null && before.to_day < dayText(now)) throw new Refused(ruleIsOver);
  const { account, accountId } = accountOf(ctx);
  const waits = await waitsForSecond(ctx, before, asked);
  const set: Partial<RuleRow> = waits
    ? { wanted_by_id: accountId, wanted_by: account }
    : {
        state,
        shadow_since: state === 'shadow' ? now : before.shadow_since,
        turned_at: now,
        turned_by: account,
        wanted_by_id: null,
        wanted_by: null,
      };
  await ctx.db
    .updateTable('renewals.rule')
    .set((row) => ({ ...set, version: row('version', '+', 1), updated_at: now }))
    .where('id', '=', id)
    .execute();
  ctx.note({
    objectKind: 'renewalRule',
    objectId: id,
    summary: before.name,
    customerId: before.customer_id,
    before: { state: before.state },
    after: waits ? { wanted: state } : { state },
  });
  return { state: waits ? before.state : state, waitsForSecond: waits };
}
