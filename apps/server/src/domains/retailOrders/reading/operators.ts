import type { Ctx } from '../../../framework/context.ts';
import { customerNames } from '../../customers/face.ts';

/** Names of people as the caller reads them: those of customers outside its tree are left out. */
export async function operatorNames(
  ctx: Ctx,
  customerIds: readonly (string | null)[],
): Promise<(name: string | null, customerId: string | null) => string | null> {
  const ids = [...new Set(customerIds.filter((id) => id !== null))];
  const seen = await customerNames(ctx.db, ids);
  return (name, customerId) => (customerId !== null && seen.has(customerId) ? name : null);
}
