import type { readGrantable } from '@cardinal/contract/api/identity/roles.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { subjectOf } from '@cardinal/contract/permissions/catalogue.ts';

export type GrantSection = AnswerOf<typeof readGrantable>[number];
export type GrantPage = GrantSection['pages'][number];
export type Choice = GrantPage['permissions'][number];
export type Lever = Choice['lever'];
export type Grant = ReadonlySet<string>;

export const LEVERS = ['see', 'act', 'export'] as const satisfies readonly Lever[];

/** How far a lever of a page is pulled; `absent` where the page has nothing of it. */
export function leverState(page: GrantPage, lever: Lever, grant: Grant): 'absent' | 'none' | 'some' | 'all' {
  const ids = page.permissions.filter((each) => each.lever === lever).map(({ id }) => id);
  if (ids.length === 0) return 'absent';
  const held = ids.filter((id) => grant.has(id)).length;
  return held === 0 ? 'none' : held === ids.length ? 'all' : 'some';
}

/** What nobody can use without seeing the page comes with seeing it, and goes with it. */
function settled(page: GrantPage, grant: Set<string>, added: boolean): Grant {
  const seeing = page.permissions.filter((each) => each.lever === 'see');
  const others = page.permissions.filter((each) => each.lever !== 'see');
  if (seeing.length === 0) return grant;
  if (added && others.some(({ id }) => grant.has(id))) for (const { id } of seeing) grant.add(id);
  if (!added && !seeing.some(({ id }) => grant.has(id))) for (const { id } of others) grant.delete(id);
  return grant;
}

/** One permission of a page given or taken. */
export function withPermission(page: GrantPage, id: string, isGiven: boolean, grant: Grant): Grant {
  const next = new Set(grant);
  if (isGiven) next.add(id);
  else next.delete(id);
  return settled(page, next, isGiven);
}

/** A whole lever given or taken. */
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

/** Pages where one role may both make something and approve it: legal, but it should be meant. */
export function makeAndApprove(pages: readonly GrantPage[], grant: Grant): GrantPage[] {
  return pages.filter((page) => {
    const verbs = page.permissions
      .filter(({ id }) => grant.has(id))
      .map(({ id }) => id.slice(subjectOf(id).length + 1));
    return verbs.some((verb) => MAKING.includes(verb)) && verbs.some((verb) => CHECKING.includes(verb));
  });
}
