import { tariffNotFound } from '@cardinal/contract/api/deductions/refusals.ts';
import type {
  readTariff as readEndpoint,
  simulateTariff as simulateEndpoint,
} from '@cardinal/contract/api/deductions/tariffs.ts';
import { DeductionSource } from '@cardinal/contract/enumerations/settlement.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { bytesPerUnit } from '@cardinal/primitives/dataVolume.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { fundsOf, ofCustomer } from '../../ledger/face.ts';
import { sharesOf } from '../../metering/face.ts';
import { bytesOfDay } from '../../usage/face.ts';
import { dayBefore } from '../booking/bookUses.ts';
import type { TariffRow } from '../deductionTables.ts';
import { amountOf, cycleCharges, type Priced, priceOf, trimmed, type Used, weightOf } from '../rating/chargeRules.ts';
import { beyond, cardsOf, versionsOf } from '../tariffs/tariffStore.ts';

const MB = bytesPerUnit('MB');
const AT_ONCE = 5_000;

async function tariffOf(ctx: Ctx, id: string): Promise<TariffRow> {
  const row = await ctx.db.selectFrom('deductions.tariff').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw new Refused(tariffNotFound);
  return row;
}

/** What cards used in a day, and what of it is charged. */
async function usedOn(ctx: Ctx, tariff: TariffRow, cardIds: readonly string[], day: string) {
  const bytes = await bytesOfDay(ctx, cardIds, day);
  const shares = await sharesOf(
    ctx,
    cardIds.map((cardId) => ({ cardId, fromDay: day })),
  );
  const overage = new Map(shares.filter((each) => each.day === day).map((each) => [each.cardId, each.overage]));
  return [...bytes].map(([cardId, all]) => ({
    bytes: all,
    charged: tariff.source === DeductionSource.values.balance ? all : (overage.get(cardId) ?? 0n),
  }));
}

/** What a tariff as it was written last would have charged for yesterday, as if its cycle were that day. Changes nothing. */
export async function simulateTariff(ctx: Ctx, { id }: { id: string }): Promise<AnswerOf<typeof simulateEndpoint>> {
  const tariff = await tariffOf(ctx, id);
  const day = dayBefore(ctx.clock.now());
  const priced: Priced = {
    revision: tariff.revision,
    price: priceOf(tariff.unit_price ?? '0'),
    freeBytes: BigInt(tariff.free_bytes),
    rounding: tariff.rounding,
  };
  const isAbout = await cardsOf(ctx, tariff);
  let cards = 0;
  const used: { bytes: bigint; charged: bigint }[] = [];
  for (let after = '0'; ; ) {
    const { rows } = await sql<{ id: string }>`
      select c.id::text from cards.v_card c where ${isAbout} and c.lifecycle <> 'cancelled' and c.id > ${after}
      order by c.id limit ${AT_ONCE}`.execute(beyond(ctx));
    const ids = rows.map((row) => row.id);
    const last = ids.at(-1);
    if (last === undefined) break;
    cards += ids.length;
    used.push(...(await usedOn(ctx, tariff, ids, day)));
    after = last;
  }
  const charges = cycleCharges(
    tariff.type,
    used.map(({ charged }): Used[] => [{ version: priced, bytes: charged }]),
  );
  const sum = (pick: (each: (typeof used)[number]) => bigint) => used.reduce((all, each) => all + pick(each), 0n);
  const bytes = sum((each) => each.bytes);
  return {
    day,
    cards,
    usedCards: used.filter((each) => each.bytes > 0n).length,
    bytes: String(bytes),
    packageBytes: String(bytes - sum((each) => each.charged)),
    chargedBytes: String(charges.reduce((all, each) => all + each.bytes, 0n)),
    unitPrice: tariff.unit_price === null ? null : trimmed(tariff.unit_price),
    amount: String(amountOf(weightOf(charges), tariff.currency)),
    currency: tariff.currency,
    balance:
      tariff.payer === 'wallet'
        ? null
        : String((await fundsOf(ctx, ofCustomer(tariff.customer_id, tariff.currency, 'balance'))).balance),
    version: tariff.version,
  };
}

/** What held from when on, the last first. */
export async function readTariff(ctx: Ctx, { id }: { id: string }): Promise<AnswerOf<typeof readEndpoint>> {
  const tariff = await tariffOf(ctx, id);
  const versions = (await versionsOf(ctx, [id])).get(id) ?? [];
  return {
    id,
    currency: tariff.currency,
    versions: versions.toReversed().map((each) => ({
      revision: each.revision,
      isOn: each.is_on,
      unitPrice: each.unit_price === null ? null : trimmed(each.unit_price),
      freeMb: Number(BigInt(each.free_bytes) / MB),
      rounding: each.rounding,
      validFrom: each.valid_from.toISOString(),
      createdBy: each.created_by,
    })),
  };
}
