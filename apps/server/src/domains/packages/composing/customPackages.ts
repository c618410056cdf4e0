import {
  customPackageBases,
  customPackages,
  shelveCustomPackages,
} from '@cardinal/contract/api/packages/customPackages.ts';
import { notPassed } from '@cardinal/contract/api/packages/reviewFields.ts';
import { PackageLabel, PackageOrigin, PackageShelf } from '@cardinal/contract/enumerations/package.ts';
import { ReviewState } from '@cardinal/contract/enumerations/settlement.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { problem } from '@cardinal/primitives/problem.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { bind, type Route } from '../../../framework/domain.ts';
import { bindRegister } from '../../../framework/register/bindRegister.ts';
import { customerNames, customerOf } from '../../customers/face.ts';
import { termsChanged } from '../definitions/packageRules.ts';
import {
  childrenWith,
  heldOwn,
  keepNew,
  keepNext,
  removeParts,
  shelve,
  termsOfVersion,
  versionById,
} from '../definitions/packageStore.ts';
import {
  type PackageVersionFacts,
  packageHeldBy,
  packagesHeldBy,
  packageVersions,
} from '../definitions/packageVersion.ts';
import { baseChains, priceChains } from '../distribution/priceChain.ts';
import { whyNotOrderableEach } from '../distribution/whyNotOrderable.ts';
import type { PackageRow } from '../packageTables.ts';
import { openUsage } from '../packageUse.ts';
import { notYetPassed, reviewIsDemanded } from '../reviewDemand.ts';
import { customProblems, customTerms } from './customRules.ts';
import { packageTitles } from './packageTitles.ts';
import { type Review, reviewAnew } from './reviewRules.ts';

type Given = Omit<BodyOf<typeof customPackages.edit>, 'id' | 'version'> &
  Partial<Pick<BodyOf<typeof customPackages.create>, 'code' | 'basePackageId'>>;

const { custom } = PackageOrigin.values;
const MOST_BASES = 500;
const noBase = problem('套餐不存在或当前不能订购', 'No such package, or it cannot be ordered now');
const sameName = problem('已有同名的自定义套餐', 'You have a custom package with this name');

const held = (ctx: Ctx, id: string) => heldOwn(ctx, custom, id);

const at = (field: string, { text, facts = {} }: ReturnType<typeof problem>) =>
  new Refused(invalid, {}, [{ field, text, facts }]);
const refuse = (...given: Parameters<typeof at>): never => {
  throw at(...given);
};

/** The base of a form: of a new package one the caller could order, of a kept one what it was made from. */
async function baseOf(ctx: Ctx, given: Given, before: PackageRow | undefined): Promise<PackageVersionFacts> {
  const id = before?.base_package_id ?? given.basePackageId ?? '0';
  const customerId = accountOf(ctx).customerId;
  const base = await packageHeldBy(ctx, id, customerId);
  if (!base) return refuse('basePackageId', noBase);
  const [why] = before ? [] : await whyNotOrderableEach(ctx, [{ packageId: id, customerId }]);
  // What is had for a share has no price that so many of it could cost.
  const own = before
    ? undefined
    : (await priceChains(ctx, [id], [customerId], ctx.clock.now()))(id, customerId)?.at(-1);
  return why || own?.retailPrice ? refuse('basePackageId', noBase) : base;
}

async function termsGiven(ctx: Ctx, given: Given, before: PackageRow | undefined) {
  const base = await baseOf(ctx, given, before);
  const sold = await versionById(ctx, base.id);
  if (!sold) throw new Error(`Package ${base.code} has no version`);
  const terms = termsOfVersion(sold);
  const [wrong] = customProblems({ type: base.type, isCustom: base.origin === custom, terms }, given.flowBytes);
  if (wrong) refuse(...wrong);
  return { base, terms: customTerms(terms, given.units, given.flowBytes) };
}

/** What is new waits for its review where that is demanded; above the platform nobody is to be asked. */
async function newReview(ctx: Ctx): Promise<Review> {
  const maker = await customerOf(ctx.db, accountOf(ctx).customerId);
  return reviewAnew(maker?.parentId != null && (await reviewIsDemanded(ctx)));
}

/** What the base costs the caller in the currency it is paid in. */
async function currencyOf(ctx: Ctx, base: PackageVersionFacts): Promise<string> {
  const { customerId } = accountOf(ctx);
  const chain = (await priceChains(ctx, [base.package_id], [customerId], ctx.clock.now()))(base.package_id, customerId);
  return chain?.at(-1)?.currency ?? base.currency;
}

