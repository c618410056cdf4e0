import { tariffInState, tariffNotFound } from '@cardinal/contract/api/deductions/refusals.ts';
import type { enableTariff as enableEndpoint } from '@cardinal/contract/api/deductions/tariffs.ts';
import { TariffState } from '@cardinal/contract/enumerations/deduction.ts';
import { type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { changedByAnother } from '@cardinal/contract/framework/standardRefusals.ts';
import { DAY_MS, dayText } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { bookUses, dayBefore } from '../booking/bookUses.ts';
import type { TariffRow } from '../deductionTables.ts';
import { UNCHARGED } from '../rating/bookRules.ts';
import { refuseBelowOwn, refuseOverlap, refuseSecondPayer } from '../tariffs/refuseTariff.ts';
import { addVersion, refuseForeign, tariffName } from '../tariffs/tariffRegister.ts';
import { beyond, cardsOf, versionsOf } from '../tariffs/tariffStore.ts';

type Asked = BodyOf<typeof enableEndpoint>;

/** Usage that may still be corrected when a tariff is switched on again. */
const LOOK_BACK_DAYS = 35;
const AT_ONCE = 5_000;

async function held(ctx: Ctx, { id, version }: Asked): Promise<TariffRow> {
  const row = await ctx.db
    .selectFrom('deductions.tariff')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Refused(tariffNotFound);
  refuseForeign(ctx, row);
  if (row.version !== version) throw new Refused(changedByAnother);
  return row;
}

async function turn(ctx: Ctx, before: TariffRow, set: Partial<TariffRow>): Promise<TariffRow> {
  const now = ctx.clock.now();
  const after = await ctx.db
    .updateTable('deductions.tariff')
    .set((row) => ({ ...set, version: row('version', '+', 1), updated_at: now }))
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  ctx.note({
    objectKind: 'deductionTariff',
    objectId: before.id,
    summary: tariffName(after),
    customerId: before.customer_id,
    before: { state: before.state },
    after: { state: after.state },
  });
  return after;
}

/** Charges what is used from now on, or from when its price begins. What was used until now is booked as not charged. */
export async function enableTariff(ctx: Ctx, asked: Asked) {
  const before = await held(ctx, asked);
  if (before.state === 'on') throw new Refused(tariffInState, { state: TariffState.labelOf('on') });
  await refuseOverlap(ctx, before);
  await refuseSecondPayer(ctx, before);
  await refuseBelowOwn(ctx, before);
  const now = ctx.clock.now();
  const begun = (await versionsOf(ctx, [before.id])).get(before.id)?.find(({ valid_from }) => valid_from > now);
  const after = await turn(ctx, before, {
    state: 'on',
    first_day: before.first_day ?? dayBefore(now),
    revision: before.revision + 1,
    valid_from: begun?.valid_from ?? now,
  });
  await bookUncharged(ctx, after);
  await addVersion(ctx, after, { is_on: true, valid_from: after.valid_from });
  return DONE;
}

/** Stops charging at this moment; a version that was to begin later is dropped. */
export async function disableTariff(ctx: Ctx, asked: Asked) {
  const before = await held(ctx, asked);
  if (before.state !== 'on') throw new Refused(tariffInState, { state: TariffState.labelOf(before.state) });
  const now = ctx.clock.now();
  const after = await turn(ctx, before, { state: 'off', revision: before.revision + 1, valid_from: now });
  await addVersion(ctx, after, { is_on: false, valid_from: now });
  return DONE;
}

async function bookUncharged(ctx: Ctx, tariff: TariffRow): Promise<void> {
  const earliest = dayText(new Date(+ctx.clock.now() - LOOK_BACK_DAYS * DAY_MS));
  const fromDay = tariff.first_day && tariff.first_day > earliest ? tariff.first_day : earliest;
  const isAbout = await cardsOf(ctx, tariff);
  for (let after = '0'; ; ) {
    const { rows } = await sql<{ id: string }>`
      select c.id::text from cards.v_card c where ${isAbout} and c.id > ${after} order by c.id limit ${AT_ONCE}`.execute(
      beyond(ctx),
    );
    const last = rows.at(-1);
    if (!last) return;
    const moved = rows.map(({ id }) => ({ cardId: id, fromDay }));
    await bookUses(ctx, moved, { source: 'beginning', revisionOf: () => UNCHARGED }, [tariff.id]);
    after = last.id;
  }
}
