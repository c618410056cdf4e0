import type { CustomerKind } from '@cardinal/contract/enumerations/customer.ts';
import type { DataScope, EndReason } from '@cardinal/contract/enumerations/identity.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notSignedIn, sessionEnded } from '@cardinal/contract/framework/standardRefusals.ts';
import { INITIAL_LIMITS } from '@cardinal/contract/siteLimits.ts';
import type { Clock } from '@cardinal/primitives/clock.ts';
import { CompiledQuery } from 'kysely';
import type { ShortScope } from '../../framework/scoping.ts';
import type { Database } from '../../framework/tables.ts';
import { PREPARED } from '../../runtime/prepared.ts';
import { RightsMemory } from './rights/rightsMemory.ts';
import { shortFor } from './rights/shortScope.ts';
import { isListed } from './signIn/addressList.ts';
import { endOf, TOUCH_MS } from './signIn/sessionRules.ts';
import { hashOfToken } from './signIn/sessionStore.ts';
import { asViewed, type Caller } from './signIn/viewing.ts';

type Found = {
  session_id: string;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  is_remembered: boolean;
  end_reason: EndReason | null;
  account_id: string;
  account: string;
  customer_id: string;
  must_change_password: boolean;
  is_by_provider: boolean;
  is_enabled: boolean;
  data_scope: DataScope;
  data_scope_customer_ids: string[];
  path: string;
  kind: CustomerKind;
  customer_status: number;
  sessions_from: Date | null;
  role_ids: string[];
  rights_version: string;
  tree_version: string;
  idle_minutes: number | null;
  remembered_idle_days: number | null;
  addresses: string[] | null;
  viewed_customer_id: string | null;
  viewed_path: string | null;
  viewed_role_ids: string[];
};

/** Everything a request needs about its caller, in one query by one unique key. */
const FOUND = `
  select s.id as session_id, s.created_at, s.last_seen_at, s.expires_at, s.is_remembered, s.end_reason,
         a.id as account_id, a.account, a.customer_id, a.must_change_password, a.data_scope, a.data_scope_customer_ids,
         coalesce(s.provider_id, (select o.provider_id from identity.session o where o.id = s.opened_from)) is not null
           as is_by_provider,
         a.status = 1 and a.deleted_at is null as is_enabled,
         c.path, c.kind, c.status as customer_status, c.sessions_from,
         array(select ar.role_id from identity.account_role ar where ar.account_id = a.id) as role_ids,
         (select version from identity.rights_version) as rights_version,
         (select version from customers.v_tree_version) as tree_version,
         least(l.idle_minutes, r.idle_minutes) as idle_minutes, l.remembered_idle_days, r.addresses,
         s.viewed_customer_id, v.path as viewed_path,
         array(select id from identity.role where customer_id = s.viewed_customer_id and kind <> 'custom') as viewed_role_ids
  from identity.session s
  join identity.account a on a.id = s.account_id
  join customers.v_customer c on c.id = a.customer_id
  left join customers.v_customer v on v.id = s.viewed_customer_id
  left join identity.sign_in_limits l on true
  left join identity.sign_in_rule r on r.customer_id = a.customer_id`;
const OF_TOKEN = `${FOUND} where s.token_hash = $1 ${PREPARED}`;
const OF_SESSIONS = `${FOUND} where s.id = any($1::bigint[]) ${PREPARED}`;

const memories = new WeakMap<Database, RightsMemory>();

function memoryOf(db: Database): RightsMemory {
  const known = memories.get(db) ?? new RightsMemory();
  memories.set(db, known);
  return known;
}

/**
 * The account behind a token, with its current rights and scope. An unknown or signed-out token is «not signed in». Any other
 * end is «session ended» and is recorded if it is detected only now. So is a request from an address the customer does not list.
 */
export async function authenticate(
  db: Database,
  token: string,
  facts: { readonly address: string; readonly isUnattended: boolean },
  clock: Clock,
): Promise<Caller> {
  const { rows } = await db.executeQuery<Found>(CompiledQuery.raw(OF_TOKEN, [hashOfToken(token)]));
  const found = rows[0];
  if (!found) throw new Refused(notSignedIn);
  const now = clock.now();
  const end = endOfFound(found, now);
  if (end) {
    if (!found.end_reason) await keepEnd(db, found.session_id, end, now);
    throw new Refused(end === 'logout' ? notSignedIn : sessionEnded);
  }
  // The session stays open: it works again from an address of the list.
  if (!isListed(facts.address, found.addresses ?? [])) throw new Refused(sessionEnded);
  if (!facts.isUnattended && now.getTime() - found.last_seen_at.getTime() >= TOUCH_MS) {
    await db
      .updateTable('identity.session')
      .set({ last_seen_at: now })
      .where('id', '=', found.session_id)
      .where('ended_at', 'is', null)
      .execute();
  }
  return callerOf(db, found);
}

