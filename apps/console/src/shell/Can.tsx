import type { Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import type { ReactNode } from 'react';
import { useFullPath } from './navigation.ts';
import { can, mayCall } from './permissions.ts';
import { useSignedIn } from './signedIn.ts';

/** Shows its content to those who may: `<Can call={createTag}>`, or by identifiers, all of which are needed. */
export function Can(props: { call?: Pick<Endpoint, 'permission'>; hold?: readonly string[]; children: ReactNode }) {
  // What is held may have changed on the way here, or while the screen stood open.
  useFullPath();
  useSignedIn(({ me }) => me);
  const mayIt = (!props.call || mayCall(props.call)) && can(...(props.hold ?? []));
  return mayIt ? props.children : null;
}
