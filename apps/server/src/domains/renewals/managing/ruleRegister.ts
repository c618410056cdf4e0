import { isDeepStrictEqual } from 'node:util';
import { sentAmount } from '@cardinal/contract/api/customerAccounts/amounts.ts';
import { type Definition, definitionProblems } from '@cardinal/contract/api/renewals/definition.ts';
import { ruleIsOn } from '@cardinal/contract/api/renewals/refusals.ts';
import { renewalRules } from '@cardinal/contract/api/renewals/rules.ts';
import { OrderingSwitch } from '@cardinal/contract/enumerations/package.ts';
import type { RenewalLimit } from '@cardinal/contract/enumerations/renewal.ts';
import { type FieldProblem, Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { problem } from '@cardinal/primitives/problem.ts';
import { text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { bindRegister } from '../../../framework/register/bindRegister.ts';
import { customerNames, customerOf, subtreeIds } from '../../customers/face.ts';
import { whyNotOrderableEach } from '../../packages/face.ts';
import { choicesOf, namesOf } from '../describing/ruleChoices.ts';
import { blockedOf, cardsOf } from '../describing/ruleFigures.ts';
import { sentenceOf } from '../describing/ruleWords.ts';
import type { RuleRow } from '../renewalTables.ts';

const notThere = problem('有不可选的项', 'Some of these cannot be chosen');
const itself = problem('替代套餐不能是被限制的套餐', 'The replacement is one of the packages limited');
const notOrderable = text('替代套餐不可订购：{reason}', 'The replacement cannot be ordered: {reason}');

/** What is named must be the owner's; a replacement must be orderable on each product, or at all. */
async function namedProblems(ctx: Ctx, ownerId: string, given: Definition): Promise<FieldProblem[]> {
  const below = new Set(await subtreeIds(ctx.db, ownerId));
  const choices = await choicesOf(ctx, ownerId);
  const known = (of: 'products' | 'packages') => new Set(choices[of].map(({ id }) => id));
  const packages = known('packages');
  const { replacementId } = given;
  const parts = [
    ['customerIds', given.customerIds, below],
    ['productCodes', given.productCodes, known('products')],
    ['packageIds', given.packageIds, packages],
    ['listedIds', given.listedIds, packages],
    ['replacementId', replacementId ? [replacementId] : [], packages],
  ] as const;
  const problems: FieldProblem[] = parts.flatMap(([field, ids, there]) =>
    ids.some((id) => !there.has(id)) ? [{ field, text: notThere.text }] : [],
  );
  if (!replacementId || problems.length > 0) return problems;
  if (given.packageIds.includes(replacementId) && given.limits.includes('forbid'))
    return [{ field: 'replacementId', text: itself.text }];
  const asked = given.productCodes.length === 0 ? [undefined] : given.productCodes;
  const whys = await whyNotOrderableEach(
    ctx,
    asked.map((productCode) => ({ packageId: replacementId, customerId: ownerId, productCode })),
  );
  const why = whys.find((each) => each !== undefined);
  return why === undefined
    ? []
    : [{ field: 'replacementId', text: notOrderable, facts: { reason: OrderingSwitch.labelOf(why) } }];
}

/** What a version says, as it is kept: nothing that its limits do not use. */
function columnsOf(given: Definition, currency: string) {
  const has = (limit: RenewalLimit) => given.limits.includes(limit);
  return {
    name: given.name,
    package_ids: [...given.packageIds],
    product_codes: [...given.productCodes],
    customer_ids: [...given.customerIds],
    channels: [...given.channels],
    limits: [...given.limits],
    listed_ids: has('listed') ? [...given.listedIds] : [],
    months: has('months') ? (given.months ?? null) : null,
    days_ahead: has('daysAhead') ? (given.daysAhead ?? null) : null,
    min_price:
      has('minPrice') && given.minPrice
        ? String(sentAmount('minPrice', given.minPrice, currency, 'smallest').minor)
        : null,
    currency,
    from_day: given.fromDay ?? null,
    to_day: given.toDay ?? null,
    replacement_id: given.replacementId ?? null,
    message_zh: given.messageZh,
    message_en: given.messageEn,
  };
}
export type VersionColumns = ReturnType<typeof columnsOf>;

const VERSIONED = [
  ...['name', 'package_ids', 'product_codes', 'customer_ids', 'channels', 'limits', 'listed_ids', 'months'],
  ...['days_ahead', 'min_price', 'currency', 'from_day', 'to_day', 'replacement_id', 'message_zh', 'message_en'],
] as (keyof VersionColumns)[];
export const versionOf = (row: RuleRow): VersionColumns =>
  Object.fromEntries(VERSIONED.map((column) => [column, row[column]])) as VersionColumns;

async function written(ctx: Ctx, given: Definition, before?: RuleRow): Promise<Partial<RuleRow>> {
  if (before?.state === 'on') throw new Refused(ruleIsOn);
  const ownerId = before?.customer_id ?? accountOf(ctx).customerId;
  const problems = [...definitionProblems(given), ...(await namedProblems(ctx, ownerId, given))];
  if (problems.length > 0) throw new Refused(invalid, {}, problems);
  const columns = columnsOf(given, (await customerOf(ctx.db, ownerId))?.currency ?? '');
  if (before && isDeepStrictEqual(columns, versionOf(before))) return columns;
  return {
    ...columns,
    revision: (before?.revision ?? 0) + 1,
    // A changed rule has shown nothing yet: its time in shadow begins anew.
    ...(before
      ? { shadow_since: before.state === 'shadow' ? ctx.clock.now() : null, wanted_by_id: null, wanted_by: null }
      : {}),
  };
}

async function keepVersion(ctx: Ctx, id: string): Promise<void> {
  const row = await ctx.db.selectFrom('renewals.rule').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  await ctx.db
    .insertInto('renewals.rule_version')
    .values({
      rule_id: id,
      revision: row.revision,
      definition: JSON.stringify(versionOf(row)),
      created_at: ctx.clock.now(),
      created_by: accountOf(ctx).account,
    })
    .onConflict((conflict) => conflict.columns(['rule_id', 'revision']).doNothing())
    .execute();
}

export const ruleRegister = bindRegister(renewalRules, {
  table: 'renewals.rule',
  objectKind: 'renewalRule',
  name: ({ name }) => name,
  unique: { index: 'rule_name', field: 'name' },
  begin: (ctx) => {
    const { customerId, account } = accountOf(ctx);
    return { customer_id: customerId, state: 'draft' as const, created_by: account, created_at: ctx.clock.now() };
  },
  write: (ctx, given, before) => written(ctx, given as Definition, before),
  written: (ctx, id) => keepVersion(ctx, id),
  noted: versionOf,
  list: {
    extra: (query, { packageId, productCode }) =>
      query
        .$if(packageId !== undefined, (some) =>
          some.where(sql<boolean>`${String(packageId)}::bigint = any(t.package_ids || t.listed_ids)`),
        )
        .$if(productCode !== undefined, (some) =>
          some.where(sql<boolean>`${String(productCode)} = any(t.product_codes)`),
        ),
    present: async (rows, ctx) => {
      const [names, counts, owners] = [
        await namesOf(ctx, rows),
        await blockedOf(
          ctx,
          rows.map(({ id }) => id),
        ),
        await customerNames(
          ctx.db,
          rows.map(({ customer_id }) => customer_id),
        ),
      ];
      const cards = await Promise.all(rows.map((row) => cardsOf(ctx, row)));
      return rows.map((row, at) => ({
        sentence: sentenceOf(row, names, ctx.language),
        packageNames: row.package_ids.map((id) => names.packages.get(id) ?? id),
        replacement: row.replacement_id === null ? null : (names.packages.get(row.replacement_id) ?? null),
        cards: cards[at]?.cards ?? 0,
        ...(counts.get(row.id) ?? { blocked: 0, shadowed: 0 }),
        customerName: owners.get(row.customer_id) ?? '',
      }));
    },
  },
});
