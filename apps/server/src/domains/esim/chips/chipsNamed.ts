import { ChipState } from '@cardinal/contract/enumerations/esim.ts';
import { say } from '@cardinal/primitives/text.ts';
import { type Ctx, holds } from '../../../framework/context.ts';
import type { NumberHit } from '../../cardViews/face.ts';
import { customerNames } from '../../customers/face.ts';

/** Chips of these EIDs within scope, also those without an active card; empty for callers who may not see chips. */
export async function chipsNamed(ctx: Ctx, numbers: readonly string[]): Promise<NumberHit[]> {
  if (!holds(ctx.actor, 'esim.view')) return [];
  const chips = await ctx.db
    .selectFrom('esim.chip')
    .select(['id', 'eid', 'state', 'customer_id'])
    .where('eid', 'in', [...numbers])
    .orderBy('eid')
    .execute();
  const names = await customerNames(
    ctx.db,
    chips.map((chip) => chip.customer_id),
  );
  return chips.map((chip) => ({
    typed: chip.eid,
    hit: {
      kind: 'esimCard',
      id: chip.id,
      title: chip.eid,
      detail: [say(ChipState.labelOf(chip.state), ctx.language), names.get(chip.customer_id)]
        .filter(Boolean)
        .join(' · '),
      path: `/esimManagement/esimCardDetail/${chip.eid}`,
    },
  }));
}
