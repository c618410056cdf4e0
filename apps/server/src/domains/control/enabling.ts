import { DONE } from '@cardinal/contract/framework/endpoint.ts';
import { type Refusal, Refused } from '@cardinal/contract/framework/refusal.ts';
import { type Kysely, sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import type { DisplayStrategyRow, LimitStrategyRow } from './controlTables.ts';

type Rows = {
  'control.limit_strategy': LimitStrategyRow;
  'control.display_strategy': DisplayStrategyRow;
};
type Plain = { id: string; name: string; is_enabled: boolean; version: number; updated_at: Date };

/** Enables or disables a strategy of the caller, once the room's own rules allow it. */
export async function setEnabled<T extends keyof Rows>(
  ctx: Ctx,
  { table, objectKind, notFound }: { readonly table: T; readonly objectKind: string; readonly notFound: Refusal },
  { id, isEnabled }: { readonly id: string; readonly isEnabled: boolean },
  allow: (row: Rows[T]) => Promise<void> | void,
): Promise<typeof DONE> {
  const rows = ctx.db as unknown as Kysely<Record<string, Plain>>;
  const before = await rows.selectFrom<string>(table).selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!before) throw new Refused(notFound);
  await allow(before as unknown as Rows[T]);
  await rows
    .updateTable<string>(table)
    .set({ is_enabled: isEnabled, updated_at: ctx.clock.now(), version: sql`version + 1` as never })
    .where('id', '=', id)
    .execute();
  ctx.note({
    objectKind,
    objectId: id,
    summary: before.name,
    before: { isEnabled: before.is_enabled },
    after: { isEnabled },
  });
  return DONE;
}
