import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { capabilitiesOf } from '../../carriers/face.ts';
import { accountsWithPlan } from '../plans/accountsWithPlan.ts';
import { changeVerdict, type Judged, kindOf, type RequestedChange, type Terms } from './changeKinds.ts';
import { matchesRequestSql } from './whiteList.ts';

/** A card's present value of what an action changes, empty if its carrier never reported one; SQL counterpart of `standing`. */
export function aboutChange({ aspect, to }: RequestedChange): RawBuilder<string> {
  if (aspect === 'whiteList') return matchesRequestSql(to);
  const { column } = kindOf(aspect);
  return column === null ? sql<string>`''` : sql<string>`coalesce(c.${sql.ref(column)}::text, '')`;
}

/** What these accounts offer for a change; each is looked up once. */
export async function termsOf(
  ctx: Ctx,
  { aspect, to }: RequestedChange,
  accountIds: Iterable<string>,
): Promise<(accountId: string) => Terms | undefined> {
  if (aspect === 'plan') {
    const having = await accountsWithPlan(ctx, to);
    return (id) => ({ hasPlan: having.has(id) });
  }
  const can = new Map(
    await Promise.all([...new Set(accountIds)].map(async (id) => [id, await capabilitiesOf(ctx, id)] as const)),
  );
  return (id) => can.get(id);
}

type JudgedAt = Judged & { readonly carrierAccountId: string };

export async function judgeChange(ctx: Ctx, wish: RequestedChange, groups: readonly JudgedAt[]) {
  const terms = await termsOf(
    ctx,
    wish,
    groups.map((group) => group.carrierAccountId),
  );
  return (group: JudgedAt) => changeVerdict(group, wish, terms(group.carrierAccountId));
}
