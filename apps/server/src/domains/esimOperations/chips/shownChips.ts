import type { Ctx } from '../../../framework/context.ts';
import { type Sight, sightsOf } from '../../control/face.ts';
import type { ChipRow } from '../../esim/face.ts';

const NOTHING: ReadonlySet<string> = new Set();

/** What a chip list neither sorts by nor finds for this caller, since it would tell what those above hide from it. */
export async function concealedOfChips(ctx: Ctx): Promise<ReadonlySet<string>> {
  const hides = (await sightsOf(ctx))?.hides;
  if (!hides) return NOTHING;
  return new Set([...(hides.has('imei') ? ['imei'] : []), ...(hides.has('remaining') ? ['flowLeft'] : [])]);
}

type Shown = Pick<ChipRow, 'eid' | 'enabled_number_id' | 'customer_id' | 'product_code'>;

/** What the caller is shown of chips, by EID: each as the card that is active on it. One that no strategy concerns is absent. */
export async function sightsOfChips(ctx: Ctx, chips: readonly Shown[]): Promise<ReadonlyMap<string, Sight>> {
  const sights = await sightsOf(ctx);
  if (!sights) return new Map();
  // No card has an id below nothing: a chip without an active number has no package.
  const cards = chips.map((chip, at) => ({ ...chip, id: chip.enabled_number_id ?? String(-1 - at) }));
  const found = await sights.of(cards);
  return new Map(
    cards.flatMap(({ id, eid }) => {
      const sight = found.get(id);
      return sight ? [[eid, sight] as const] : [];
    }),
  );
}
