import { listBlocked } from '@cardinal/contract/api/renewals/blocked.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';
import { customerNames } from '../../customers/face.ts';
import { packageNames } from '../describing/packageNames.ts';
import type { BlockedTable, RuleRow } from '../renewalTables.ts';
import { messageOf } from '../ruling/rulesInForce.ts';

const END_USER = text('终端用户', 'End user');
const SYSTEM = text('系统', 'System');
const FROM_ABOVE = text('上级操作', 'By a parent customer');

type Tried = Pick<BlockedTable, 'tried_by' | 'tried_by_customer_id' | 'is_end_user'>;
type Said = { readonly name: string } & Pick<RuleRow, 'message_zh' | 'message_en' | 'replacement_id'>;

/** Who tried: accounts of customers above the caller are not named. */
function triedBy(ctx: Ctx, { tried_by, tried_by_customer_id, is_end_user }: Tried): string {
  if (is_end_user) return say(END_USER, ctx.language);
  if (tried_by_customer_id === null) return say(SYSTEM, ctx.language);
  const isKnown = ctx.scope.everything || ctx.scope.customerIds.includes(tried_by_customer_id);
  return isKnown ? tried_by : say(FROM_ABOVE, ctx.language);
}

/** What the version of a rule said, by `id.revision`: of a customer above only its name and what it says to whoever orders. */
async function versionsOf(ctx: Ctx, rows: readonly Pick<BlockedTable, 'rule_id' | 'revision'>[]) {
  const found = await ctx
    .beyondScope('a card shows which rule refused its renewal, by name and message')
    .selectFrom('renewals.rule_version')
    .select(['rule_id', 'revision', 'definition'])
    .where(sql<boolean>`rule_id = any(${rows.map(({ rule_id }) => rule_id)}::bigint[])`)
    .execute();
  return new Map(found.map((each) => [`${each.rule_id}.${each.revision}`, each.definition as unknown as Said]));
}

/** Attempts on cards of the caller's tree. */
export const blockedDataset = dataset(listBlocked, {
  from: (ctx) => ctx.db.selectFrom('renewals.blocked as b'),
  table: 'b',
  columns: {
    customerName: sql`b.customer_id`,
    ruleName: sql`b.rule_id`,
    triedBy: sql`b.tried_by`,
    message: sql`b.rule_id`,
    replacement: sql`b.rule_id`,
  },
  select: (query) => query.selectAll('b'),
  extra: (query, { ruleId }) =>
    ruleId === undefined ? query : query.where(sql<boolean>`b.rule_id = ${String(ruleId)}::bigint`),
  present: async (found, ctx) => {
    const rows = found as unknown as readonly BlockedTable[];
    const [customers, versions] = [
      await customerNames(
        ctx.db,
        rows.map(({ customer_id }) => customer_id),
      ),
      await versionsOf(ctx, rows),
    ];
    const packages = await packageNames(
      ctx,
      [...versions.values()].flatMap(({ replacement_id }) => replacement_id ?? []),
    );
    return rows.map((row) => {
      const said = versions.get(`${row.rule_id}.${row.revision}`);
      return {
        customerName: customers.get(row.customer_id) ?? '',
        ruleName: said?.name ?? '',
        triedBy: triedBy(ctx, row),
        message: said ? say(messageOf(said), ctx.language) : '',
        replacement: packages.get(said?.replacement_id ?? '') ?? null,
      };
    });
  },
});
