import type { Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import { allows, allowsAny } from '@cardinal/contract/permissions/permission.ts';
import { browser, STORED } from '../http/browserStore.ts';

/** What this session holds, read from session storage each time it is asked. */
export const heldPermissions = (): readonly string[] => browser.read(STORED.permissions) ?? [];

/** Passes when every requested identifier is held, and when none is requested. */
export const can = (...requested: readonly string[]): boolean => allows(heldPermissions(), requested);

/** Whether an endpoint would let this account in: the way buttons are shown, so that no screen names an identifier. */
export function mayCall(endpoint: Pick<Endpoint, 'permission'>): boolean {
  const { permission } = endpoint;
  return typeof permission === 'string' || allowsAny(heldPermissions(), permission);
}
