import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { text } from '@cardinal/primitives/text.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { hiddenPlatforms } from '../../../framework/hiding.ts';
import { customerOf } from '../../customers/face.ts';

/**
 * Whose profit a caller reads: its own customer's, since what those below earn from others is theirs. The platform, which has
 * none, reads everybody's, or that of the customer it names. Undefined: everybody's.
 */
export async function earnerOf(ctx: Ctx, named?: string): Promise<string | undefined> {
  const { customerId } = accountOf(ctx);
  const own = await customerOf(ctx.db, customerId);
  if (own?.kind !== 'PLATFORM') {
    if (named !== undefined && named !== customerId) throw new Refused(notFound);
    return customerId;
  }
  if (named === undefined) return undefined;
  if (!(await customerOf(ctx.db, named))) throw new Refused(notFound);
  return named;
}

/**
 * The same as a condition on whose a row is, for `from` of a list. The optional part of a list's query is no place for it: that runs
 * only where one of its keys is asked for.
 */
export function readsProfitOf(ctx: Ctx, customer: RawBuilder<unknown>): RawBuilder<SqlBool> {
  const { customerId } = accountOf(ctx);
  return sql<SqlBool>`(${customer} = ${customerId}::bigint or exists (
    select from customers.v_customer me where me.id = ${customerId}::bigint and me.kind = 'PLATFORM'))`;
}

/** The same as a condition on entries `e`, within what the caller sees at all. */
export function earnedBy({ scope }: Ctx, earner: string | undefined): RawBuilder<SqlBool> {
  if (earner !== undefined) return sql<SqlBool>`e.customer_id = ${earner}::bigint`;
  return scope.everything ? sql<SqlBool>`true` : sql<SqlBool>`e.customer_id = any(${[...scope.customerIds]}::bigint[])`;
}

/** What is named of entries whose carrier the caller's host hides: they are its money, but no list shows them. */
export const UNLISTED = text('未列出的运营商', 'Carriers not listed here');

/** The entries `e` that the details leave out for this caller. */
export const isUnlisted = async (ctx: Ctx): Promise<RawBuilder<SqlBool>> =>
  sql<SqlBool>`e.platform = any(${[...(await hiddenPlatforms(ctx))]}::int[])`;
