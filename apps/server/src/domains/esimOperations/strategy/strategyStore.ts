import { strategyNotFound } from '@cardinal/contract/api/esimOperations/strategies.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import type { Database } from '../../../framework/tables.ts';
import { codeNumbersTagged, tagsOn } from '../../cards/face.ts';
import { subtreeIds } from '../../customers/face.ts';
import { servedCustomers } from '../../engines/face.ts';
import { beyond, type ChipRow, type CodeNumberRow, FREE, isClosedChip, pathOf } from '../../esim/face.ts';
import { OPEN_STATES } from '../operations/operationRules.ts';
import type { Choice, StrategyRow } from '../operationTables.ts';
import type { Placed } from './reachRules.ts';
import { strategiesOver } from './reachRules.ts';
import type { ChipFacts, NumberOnChip, Stock } from './strategyRules.ts';

/** A strategy within the caller's scope. */
export async function findStrategy(ctx: Ctx, id: string): Promise<StrategyRow> {
  const found = await ctx.db.selectFrom('esim_operations.strategy').selectAll().where('id', '=', id).executeTakeFirst();
  if (!found) throw new Refused(strategyNotFound);
  return found;
}

/** The strategy a chip follows and those in shadow mode, whoever asks; none of a customer whose engine is off. */
export async function strategiesFor(
  ctx: Ctx,
  chip: Pick<ChipRow, 'eid' | 'customer_id' | 'strategy_id' | 'product_code'>,
) {
  const db = beyond(ctx);
  const customerIds = await pathOf(ctx, chip.customer_id);
  const path = customerIds.map((id, at) => ({ id, isPlatform: at === 0 }));
  const served = await servedCustomers(ctx, 'numbering', path);
  const strategies = await db
    .selectFrom('esim_operations.strategy')
    .selectAll()
    .where('state', 'in', ['on', 'shadow'])
    .where('customer_id', 'in', [...served])
    .execute();
  const tagIds = strategies.flatMap(({ reach }) => reach.tagIds);
  const placed: Placed = {
    strategyId: chip.strategy_id,
    customerIds,
    productCode: chip.product_code,
    tagIds: tagIds.length === 0 ? [] : await tagsOfChip(db, chip.eid, tagIds),
  };
  return strategiesOver(strategies, placed);
}

/** The tags among these that are on the chip or on a number of it. */
async function tagsOfChip(db: Database, eid: string, tagIds: readonly string[]): Promise<string[]> {
  const numbers = await db.selectFrom('esim.v_code_number').select('card_id').where('eid', '=', eid).execute();
  const found = await tagsOn(
    db,
    numbers.map((number) => number.card_id),
    tagIds,
  );
  const own = await db
    .selectFrom('esim.v_chip_tag')
    .select('tag_id')
    .where('eid', '=', eid)
    .where('tag_id', 'in', [...tagIds])
    .execute();
  return [...found.map(({ tagId }) => tagId), ...own.map((row) => row.tag_id)];
}

/**
 * The chips a strategy applies to, within the caller's scope: those bound to it, and those in its scope that are bound to none.
 */
export async function chipsOf(ctx: Ctx, strategy: Pick<StrategyRow, 'id' | 'customer_id' | 'reach'>) {
  const { reach } = strategy;
  const tops = reach.customerIds.length > 0 ? reach.customerIds : [strategy.customer_id];
  const own = new Set(await subtreeIds(ctx.db, strategy.customer_id));
  const customers = (await Promise.all(tops.map((top) => subtreeIds(ctx.db, top)))).flat().filter((id) => own.has(id));
  const tagged = reach.tagIds.length === 0 ? undefined : await codeNumbersTagged(ctx.db, reach.tagIds);
  return ctx.db.selectFrom('esim.v_chip as h').where((on) =>
    on.or([
      on('h.strategy_id', '=', strategy.id),
      on.and([
        on('h.strategy_id', 'is', null),
        on('h.customer_id', 'in', customers.concat('0')),
        ...(reach.productCodes.length === 0 ? [] : [on('h.product_code', 'in', [...reach.productCodes])]),
        ...(tagged === undefined
          ? []
          : [
              on.or([
                on(
                  'h.eid',
                  'in',
                  ctx.db.selectFrom('esim.v_code_number').select('eid').where('card_id', 'in', tagged.concat('0')),
                ),
                on(
                  'h.eid',
                  'in',
                  beyond(ctx)
                    .selectFrom('esim.v_chip_tag')
                    .select('eid')
                    .where('tag_id', 'in', [...reach.tagIds]),
                ),
              ]),
            ]),
      ]),
    ]),
  );
}

