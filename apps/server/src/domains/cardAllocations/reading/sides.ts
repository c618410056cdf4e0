import { text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { customerNames } from '../../customers/face.ts';

/** What lies above the caller is not named: of two sides of a document the caller sees the lower one at least. */
export const ABOVE = text('上级', 'Above');

/** Names of customers as the caller may know them. */
export async function sidesNamed(ctx: Ctx, ids: readonly string[]) {
  const names = await customerNames(ctx.db, ids);
  return { isSeen: (id: string) => names.has(id), nameOf: (id: string) => names.get(id) };
}

/** Of these customers, those the caller sees: asking for another must find nothing. */
export async function seenAmong(ctx: Ctx, ids: readonly string[]): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('customers.v_customer')
    .select('id')
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .execute();
  return rows.map(({ id }) => id);
}
