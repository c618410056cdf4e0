import {
  GROUP_OF_FIELD,
  listReadonlyFlow,
  ReadonlyGroup,
  UNSET_GROUPS,
} from '@cardinal/contract/api/cardViews/readonlyCards.ts';
import { masked } from '@cardinal/contract/framework/fields.ts';

export type Groups = ReadonlySet<ReadonlyGroup>;

/** The visible groups if none are configured. */
export const UNSET: Groups = new Set(UNSET_GROUPS);

/** The union of the groups of all roles: a role's own setting, otherwise the defaults. Without a role the defaults apply. */
export function groupsOfRoles(
  roleIds: readonly string[],
  views: readonly { readonly roleId: string; readonly groups: readonly string[] }[],
): Groups {
  if (roleIds.length === 0) return UNSET;
  const set = new Map(views.map((view) => [view.roleId, view.groups]));
  const seen = roleIds.flatMap((id) => [...(set.get(id) ?? UNSET)]);
  return new Set(ReadonlyGroup.options.flatMap(({ value }) => (seen.includes(value) ? [value] : [])));
}

type Row = Readonly<Record<string, unknown>>;

/** A read-only card: fields of hidden groups are empty, numbers masked where required. */
export function looked(row: Row, seen: { readonly groups: Groups; readonly isMasked: boolean }): Row {
  const shown: Record<string, unknown> = { ...row };
  for (const [field, group] of Object.entries(GROUP_OF_FIELD)) if (!seen.groups.has(group)) shown[field] = null;
  return seen.isMasked ? masked(listReadonlyFlow.fields, listReadonlyFlow.masked, shown) : shown;
}

/** The fields of hidden groups: to filter or sort by one would reveal its values. */
export const hiddenFields = (groups: Groups): string[] =>
  Object.entries(GROUP_OF_FIELD).flatMap(([field, group]) => (groups.has(group) ? [] : [field]));
