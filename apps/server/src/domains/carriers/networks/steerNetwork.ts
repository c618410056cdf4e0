import {
  type steerNetwork as endpoint,
  networkNotFound,
  networkNotSteerable,
  networkSteeringFailed,
} from '@cardinal/contract/api/carriers/networks.ts';
import { type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { changedByAnother } from '@cardinal/contract/framework/standardRefusals.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { Commit } from '../../../framework/domain.ts';
import { hiddenPlatforms } from '../../../framework/hiding.ts';
import { adapterOfAccount } from '../../carrierAdapters/face.ts';
import { callCarrier } from '../gate/gate.ts';

/** The accounts that can roam in a network and whose interface supports steering. */
export async function steeringAccounts(ctx: Ctx): Promise<ReadonlySet<string>> {
  const accounts = await ctx.db.selectFrom('carriers.account').selectAll().where('state', '=', 'on').execute();
  const able = accounts.filter((row) => adapterOfAccount(row).capabilities.operations.includes('steerNetwork'));
  return new Set(able.map(({ id }) => id));
}

/**
 * Asks every carrier that supports it to steer its cards to a network, or to stop. If one refuses, the register keeps its
 * former value; repeating a completed request has no effect.
 */
export async function steerNetwork(
  ctx: Ctx,
  { networkId, isSteered, version }: BodyOf<typeof endpoint>,
): Promise<Commit<typeof DONE>> {
  const network = await ctx.db
    .selectFrom('carriers.mobile_network')
    .selectAll()
    .where('id', '=', networkId)
    .executeTakeFirst();
  if (!network || (await hiddenPlatforms(ctx)).has(Number(network.platform))) throw new Refused(networkNotFound);
  if (network.version !== version) throw new Refused(changedByAnother);
  const able = await steeringAccounts(ctx);
  const through = network.through.map(String).filter((id) => able.has(id));
  if (through.length === 0) throw new Refused(networkNotSteerable);
  const { mcc, mnc } = network;
  for (const accountId of through) {
    const outcome = await callCarrier(ctx, accountId, 'steerNetwork', { mcc, mnc, isSteered });
    if (outcome.kind !== 'ok') throw new Refused(networkSteeringFailed, { why: outcome.words });
  }
  return async (inside) => {
    const preference = isSteered ? 'steered' : 'none';
    const { numUpdatedRows } = await inside.db
      .updateTable('carriers.mobile_network')
      .set({ preference, version: version + 1, updated_at: inside.clock.now() })
      .where('id', '=', networkId)
      .where('version', '=', version)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new Refused(changedByAnother);
    inside.note({
      objectKind: 'mobileNetwork',
      objectId: networkId,
      summary: `${mcc}-${mnc} ${network.en} → ${preference}`,
    });
    return DONE;
  };
}
