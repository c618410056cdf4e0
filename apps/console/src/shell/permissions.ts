import type { Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import { allows, allowsAny } from '@cardinal/contract/permissions/permission.ts';
import { browser, STORED } from '../http/browserStore.ts';
import { isViewing } from './viewing.ts';

/** What this session holds, read from session storage each time it is asked. */
export const heldPermissions = (): readonly string[] => browser.read(STORED.permissions) ?? [];

/** Passes when every requested identifier is held, and when none is requested. */
export const can = (...requested: readonly string[]): boolean => allows(heldPermissions(), requested);

/**
 * Whether an endpoint would let this account in: the way buttons are shown, so that no screen names an identifier. While
 * looking with a customer's eyes only questions are let in.
 */
export function mayCall(endpoint: Pick<Endpoint, 'permission'> & Partial<Pick<Endpoint, 'method'>>): boolean {
  const { permission, method } = endpoint;
  if (method !== 'GET' && isViewing()) return false;
  return typeof permission === 'string' || allowsAny(heldPermissions(), permission);
}
