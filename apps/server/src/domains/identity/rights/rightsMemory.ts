import { sql } from 'kysely';
import type { Database } from '../../../framework/tables.ts';
import { type Permissions, permissionsOf, type RoleFacts, roleWord } from './rightsRules.ts';
import { loadCeiling, loadRoles } from './rightsStore.ts';

/** `isWhole`: there is no other customer. */
export type Subtree = { readonly ids: readonly string[]; readonly isWhole: boolean };

export type Remembered = {
  readonly roles: readonly string[];
  readonly permissions: Permissions;
  readonly isAdmin: boolean;
};

/**
 * A process's cache of rights and of the tree, each for one version. Every request reads both version numbers with its session
 * in one query, so a change applies from the next request on.
 */
export class RightsMemory {
  #rightsVersion = '';
  #treeVersion = '';
  #rights = new Map<string, Promise<Remembered>>();
  #subtrees = new Map<string, Promise<Subtree>>();

  rightsOf(
    db: Database,
    at: { rightsVersion: string; treeVersion: string; path: string; roleIds: readonly string[] },
  ): Promise<Remembered> {
    this.#forget(at);
    return kept(this.#rights, `${at.path} ${[...at.roleIds].sort().join(',')}`, async () => {
      const roles = await loadRoles(db, at.roleIds);
      return {
        roles: roles.map(roleWord),
        permissions: permissionsOf(roles, await loadCeiling(db, at.path)),
        isAdmin: roles.some((role: RoleFacts) => role.kind === 'admin'),
      };
    });
  }

  /** The customers on or below the given paths. */
  subtreeOf(
    db: Database,
    at: { rightsVersion: string; treeVersion: string },
    tops: readonly string[],
  ): Promise<Subtree> {
    this.#forget(at);
    return kept(this.#subtrees, tops.join(','), async () => {
      const { rows } = await sql<{ ids: string[]; of: string }>`
        select array_agg(distinct each.id) as ids, (select count(*) from customers.v_customer) as of
        from customers.v_customer top
        join customers.v_customer each on each.path like top.path || '%'
        where top.id = any(${tops}::bigint[])`.execute(db);
      const ids = rows[0]?.ids ?? [];
      return { ids, isWhole: ids.length === Number(rows[0]?.of) };
    });
  }

  #forget(at: { rightsVersion: string; treeVersion: string }): void {
    if (at.treeVersion !== this.#treeVersion) this.#subtrees = new Map();
    // A ceiling depends on the tree too: a new or moved customer has a new path.
    if (at.rightsVersion !== this.#rightsVersion || at.treeVersion !== this.#treeVersion) this.#rights = new Map();
    this.#treeVersion = at.treeVersion;
    this.#rightsVersion = at.rightsVersion;
  }
}

/** One load at a time; a failed one is not cached. */
function kept<T>(memory: Map<string, Promise<T>>, key: string, load: () => Promise<T>): Promise<T> {
  const known = memory.get(key);
  if (known) return known;
  const loading = load();
  memory.set(key, loading);
  loading.catch(() => memory.delete(key));
  return loading;
}
