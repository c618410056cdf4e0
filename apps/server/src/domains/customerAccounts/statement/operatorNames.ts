import { say, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';

const FROM_ABOVE = text('上级操作', 'By a parent customer');
const FROM_SYSTEM = text('系统', 'System');

type Acted = { readonly actor_account_id: string | null; readonly actor_name: string };

/** Who posted, for each row: accounts above the caller are not named. */
export async function operatorNames(ctx: Ctx, rows: readonly Acted[]): Promise<string[]> {
  const ids = [...new Set(rows.flatMap(({ actor_account_id }) => actor_account_id ?? []))];
  const seen =
    ids.length === 0 ? [] : await ctx.db.selectFrom('identity.v_account').select('id').where('id', 'in', ids).execute();
  const known = new Set(seen.map(({ id }) => id));
  return rows.map(({ actor_account_id, actor_name }) =>
    actor_account_id === null
      ? say(FROM_SYSTEM, ctx.language)
      : known.has(actor_account_id)
        ? actor_name
        : say(FROM_ABOVE, ctx.language),
  );
}
