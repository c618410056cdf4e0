import { readMe } from '@cardinal/contract/api/identity/identity.ts';
import type { Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import { DOMAINS } from '@cardinal/server/domains.ts';
import type { Caller } from './app.ts';

/** Accounts of the demo, one of every role and of every place in the tree. */
export const ROLE_ACCOUNTS = [
  'admin',
  'operator',
  'agent',
  'subagent',
  'enterprise',
  'rival',
  'norole',
  'miniapp',
] as const;
export type RoleAccount = (typeof ROLE_ACCOUNTS)[number];

const all = DOMAINS.flatMap((domain) => domain.routes.map((route) => route.endpoint));
/** These end the session that asks. */
const LAST = new Set(['auth.logout', 'auth.changePassword']);

/** Set, a run looks only at the operations of this subject: `invoiceTitles`. */
const subject = process.env['OPERATIONS_OF'];

/** What accounts may be allowed or refused; streams and what ends the session are left out. */
export const accountOperations: readonly Endpoint[] = all.filter(
  ({ kind, permission, name }) =>
    kind !== 'stream' &&
    permission !== 'public' &&
    permission !== 'endUser' &&
    !LAST.has(name) &&
    (subject === undefined || name.startsWith(`${subject}.`)),
);
/** What no account opens. */
export const endUserOperations: readonly Endpoint[] = all.filter(({ permission }) => permission === 'endUser');

/** The permissions of whoever asks. */
export async function heldBy(caller: Caller): Promise<ReadonlySet<string>> {
  const { data } = await caller.call(readMe, {} as never);
  return new Set((data?.permissions ?? []) as string[]);
}

/** Whether one of the held permissions opens the operation. */
export const opens = (held: ReadonlySet<string>, { permission }: Endpoint): boolean =>
  permission === 'authenticated' || (permission as readonly string[]).some((each) => held.has(each));
