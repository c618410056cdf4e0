import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';

export type ProductLine = {
  readonly id: string;
  readonly code: string;
  readonly base_id: string | null;
  readonly customer_id: string;
  readonly carrier_account_id: string;
};

/** Products by code, with all they are variants of, whoever made those. */
export async function withBases(ctx: Ctx, codes: readonly string[]): Promise<readonly ProductLine[]> {
  if (codes.length === 0) return [];
  const { rows } = await sql<ProductLine>`
    with recursive found as (
      select id, code, base_id, customer_id, carrier_account_id from catalogue.product where code = any(${[...new Set(codes)]}::text[])
      union
      select base.id, base.code, base.base_id, base.customer_id, base.carrier_account_id
      from found join catalogue.product base on base.id = found.base_id)
    select * from found`.execute(ctx.db);
  return rows;
}

/** Of these products with their bases: the codes of one and of all it is a variant of, its own first. */
export function codesUpwards(found: readonly ProductLine[]): (code: string) => readonly string[] {
  const [byId, byCode] = [
    new Map(found.map((each) => [each.id, each])),
    new Map(found.map((each) => [each.code, each])),
  ];
  return (code) => {
    const upwards = [code];
    for (let at = byCode.get(code); at?.base_id != null; at = byId.get(at.base_id)) {
      const base = byId.get(at.base_id);
      if (base) upwards.push(base.code);
    }
    return upwards;
  };
}
