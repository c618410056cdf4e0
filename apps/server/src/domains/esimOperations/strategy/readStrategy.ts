import type * as api from '@cardinal/contract/api/esimOperations/strategies.ts';
import { Platform } from '@cardinal/contract/enumerations/card.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { say } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import { type Ctx, holds } from '../../../framework/context.ts';
import { tagOptions } from '../../cards/face.ts';
import { carrierAccounts } from '../../carriers/face.ts';
import { FREE, findChip, numbersOf } from '../../esim/face.ts';
import type { FiringRow } from '../operationTables.ts';
import { findStrategy, strategiesFor } from './strategyStore.ts';

export async function readStrategy(ctx: Ctx, id: string): Promise<AnswerOf<typeof api.readStrategy>> {
  const strategy = await findStrategy(ctx, id);
  const { customerIds, productCodes, tagIds } = strategy.reach;
  return {
    id,
    name: strategy.name,
    state: strategy.state,
    customerIds: [...customerIds],
    productCodes: [...productCodes],
    tagIds: [...tagIds],
    rules: strategy.rules.map((rule) => ({
      ...rule,
      triggers: [...rule.triggers],
      countries: [...rule.countries],
      choices: rule.choices.map((choice) => ({ ...choice })),
    })),
    switchesPerDay: strategy.switches_per_day,
    minimumStayHours: strategy.minimum_stay_hours,
    version: strategy.version,
  };
}

export async function strategyOptions(ctx: Ctx): Promise<AnswerOf<typeof api.strategyOptions>> {
  const [kinds, chips, tags] = await Promise.all([
    numbersOf(ctx)
      .select(['n.profile_type', 'n.country', 'n.carrier_account_id'])
      .select(sql<number>`(count(*) filter (where ${FREE} and n.state_words is null))::int`.as('free'))
      .groupBy(['n.profile_type', 'n.country', 'n.carrier_account_id'])
      .orderBy('n.profile_type')
      .orderBy('n.country')
      .execute(),
    ctx.db.selectFrom('esim.v_chip').select(['product_code', 'country']).distinct().execute(),
    tagOptions(ctx),
  ]);
  const seesNames = holds(ctx.actor, 'platformConfig.view');
  const accounts = await carrierAccounts(
    ctx,
    kinds.map((kind) => kind.carrier_account_id),
  );
  const sorted = (values: readonly (string | null)[]) => [...new Set(values.filter((value) => value !== null))].sort();
  return {
    kinds: kinds.map((kind) => ({
      profileType: kind.profile_type,
      country: kind.country,
      free: kind.free,
      carrierAccountId: kind.carrier_account_id,
      carrierAccountName: seesNames ? (accounts.get(kind.carrier_account_id)?.name ?? null) : null,
      platform: accounts.get(kind.carrier_account_id)?.platform ?? Platform.values.unknown,
    })),
    productCodes: sorted(chips.map((chip) => chip.product_code)),
    tags: tags.map(({ id, name }) => ({ id, name })),
    countries: sorted([...kinds.map((kind) => kind.country), ...chips.map((chip) => chip.country)]),
  };
}

const MOST_FIRINGS = 30;

/** A chip's strategy, its recent decisions, and why the active number is active. */
export async function readChipStrategy(ctx: Ctx, eid: string): Promise<AnswerOf<typeof api.readChipStrategy>> {
  const chip = await findChip(ctx, eid);
  const firings = await ctx.db
    .selectFrom('esim_operations.firing as f')
    .leftJoin('esim_operations.strategy as s', 's.id', 'f.strategy_id')
    .selectAll('f')
    .select('s.name as strategy_name')
    .where('f.eid', '=', eid)
    .orderBy('f.id', 'desc')
    .limit(MOST_FIRINGS)
    .execute();
  const { acting } = await strategiesFor(ctx, chip);
  // A chip bound to an inactive strategy is still shown as bound to it.
  const bound =
    chip.strategy_id === null
      ? undefined
      : await ctx.db
          .selectFrom('esim_operations.strategy')
          .selectAll()
          .where('id', '=', chip.strategy_id)
          .executeTakeFirst();
  // A strategy of a customer above is not named below.
  const seen =
    acting &&
    (await ctx.db.selectFrom('esim_operations.strategy').select('id').where('id', '=', acting.id).executeTakeFirst());
  const strategy = bound ?? (seen ? acting : undefined);
  const chosen = firings.find(
    (firing) => !firing.is_shadow && firing.card_id !== null && firing.card_id === chip.enabled_number_id,
  );
  const iso = (moment: Date | null) => moment?.toISOString() ?? null;
  return {
    strategy: strategy
      ? { id: strategy.id, name: strategy.name, state: strategy.state, isBound: chip.strategy_id === strategy.id }
      : null,
    country: chip.country,
    countryAt: iso(chip.country_at),
    networkLostAt: iso(chip.network_lost_at),
    lookAt: iso(chip.look_at),
    whyThisNumber: chosen
      ? {
          iccid: chosen.iccid ?? '',
          why: say(chosen.why, ctx.language),
          firedAt: chosen.fired_at.toISOString(),
          strategyName: chosen.strategy_name ?? '',
        }
      : null,
    firings: firings.map((firing) => firingShown(ctx, firing)),
  };
}

const firingShown = (ctx: Ctx, firing: FiringRow & { strategy_name: string | null }) => ({
  id: firing.id,
  firedAt: firing.fired_at.toISOString(),
  strategyName: firing.strategy_name ?? '',
  trigger: firing.trigger,
  result: firing.result,
  iccid: firing.iccid,
  decision: firing.decision,
  why: say(firing.why, ctx.language),
  rule: firing.rule,
  profileType: firing.profile_type,
  country: firing.number_country,
  missing: firing.missing,
  heldUntil: firing.held_until?.toISOString() ?? null,
});