const onChip = (number: CodeNumberRow): NumberOnChip => ({
  id: number.card_id,
  profileType: number.profile_type,
  country: number.country,
  carrierAccountId: number.carrier_account_id,
});

/** The facts strategies need about chips: their numbers, open operations and recent actions. */
export async function factsOfChips(
  db: Database,
  chips: readonly ChipRow[],
  of: { readonly strategyId: string; readonly isShadow: boolean; readonly now: Date },
): Promise<ReadonlyMap<string, ChipFacts>> {
  const eids = chips.map((chip) => chip.eid);
  if (eids.length === 0) return new Map();
  const since = new Date(of.now.getTime() - DAY_MS);
  const [numbers, open, firings] = await Promise.all([
    db.selectFrom('esim.v_code_number').selectAll().where('eid', 'in', eids).orderBy('card_id').execute(),
    db
      .selectFrom('esim_operations.operation')
      .select('eid')
      .distinct()
      .where('eid', 'in', eids)
      .where('state', 'in', OPEN_STATES)
      .where('kind', '!=', 'audit')
      .execute(),
    db
      .selectFrom('esim_operations.firing')
      .selectAll()
      .where('eid', 'in', eids)
      .where('fired_at', '>', since)
      .where('decision', '!=', 'stay')
      .orderBy('fired_at')
      .execute(),
  ]);
  const numbersOf = Map.groupBy(numbers, (number) => number.eid);
  const firingsOf = Map.groupBy(firings, (firing) => firing.eid);
  const busy = new Set(open.map(({ eid }) => eid));
  return new Map(
    chips.map((chip) => {
      const own = numbersOf.get(chip.eid) ?? [];
      const running = own.find((number) => number.card_id === chip.enabled_number_id);
      const fired = firingsOf.get(chip.eid) ?? [];
      const failed = fired.filter((firing) => firing.result === 'failed');
      return [
        chip.eid,
        {
          architecture: chip.architecture,
          isClosed: isClosedChip(chip.state),
          isBusy: busy.has(chip.eid),
          country: chip.country,
          countryAt: chip.country_at,
          lostAt: chip.network_lost_at,
          running: running ? { ...onChip(running), since: running.state_at } : null,
          spare: own
            .filter((number) => number.enable_state === 0 && number.rsp_state === 'Installed' && number !== running)
            .map(onChip),
          fallbackId: chip.fallback_number_id,
          actedAt: fired
            .filter(
              (firing) =>
                firing.strategy_id === of.strategyId && firing.is_shadow === of.isShadow && firing.result !== 'failed',
            )
            .map((firing) => firing.fired_at),
          failedTypes: new Set(failed.flatMap(({ profile_type }) => profile_type ?? [])),
        },
      ];
    }),
  );
}

/** Whose stock a strategy may use for a customer's chips: from its own customer down to theirs. */
export function suppliersOf(path: readonly string[], ownerId: string): string[] {
  const at = path.indexOf(ownerId);
  return at < 0 ? path.slice(-1) : path.slice(at);
}

/** The free stock for chips of a customer. Numbers the SM-DP+ has refused are not counted. */
export async function stockFor(ctx: Ctx, suppliers: readonly string[]): Promise<Stock> {
  const rows = await beyond(ctx)
    .selectFrom('esim.v_code_number as n')
    .innerJoin('cards.v_esim_card as c', 'c.id', 'n.card_id')
    .select(['n.profile_type', 'n.country', 'n.carrier_account_id', sql<number>`count(*)::int`.as('free')])
    .where(FREE)
    .where('n.state_words', 'is', null)
    .where('c.customer_id', 'in', suppliers.length > 0 ? [...suppliers] : ['0'])
    .groupBy(['n.profile_type', 'n.country', 'n.carrier_account_id'])
    .execute();
  return (choice: Choice) =>
    rows
      .filter(
        (row) =>
          row.profile_type === choice.profileType &&
          (choice.country === null || row.country === choice.country) &&
          (choice.carrierAccountId === null || row.carrier_account_id === choice.carrierAccountId),
      )
      .reduce((sum, row) => sum + row.free, 0);
}
