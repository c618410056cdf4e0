import type { readGrantable } from '@cardinal/contract/api/identity/roles.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { subjectOf } from '@cardinal/contract/permissions/catalogue.ts';

export type GrantSection = AnswerOf<typeof readGrantable>[number];
export type GrantPage = GrantSection['pages'][number];
export type Choice = GrantPage['permissions'][number];
export type Lever = Choice['lever'];
export type Grant = ReadonlySet<string>;

export const LEVERS = ['see', 'act', 'export'] as const satisfies readonly Lever[];

/** The state of a page's grant level; `absent` if the page has no such permission. */
export function leverState(page: GrantPage, lever: Lever, grant: Grant): 'absent' | 'none' | 'some' | 'all' {
  const ids = page.permissions.filter((each) => each.lever === lever).map(({ id }) => id);
  if (ids.length === 0) return 'absent';
  const held = ids.filter((id) => grant.has(id)).length;
  return held === 0 ? 'none' : held === ids.length ? 'all' : 'some';
}

/** Permissions that are useless without viewing the page are granted and revoked with viewing. */
function settled(page: GrantPage, grant: Set<string>, added: boolean): Grant {
  const seeing = page.permissions.filter((each) => each.lever === 'see');
  const others = page.permissions.filter((each) => each.lever !== 'see');
  if (seeing.length === 0) return grant;
  if (added && others.some(({ id }) => grant.has(id))) for (const { id } of seeing) grant.add(id);
  if (!added && !seeing.some(({ id }) => grant.has(id))) for (const { id } of others) grant.delete(id);
  return grant;
}

/** Grants or revokes one permission of a page. */
export function withPermission(page: GrantPage, id: string, isGiven: boolean, grant: Grant): Grant {
  const next = new Set(grant);
  if (isGiven) next.add(id);
  else next.delete(id);
  return settled(page, next, isGiven);
}

/** Grants or revokes a whole level. */
export function withLever(page: GrantPage, lever: Lever, isGiven: boolean, grant: Grant): Grant {
  const next = new Set(grant);
  for (const { id } of page.permissions.filter((each) => each.lever === lever)) {
    if (isGiven) next.add(id);
    else next.delete(id);
  }
  return settled(page, next, isGiven);
}

export const countGranted = (pages: readonly GrantPage[], grant: Grant): number =>
  pages.reduce((sum, page) => sum + page.permissions.filter(({ id }) => grant.has(id)).length, 0);

const MAKING = ['add', 'create', 'submit', 'pay', 'apply'];
const CHECKING = ['check', 'approve', 'review'];

/** Pages where one role may both create and approve: allowed, but shown as a warning. */
export function makeAndApprove(pages: readonly GrantPage[], grant: Grant): GrantPage[] {
  return pages.filter((page) => {
    const verbs = page.permissions
      .filter(({ id }) => grant.has(id))
      .map(({ id }) => id.slice(subjectOf(id).length + 1));
    return verbs.some((verb) => MAKING.includes(verb)) && verbs.some((verb) => CHECKING.includes(verb));
  });
}
