import type { WarningOrigin } from '@cardinal/contract/api/earlyWarnings/definition.ts';
import { warningRuleNotFound } from '@cardinal/contract/api/earlyWarnings/refusals.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { RuleRow } from '../warningTables.ts';

/** A rule of the caller's tree and of this kind; one of the other kind is no such rule. */
export async function ruleOf(ctx: Ctx, id: string, origin: WarningOrigin, isLocked = false): Promise<RuleRow> {
  const query = ctx.db.selectFrom('early_warnings.rule').selectAll().where('id', '=', id).where('origin', '=', origin);
  const row = await (isLocked ? query.forUpdate() : query).executeTakeFirst();
  if (!row) throw new Refused(warningRuleNotFound);
  return row;
}
