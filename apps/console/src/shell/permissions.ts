import type { Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import { allows, allowsAny } from '@cardinal/contract/permissions/permission.ts';
import { browser, STORED } from '../http/browserStore.ts';
import { isViewing } from './viewing.ts';

/** The permissions of this session, read from session storage on every call. */
export const heldPermissions = (): readonly string[] => browser.read(STORED.permissions) ?? [];

/** True if every requested identifier is held, or none is requested. */
export const can = (...requested: readonly string[]): boolean => allows(heldPermissions(), requested);

/**
 * Whether this account may call an endpoint. Buttons use it, so that no screen names an identifier. In a customer's view only
 * reads are allowed.
 */
export function mayCall(endpoint: Pick<Endpoint, 'permission'> & Partial<Pick<Endpoint, 'method'>>): boolean {
  const { permission, method } = endpoint;
  if (method !== 'GET' && isViewing()) return false;
  return typeof permission === 'string' || allowsAny(heldPermissions(), permission);
}