/**
 * Whom these sessions are of, used from these addresses, with their present rights and scope, in the order asked; undefined where
 * a request would be refused. Asking is no use of a session: it does not keep it from becoming idle.
 */
export async function callersOf(
  db: Database,
  asked: readonly { readonly sessionId: string; readonly address: string }[],
  clock: Clock,
): Promise<(Caller | undefined)[]> {
  const ids = [...new Set(asked.map(({ sessionId }) => sessionId))];
  const { rows } = await db.executeQuery<Found>(CompiledQuery.raw(OF_SESSIONS, [ids]));
  const now = clock.now();
  const callers = new Map<string, { caller: Caller | undefined; addresses: readonly string[] }>();
  for (const found of rows) {
    if (endOfFound(found, now)) continue;
    const caller = await callerOf(db, found).catch((error: unknown) => {
      // Of a view whose customer has left the scope.
      if (error instanceof Refused) return undefined;
      throw error;
    });
    callers.set(found.session_id, { caller, addresses: found.addresses ?? [] });
  }
  return asked.map(({ sessionId, address }) => {
    const found = callers.get(sessionId);
    return found && isListed(address, found.addresses) ? found.caller : undefined;
  });
}

const endOfFound = (found: Found, now: Date): EndReason | undefined =>
  endOf(
    {
      createdAt: found.created_at,
      lastSeenAt: found.last_seen_at,
      expiresAt: found.expires_at,
      isRemembered: found.is_remembered,
      endReason: found.end_reason,
      isAccountEnabled: found.is_enabled,
      isCustomerEnabled: found.customer_status === 1,
      sessionsFrom: found.sessions_from,
    },
    now,
    {
      sessionIdleMinutes: found.idle_minutes ?? INITIAL_LIMITS.sessionIdleMinutes,
      rememberedIdleDays: found.remembered_idle_days ?? INITIAL_LIMITS.rememberedIdleDays,
    },
  );

async function callerOf(db: Database, found: Found): Promise<Caller> {
  const memory = memoryOf(db);
  const at = { rightsVersion: found.rights_version, treeVersion: found.tree_version };
  const rights = await memory.rightsOf(db, { ...at, path: found.path, roleIds: found.role_ids });
  const own: Caller = {
    actor: {
      kind: 'account',
      accountId: found.account_id,
      account: found.account,
      customerId: found.customer_id,
      sessionId: found.session_id,
      roles: rights.roles,
      isAdmin: rights.isAdmin,
      permissions: rights.permissions,
      // Who signs in by a provider may not know a password to change.
      mustChangePassword: found.must_change_password && !found.is_by_provider,
    },
    scope: {
      everything: false,
      ...(await customersOf(db, memory, at, found)),
      ownCustomerId: found.customer_id,
      accountId: found.account_id,
    },
  };
  if (found.viewed_customer_id === null || found.viewed_path === null) return own;
  const seen = { path: found.viewed_path, roleIds: found.viewed_role_ids };
  return asViewed(db, own, {
    customerId: found.viewed_customer_id,
    path: found.viewed_path,
    rights: await memory.rightsOf(db, { ...at, ...seen }),
  });
}

const keepEnd = (db: Database, sessionId: string, reason: EndReason, at: Date) =>
  db
    .updateTable('identity.session')
    .set({ ended_at: at, end_reason: reason })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute();

/** The customers an account works for: never more than its own customer's subtree, whatever was selected. */
async function customersOf(
  db: Database,
  memory: RightsMemory,
  at: { rightsVersion: string; treeVersion: string },
  found: Found,
): Promise<{ customerIds: readonly string[]; short?: ShortScope }> {
  if (found.data_scope === 'own') return { customerIds: [found.customer_id] };
  const below = await memory.subtreeOf(db, at, [found.customer_id]);
  if (found.data_scope === 'subtree') return { customerIds: below.ids, ...shortFor(below, found.path) };
  const chosen = await memory.subtreeOf(db, at, found.data_scope_customer_ids);
  const inside = new Set(below.ids);
  return { customerIds: chosen.ids.filter((id) => inside.has(id)) };
}
