import { isDeepStrictEqual } from 'node:util';
import { sentAmount } from '@cardinal/contract/api/customerAccounts/amounts.ts';
import {
  countsDays,
  type Definition,
  definitionProblems,
  hasAmount,
} from '@cardinal/contract/api/operationStrategies/definition.ts';
import { strategyIsOn } from '@cardinal/contract/api/operationStrategies/refusals.ts';
import { operationStrategies } from '@cardinal/contract/api/operationStrategies/strategies.ts';
import type { StopReason } from '@cardinal/contract/enumerations/card.ts';
import { ControlAction } from '@cardinal/contract/enumerations/package.ts';
import { type FieldProblem, Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { problem } from '@cardinal/primitives/problem.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { bindRegister } from '../../../framework/register/bindRegister.ts';
import { customerNames, customerOf, subtreeIds } from '../../customers/face.ts';
import { choicesOf, scopeNames } from '../describing/scopeChoices.ts';
import { countCards, figuresOf } from '../describing/strategyFigures.ts';
import { sentenceOf } from '../describing/strategyWords.ts';
import type { StrategyRow } from '../strategyTables.ts';

const notThere = problem('有不可选的项', 'Some of these cannot be chosen');

/** What is named in a scope must be the owner's: its customers, and what its cards run by. */
async function scopeProblems(ctx: Ctx, ownerId: string, given: Definition): Promise<FieldProblem[]> {
  const below = new Set(await subtreeIds(ctx.db, ownerId));
  const choices = await choicesOf(ctx, ownerId);
  const known = (of: 'accounts' | 'products' | 'packages' | 'tags') => new Set(choices[of].map(({ id }) => id));
  const parts = [
    ['customerIds', below],
    ['accountIds', known('accounts')],
    ['productCodes', known('products')],
    ['packageIds', known('packages')],
    ['tagIds', known('tags')],
  ] as const;
  return parts.flatMap(([field, there]) =>
    given[field].some((id) => !there.has(id)) ? [{ field, text: notThere.text, facts: {} }] : [],
  );
}

/** What a version says, as it is kept: amounts in minor units, nothing that its trigger and action do not use. */
function columnsOf(given: Definition, currency: string) {
  const isStop = given.action === ControlAction.values.STOP;
  return {
    name: given.name,
    trigger: given.trigger,
    days: countsDays(given.trigger) ? (given.days ?? null) : null,
    amount:
      hasAmount(given.trigger) && given.amount
        ? String(sentAmount('amount', given.amount, currency, 'smallest').minor)
        : null,
    currency,
    customer_ids: [...given.customerIds],
    account_ids: [...given.accountIds],
    product_codes: [...given.productCodes],
    package_ids: [...given.packageIds],
    tag_ids: [...given.tagIds],
    grace_hours: given.graceHours,
    quiet_hours: given.quietHours,
    action: given.action,
    reason: isStop ? (given.reason as StopReason) : null,
    restarts: isStop && given.restarts,
    brake: given.brake,
    priority: given.priority,
  };
}
export type VersionColumns = ReturnType<typeof columnsOf>;

const VERSIONED = Object.keys(
  columnsOf(
    {
      ...{ name: '', trigger: 'packageEnded', action: 4, graceHours: 0, quietHours: '', restarts: false, brake: 1 },
      ...{ priority: 1, customerIds: [], accountIds: [], productCodes: [], packageIds: [], tagIds: [] },
    } as Definition,
    '',
  ),
) as (keyof VersionColumns)[];
export const versionOf = (row: StrategyRow): VersionColumns =>
  Object.fromEntries(VERSIONED.map((column) => [column, row[column]])) as VersionColumns;

async function written(ctx: Ctx, given: Definition, before?: StrategyRow): Promise<Partial<StrategyRow>> {
  if (before?.state === 'on') throw new Refused(strategyIsOn);
  const ownerId = before?.customer_id ?? accountOf(ctx).customerId;
  const problems = [...definitionProblems(given), ...(await scopeProblems(ctx, ownerId, given))];
  if (problems.length > 0) throw new Refused(invalid, {}, problems);
  const columns = columnsOf(given, (await customerOf(ctx.db, ownerId))?.currency ?? '');
  if (before && isDeepStrictEqual(columns, versionOf(before))) return columns;
  const now = ctx.clock.now();
  const inShadow = before?.state === 'shadow';
  return {
    ...columns,
    revision: (before?.revision ?? 0) + 1,
    // A changed strategy has shown nothing yet: its time in shadow begins anew.
    ...(before
      ? { shadow_since: inShadow ? now : null, judged_from: now, swept_until: now, wanted_by_id: null, wanted_by: null }
      : {}),
  };
}

async function keepVersion(ctx: Ctx, id: string): Promise<void> {
  const row = await ctx.db
    .selectFrom('operation_strategies.strategy')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await ctx.db
    .insertInto('operation_strategies.strategy_version')
    .values({
      strategy_id: id,
      revision: row.revision,
      definition: JSON.stringify(versionOf(row)),
      created_at: ctx.clock.now(),
      created_by: accountOf(ctx).account,
    })
    .onConflict((conflict) => conflict.columns(['strategy_id', 'revision']).doNothing())
    .execute();
}

const isPaused = sql<boolean>`(t.paused_at is not null)`;

export const strategyRegister = bindRegister(operationStrategies, {
  table: 'operation_strategies.strategy',
  objectKind: 'operationStrategy',
  name: ({ name }) => name,
  unique: { index: 'strategy_name', field: 'name' },
  begin: (ctx) => {
    const { customerId, account } = accountOf(ctx);
    return { customer_id: customerId, state: 'draft' as const, created_by: account, created_at: ctx.clock.now() };
  },
  write: (ctx, given, before) => written(ctx, given as Definition, before),
  written: (ctx, id) => keepVersion(ctx, id),
  noted: versionOf,
  list: {
    columns: { isPaused: { sql: isPaused } },
    present: async (rows, ctx) => {
      const [names, figures, owners] = [
        await scopeNames(ctx, rows),
        await figuresOf(
          ctx,
          rows.map(({ id }) => id),
        ),
        await customerNames(
          ctx.db,
          rows.map(({ customer_id }) => customer_id),
        ),
      ];
      const cards = await Promise.all(rows.map((row) => countCards(ctx, row)));
      return rows.map((row, at) => ({
        sentence: sentenceOf(row, names, ctx.language),
        isPaused: row.paused_at !== null,
        cards: cards[at] ?? 0,
        ...(figures.get(row.id) ?? { firedToday: 0, firedWeek: 0, refusedWeek: 0 }),
        customerName: owners.get(row.customer_id) ?? '',
      }));
    },
  },
});
