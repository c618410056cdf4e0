import type {
  EndUserContract,
  followContract as followEndpoint,
  readRenewals as readEndpoint,
} from '@cardinal/contract/api/autoRenewals/endUserRenewals.ts';
import { SigningState } from '@cardinal/contract/enumerations/autoRenewal.ts';
import type { AnswerOf, BodyOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { sql } from 'kysely';
import { type Ctx, endUserOf } from '../../../framework/context.ts';
import { currentVersions } from '../../packages/face.ts';
import { cardOf } from '../../publicAccounts/face.ts';
import { renewable } from '../../retailOrders/face.ts';
import { offersOfAccount, ownContract } from '../contracts/beginContract.ts';
import { beyond, wordsOf } from '../contracts/contractStore.ts';
import { lookNow } from '../contracts/stepContract.ts';
import type { ChargeRow, ContractRow } from '../renewalTables.ts';

const { unsigned } = SigningState.values;
const MOST = 20;

const shown = (row: ContractRow, charge: ChargeRow | undefined): EndUserContract => {
  const runs = row.ended_at === null;
  const waits = charge && (charge.state === 'waiting' || charge.state === 'announced' || charge.state === 'charging');
  return {
    id: row.id,
    cardId: row.card_id,
    iccid: row.iccid,
    title: row.title,
    signingState: row.state,
    renewPrice: row.renew_price,
    currency: row.currency,
    signedAt: row.signed_at?.toISOString() ?? null,
    nextChargeAt: runs && waits ? charge.charge_at.toISOString() : null,
    periods: row.periods,
    chargeState: charge?.state ?? null,
    isEnding: row.ending_at !== null && runs,
    endedBy: row.ended_by,
    endedAt: row.ended_at?.toISOString() ?? null,
    note: runs
      ? (wordsOf(row.paused_zh, row.paused_en) ?? wordsOf(row.said_zh, row.said_en))
      : wordsOf(row.end_zh, row.end_en),
  };
};

async function lastCharges(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, ChargeRow>> {
  const rows = await beyond(ctx)
    .selectFrom('auto_renewals.charge')
    .distinctOn('contract_id')
    .selectAll()
    .where(sql<boolean>`contract_id = any(${[...ids]}::bigint[])`)
    .orderBy('contract_id')
    .orderBy('period', 'desc')
    .execute();
  return new Map(rows.map((row) => [row.contract_id, row]));
}

export async function readRenewals(
  ctx: Ctx,
  { cardId }: QueryOf<typeof readEndpoint>,
): Promise<AnswerOf<typeof readEndpoint>> {
  const card = await cardOf(ctx, cardId);
  const { endUserId, publicAccountId, customerId } = endUserOf(ctx);
  // What nobody signed within its minutes tells him nothing.
  const rows = await beyond(ctx)
    .selectFrom('auto_renewals.contract')
    .selectAll()
    .where('end_user_id', '=', endUserId)
    .where((where) => where.or([where('ended_at', 'is', null), where('signed_at', 'is not', null)]))
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute();
  const charges = await lastCharges(
    ctx,
    rows.map(({ id }) => id),
  );
  const taken = await beyond(ctx)
    .selectFrom('auto_renewals.contract')
    .select('id')
    .where('card_id', '=', card.id)
    .where('ended_at', 'is', null)
    .where((where) => where.or([where('state', '>', unsigned), where('end_user_id', '<>', endUserId)]))
    .executeTakeFirst();
  const found = taken ? [] : await offersOfAccount(ctx, publicAccountId).orderBy('l.title').execute();
  const versions = await currentVersions(
    ctx,
    found.map(({ package_id }) => package_id),
  );
  const offers: AnswerOf<typeof readEndpoint>['offers'] = [];
  for (const each of found) {
    const version = versions.get(each.package_id);
    const about = { customerId, cardId: card.id, listingId: each.listing_id };
    const lower = BigInt(each.first_price) < BigInt(each.renew_price) ? each.first_price : each.renew_price;
    const { failure } = await renewable(ctx, { ...about, price: BigInt(lower) });
    if (!version || failure) continue;
    offers.push({
      id: each.id,
      title: each.title,
      firstPrice: each.first_price,
      renewPrice: each.renew_price,
      currency: each.currency,
      validityUnit: version.validity_unit,
      validityCount: version.validity_count * version.units,
      daysBefore: each.days_before,
    });
  }
  return { offers, contracts: rows.map((row) => shown(row, charges.get(row.id))) };
}

/** How a contract is now. While it is to be signed, the provider is asked if nothing was heard. */
export async function followContract(
  ctx: Ctx,
  { contractId }: BodyOf<typeof followEndpoint>,
): Promise<AnswerOf<typeof followEndpoint>> {
  const before = await ownContract(ctx, contractId);
  if (before.ended_at === null) await lookNow(ctx, before);
  const row = await ownContract(ctx, contractId);
  const charges = await lastCharges(ctx, [row.id]);
  const isToSign = row.state === unsigned && row.ended_at === null;
  return { contract: shown(row, charges.get(row.id)), signUrl: isToSign ? row.sign_url : null };
}
