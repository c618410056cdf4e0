import type { Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import type { ReactNode } from 'react';
import { useFullPath } from './navigation.ts';
import { can, mayCall } from './permissions.ts';
import { useSignedIn } from './signedIn.ts';

/**
 * Shows its content to accounts with the permission: `<Can call={createTag}>`, or by identifiers, all of which are required.
 */
export function Can(props: { call?: Pick<Endpoint, 'permission'>; hold?: readonly string[]; children: ReactNode }) {
  // Permissions may have changed on navigation or while the screen was open.
  useFullPath();
  useSignedIn(({ me }) => me);
  const mayIt = (!props.call || mayCall(props.call)) && can(...(props.hold ?? []));
  return mayIt ? props.children : null;
}
