import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { pushAddressNotAllowed } from '@cardinal/contract/api/pushes/refusals.ts';
import type { Ctx } from '../../../framework/context.ts';
import { refusedAt } from '../../../framework/duplicates.ts';
import { mayCall } from '../../../outbound/addressGuard.ts';
import { isAllowedAddress } from '../../../outbound/addressRules.ts';

const RESOLVING_MS = 2_000;

/** The addresses of a host; none where it cannot be resolved now. */
async function addressesOf(host: string): Promise<readonly string[]> {
  if (isIP(host) > 0) return [host];
  const found = lookup(host, { all: true }).then(
    (all) => all.map(({ address }) => address),
    () => [],
  );
  return Promise.race([found, wait(RESOLVING_MS, [], { ref: false })]);
}

/**
 * Refuses what may not be called, also where a name leads to it. Every connection checks it again, since names move; what cannot
 * be resolved yet is taken.
 */
export async function refuseAddress(ctx: Ctx, url: string): Promise<void> {
  const policy = { allowLoopback: !ctx.config.production };
  const refused = () => refusedAt('url', pushAddressNotAllowed);
  if (!isAllowedAddress(url, ctx.config.production)) throw refused();
  const addresses = await addressesOf(new URL(url).hostname.replace(/^\[|\]$/g, ''));
  if (addresses.some((address) => !mayCall(address, policy))) throw refused();
}