const register = bindRegister(customPackages, {
  table: 'packages.package',
  objectKind: 'package',
  name: ({ code, name }) => `${code} ${name}`,
  unique: { index: 'package_code_key', field: 'code' },
  alsoUnique: { index: 'custom_package_name', refused: at('name', sameName) },
  columns: { basePackageId: 'base_package_id', units: null, flowBytes: null },
  hold: held,
  begin: (ctx) => ({
    origin: custom,
    shelf_state: PackageShelf.values.off,
    carrier_package_code: null,
    cost_price: '0',
    created_by: accountOf(ctx).account,
    created_at: ctx.clock.now(),
    updated_by: accountOf(ctx).account,
    deleted_at: null,
  }),
  write: async (ctx, given, before) => {
    const { base, terms } = await termsGiven(ctx, given, before);
    const current_version_id = ctx.ids.next();
    const review = await newReview(ctx);
    if (!before) {
      return {
        ...review,
        current_version_id,
        platform: base.platform,
        sub_type: null,
        carrier_account_id: base.carrier_account_id,
        type: base.type,
        label: PackageLabel.values.none,
        mode: base.mode,
        scope: base.scope,
        currency: await currencyOf(ctx, base),
      };
    }
    const stamp = { updated_by: accountOf(ctx).account };
    const kept = await versionById(ctx, before.current_version_id);
    if (!kept || termsChanged(kept, terms).length === 0)
      return { ...stamp, ...(given.name === before.name ? {} : review) };
    await keepNext(ctx, { id: current_version_id, packageId: before.id }, terms);
    return { ...stamp, ...review, current_version_id };
  },
  written: async (ctx, id, given, before) => {
    if (before) return;
    const { terms } = await termsGiven(ctx, given, (await held(ctx, id)) as PackageRow);
    await keepNew(ctx, (await held(ctx, id)) as PackageRow, terms);
  },
  release: removeParts,
  list: {
    carrier: sql`t.platform`,
    from: (query, ctx) =>
      query
        .where('t.customer_id', '=', accountOf(ctx).customerId)
        .where('t.origin', '=', custom)
        .where('t.deleted_at', 'is', null),
    columns: { checkedBy: sql`t.checked_by_customer_id` },
    present: async (rows, ctx) => {
      const ids = rows.map(({ id }) => id);
      const { customerId } = accountOf(ctx);
      const [versions, children, open, whys, chainOf, bases, checkers] = await Promise.all([
        packageVersions(
          ctx,
          rows.map((row) => row.current_version_id),
        ),
        childrenWith(ctx, ids),
        openUsage(ctx, ids),
        whyNotOrderableEach(
          ctx,
          ids.map((packageId) => ({ packageId, customerId })),
        ),
        baseChains(ctx, ids, ctx.clock.now()),
        packageTitles(
          ctx,
          rows.map((row) => String(row.base_package_id)),
        ),
        customerNames(
          ctx.beyondScope('whoever reviewed a package is named to its maker, and nothing more'),
          rows.flatMap((row) => row.checked_by_customer_id ?? []),
        ),
      ]);
      return rows.map((row, at) => {
        const sold = versions.get(row.current_version_id);
        if (!sold) throw new Error(`Package ${row.code} has no version`);
        return {
          whyNot: whys[at] ?? null,
          baseName: bases.get(String(row.base_package_id)) ?? '',
          units: sold.units,
          flowBytes: sold.flow_bytes,
          voiceSeconds: sold.voice_seconds === null ? null : String(sold.voice_seconds),
          validityCount: sold.validity_count,
          validityUnit: sold.validity_unit,
          cost: chainOf(row.id)?.chain?.at(-1)?.cost ?? null,
          distributed: children.get(row.id) ?? 0,
          onCards: open.filter((each) => each.packageId === row.id).reduce((sum, { records }) => sum + records, 0),
          number: sold.number,
          checkedBy: checkers.get(row.checked_by_customer_id ?? '') ?? null,
        };
      });
    },
  },
});

async function basesToChoose(ctx: Ctx): Promise<AnswerOf<typeof customPackageBases>> {
  const { customerId } = accountOf(ctx);
  const found = (
    await packagesHeldBy(ctx, customerId, { types: ['month', 'flow', 'combination'], keyword: '', most: MOST_BASES })
  ).filter(({ origin }) => origin !== custom);
  const ids = found.map((each) => each.package_id);
  const [whys, chainTo] = await Promise.all([
    whyNotOrderableEach(
      ctx,
      ids.map((packageId) => ({ packageId, customerId })),
    ),
    priceChains(ctx, ids, [customerId], ctx.clock.now()),
  ]);
  return found
    .map((each) => ({ each, own: chainTo(each.package_id, customerId)?.at(-1) }))
    .filter(({ own }, at) => whys[at] === undefined && !own?.retailPrice)
    .map(({ each, own }) => ({
      id: each.package_id,
      code: each.code,
      name: each.name,
      platform: each.platform,
      flowBytes: each.flow_bytes,
      validityCount: each.validity_count,
      validityUnit: each.validity_unit,
      cost: own?.cost ?? null,
      currency: own?.currency ?? each.currency,
    }));
}

const shelveCustom = (
  ctx: Ctx,
  body: BodyOf<typeof shelveCustomPackages>,
): Promise<AnswerOf<typeof shelveCustomPackages>> =>
  shelve(ctx, custom, body, async (found) => {
    if (body.shelfState === PackageShelf.values.off) return new Map();
    const open = await notYetPassed(ctx, found);
    return new Map(
      [...open].map(([id, { review }]) => [
        id,
        new Refused(notPassed, { state: ReviewState.labelOf(review ?? 'pending') }),
      ]),
    );
  });

export const customRoutes: readonly Route[] = [
  ...register,
  bind(customPackageBases, (ctx) => basesToChoose(ctx)),
  bind(shelveCustomPackages, (ctx, { body }) => shelveCustom(ctx, body)),
];
