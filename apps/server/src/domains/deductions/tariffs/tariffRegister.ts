import { fromPast, notDirectChild, notYourTariff, priceMissing } from '@cardinal/contract/api/deductions/refusals.ts';
import { tariffs } from '@cardinal/contract/api/deductions/tariffs.ts';
import { DeductionSource } from '@cardinal/contract/enumerations/settlement.ts';
import type { BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { bytesPerUnit } from '@cardinal/primitives/dataVolume.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { refusedAt } from '../../../framework/duplicates.ts';
import { bindRegister } from '../../../framework/register/bindRegister.ts';
import { customerNames, customerOf } from '../../customers/face.ts';
import type { TariffRow, VersionRow } from '../deductionTables.ts';
import { trimmed } from '../rating/chargeRules.ts';
import { refuseBelowOwn, refusePayer, saysTheSame } from './refuseTariff.ts';
import { refuseScope, refuseUnable } from './tariffChoices.ts';
import { chargedToday, countCards } from './tariffFigures.ts';
import { beyond, versionAt, versionsOf } from './tariffStore.ts';

const MB = bytesPerUnit('MB');
const ALL = text('全部卡', 'All cards');

type Given = Partial<BodyOf<typeof tariffs.create>>;

/** Who charges by a tariff changes it; the platform is no exception, since what is charged is not its own. */
export function refuseForeign(ctx: Ctx, { owner_id }: Pick<TariffRow, 'owner_id'>): void {
  if (accountOf(ctx).customerId !== owner_id) throw new Refused(notYourTariff);
}

async function payerOf(ctx: Ctx, customerId: string) {
  const payer = await customerOf(ctx.db, customerId);
  if (!payer || payer.parentId !== accountOf(ctx).customerId) throw refusedAt('customerId', notDirectChild);
  return payer;
}

/** From when what is written holds: never before now. */
function beginningOf(ctx: Ctx, { validFrom }: Given): Date {
  const now = ctx.clock.now();
  const from = validFrom ? new Date(validFrom) : now;
  if (from < now) throw refusedAt('validFrom', fromPast);
  return from;
}

async function written(ctx: Ctx, given: Given, before?: TariffRow): Promise<Partial<TariffRow>> {
  if (before) refuseForeign(ctx, before);
  const payer = before ? undefined : await payerOf(ctx, given.customerId ?? '');
  const source = before?.source ?? given.source;
  const isFree = source === DeductionSource.values.package;
  if (!isFree && !given.unitPrice) throw refusedAt('unitPrice', priceMissing);
  const row = {
    owner_id: before?.owner_id ?? accountOf(ctx).customerId,
    account_ids: before?.account_ids ?? [...new Set(given.accountIds)],
    product_codes: before?.product_codes ?? [...new Set(given.productCodes)],
    unit_price: isFree ? null : (given.unitPrice ?? null),
    free_bytes: String(BigInt(given.freeMb ?? 0) * MB),
    on_empty: given.onEmpty ?? before?.on_empty ?? 4,
  };
  if (!before) {
    refusePayer({ payer: given.payer ?? 'balance', type: given.type ?? 1, source: given.source ?? 1 });
    await refuseScope(ctx, row);
  }
  await refuseUnable(ctx, row);
  await refuseBelowOwn(ctx, row);
  const changes = { ...row, valid_from: beginningOf(ctx, given), currency: payer?.currency ?? before?.currency };
  const isSame = before && given.rounding && saysTheSame({ ...row, rounding: given.rounding }, before);
  // What is on empty takes no version: it charges nothing.
  return isSame && !given.validFrom
    ? { ...changes, valid_from: before.valid_from }
    : { ...changes, revision: (before?.revision ?? 0) + 1 };
}

/** Keeps what was written as a version. One that was to begin later and has not yet is replaced. */
async function keepVersion(ctx: Ctx, id: string, before: TariffRow | undefined): Promise<void> {
  const row = await ctx.db.selectFrom('deductions.tariff').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  if (row.revision !== before?.revision)
    await addVersion(ctx, row, { is_on: row.state === 'on', valid_from: row.valid_from });
}

/** A version of a tariff as its row says, in the place of those that have not begun. */
export async function addVersion(
  ctx: Ctx,
  row: TariffRow,
  { is_on, valid_from }: Pick<VersionRow, 'is_on' | 'valid_from'>,
): Promise<void> {
  const now = ctx.clock.now();
  await beyond(ctx)
    .deleteFrom('deductions.tariff_version')
    .where('tariff_id', '=', row.id)
    .where('valid_from', '>', now)
    .execute();
  await beyond(ctx)
    .insertInto('deductions.tariff_version')
    .values({
      tariff_id: row.id,
      revision: row.revision,
      is_on,
      unit_price: row.unit_price,
      free_bytes: row.free_bytes,
      rounding: row.rounding,
      valid_from,
      created_by: accountOf(ctx).account,
      created_at: now,
    })
    .execute();
}

export const tariffName = (row: Pick<TariffRow, 'unit_price' | 'currency' | 'revision'>): string =>
  row.unit_price === null ? `v${row.revision}` : `${trimmed(row.unit_price)} ${row.currency}/GB`;

/** Accounts and products of tariffs by name. */
async function reachOf(ctx: Ctx, rows: readonly TariffRow[]): Promise<(row: TariffRow) => string> {
  const accounts = await beyond(ctx).selectFrom('carriers.v_account').select(['id', 'name']).execute();
  const named = new Map(accounts.map(({ id, name }) => [id, name]));
  const used = new Set(rows.flatMap(({ account_ids }) => account_ids));
  return ({ account_ids, product_codes }) => {
    const words = [...account_ids.flatMap((id) => (used.has(id) ? (named.get(id) ?? []) : [])), ...product_codes];
    return words.length === 0 ? say(ALL, ctx.language) : words.join(' · ');
  };
}

export const tariffRegister = bindRegister(tariffs, {
  table: 'deductions.tariff',
  objectKind: 'deductionTariff',
  name: tariffName,
  columns: { freeMb: null, validFrom: null },
  begin: (ctx) => ({ state: 'draft' as const, created_by: accountOf(ctx).account, created_at: ctx.clock.now() }),
  write: (ctx, given, before) => written(ctx, given, before),
  written: (ctx, id, _given, before) => keepVersion(ctx, id, before),
  noted: ({ unit_price, free_bytes, rounding, on_empty, valid_from }) => ({
    unit_price,
    free_bytes,
    rounding,
    on_empty,
    valid_from,
  }),
  list: {
    present: async (rows, ctx) => {
      const own = accountOf(ctx).customerId;
      const ids = rows.map(({ id }) => id);
      const [names, versions, today, reach] = [
        await customerNames(
          ctx.db,
          rows.flatMap(({ customer_id, owner_id }) => [customer_id, owner_id]),
        ),
        await versionsOf(ctx, ids),
        await chargedToday(ctx, ids),
        await reachOf(ctx, rows),
      ];
      const now = ctx.clock.now();
      const shown = [];
      for (const row of rows) {
        const all = versions.get(row.id) ?? [];
        const current = versionAt(all, now) ?? row;
        const next = all.find(({ valid_from }) => valid_from > now);
        shown.push({
          customerName: names.get(row.customer_id) ?? '',
          ownerName: names.get(row.owner_id) ?? null,
          isOwn: row.owner_id === own,
          reach: reach(row),
          unitPrice: current.unit_price === null ? null : trimmed(current.unit_price),
          freeMb: Number(BigInt(current.free_bytes) / MB),
          rounding: current.rounding,
          nextPrice: next?.unit_price ? trimmed(next.unit_price) : null,
          nextFrom: next?.valid_from.toISOString() ?? null,
          cards: await countCards(ctx, row),
          today: today.get(row.id) ?? '0',
        });
      }
      return shown;
    },
  },
});
