import { packageCodeTaken } from '@cardinal/contract/api/packages/systemPackages.ts';
import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import {
  EffectiveType,
  FollowMain,
  PackageMode,
  PackageOrigin,
  PackageShelf,
  type PackageType,
  RefundRule,
  SalesChannel,
} from '@cardinal/contract/enumerations/package.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { CNY } from '@cardinal/primitives/money.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { refuseDuplicate, refusedAt } from '../../../framework/duplicates.ts';
import { PACKAGES } from '../distributedPackages.ts';
import { bindProducts } from './boundProducts.ts';
import { partsOf, productProblem } from './packageParts.ts';
import { isRefuelling, termsChanged } from './packageRules.ts';
import { heldOwn, type KeptTerms, keepNew, keepNext, ownPackages, versionById } from './packageStore.ts';
import { type FieldProblem, type Parts, type Rules, scopeOf, termProblems, termsOf } from './packageTerms.ts';

const { external } = PackageOrigin.values;
const ANYBODY = 'what a source does concerns its packages, whoever has them';
const STEP_SECONDS = 60;

/** What a package grants that another platform delivers: its allowance as that states it, its period one of ours. */
export type ExternalTerms = {
  readonly platform: Platform;
  readonly type: PackageType;
  /** Null: unlimited. */
  readonly flowBytes: bigint | null;
  readonly voiceSeconds: number | null;
  readonly smsCount: number | null;
  readonly units: number;
  readonly periodSpecId: string;
};

const refuseAll = (problems: readonly FieldProblem[]): void => {
  if (problems.length === 0) return;
  throw new Refused(
    invalid,
    {},
    problems.map(([field, { text, facts = {} }]) => ({ field, text, facts })),
  );
};

/** The terms of a version; refused where the period does not go with the type. */
async function externalTerms(ctx: Ctx, given: ExternalTerms, kept: KeptTerms | undefined) {
  const { parts, problems } = await partsOf(ctx, given, kept);
  const rules: Rules = {
    type: given.type,
    label: 'none',
    effectiveType: EffectiveType.values.now,
    followMain: FollowMain.values.separate,
    realNameRequired: false,
    renewable: !isRefuelling(given.type),
    refundRule: RefundRule.values.wholeUnstarted,
    scope: scopeOf({ type: given.type }),
  };
  const hasFlow = given.flowBytes === null || given.flowBytes > 0n;
  const hasVoice = (given.voiceSeconds ?? 0) > 0 || (given.smsCount ?? 0) > 0;
  const bytes = given.flowBytes === null ? null : String(given.flowBytes);
  const made = parts && {
    ...parts,
    flow: hasFlow ? { bytes, direction: 'general' as const } : undefined,
    voice: hasVoice
      ? { minutes: Math.ceil((given.voiceSeconds ?? 0) / 60), sms_count: given.smsCount, step: STEP_SECONDS }
      : undefined,
  };
  if (made)
    problems.push(...termProblems(made as unknown as Parts, rules).filter(([field]) => field === 'periodSpecId'));
  refuseAll(problems);
  if (!made) throw new Error('A package has a period');
  const terms: KeptTerms = {
    ...termsOf(made as unknown as Parts, rules),
    units: given.units,
    voice_seconds: given.voiceSeconds || null,
    flow_spec_id: null,
    voice_spec_id: null,
    period_spec_id: given.periodSpecId,
  };
  return { terms, scope: scopeOf(rules) };
}

/** A package of the caller's that another platform delivers, off the shelf. Refused where its code is taken. */
export async function makeExternal(
  ctx: Ctx,
  given: ExternalTerms & {
    readonly code: string;
    readonly name: string;
    readonly cost: bigint;
    readonly productCodes: readonly string[];
  },
): Promise<string> {
  const product = await productProblem(ctx, given.productCodes, given.platform);
  if (product) refuseAll([product]);
  const { terms, scope } = await externalTerms(ctx, given, undefined);
  const { account, customerId } = accountOf(ctx);
  const now = ctx.clock.now();
  const id = ctx.ids.next();
  await refuseDuplicate(
    'package_code_key',
    refusedAt('code', packageCodeTaken),
    ctx.db
      .insertInto('packages.package')
      .values({
        id,
        customer_id: customerId,
        code: given.code,
        name: given.name,
        origin: external,
        platform: given.platform,
        sub_type: null,
        carrier_account_id: null,
        carrier_package_code: null,
        type: given.type,
        label: 'none',
        mode: PackageMode.values.exclusive,
        scope,
        shelf_state: PackageShelf.values.off,
        channels: SalesChannel.options.map(({ value }) => value),
        current_version_id: ctx.ids.next(),
        cost_price: String(given.cost),
        currency: CNY,
        created_by: account,
        created_at: now,
        updated_by: account,
        updated_at: now,
        deleted_at: null,
      })
      .execute(),
  );
  const row = await heldOwn(ctx, external, id);
  if (!row) throw new Error(`Package ${given.code} was not kept`);
  await keepNew(ctx, row, terms);
  await bindProducts(ctx, id, given.productCodes);
  return id;
}

/** The external packages of the caller. */
export const ownExternal = (ctx: Ctx) => ownPackages(ctx, external).orderBy('code').execute();

/** Which period an external package of the caller runs for. */
export async function periodOfExternal(ctx: Ctx, id: string): Promise<string | undefined> {
  const row = await ownPackages(ctx, external).where('id', '=', id).executeTakeFirst();
  const version = row && (await versionById(ctx, row.current_version_id));
  return version?.period_spec_id ?? undefined;
}

/** Gives an own external package other terms and another cost; orders made before keep theirs. False where it is not the caller's. */
export async function changeExternal(
  ctx: Ctx,
  id: string,
  { cost, ...given }: ExternalTerms & { readonly cost: bigint },
): Promise<boolean> {
  const row = await heldOwn(ctx, external, id);
  if (!row || row.platform !== given.platform || row.type !== given.type) return false;
  const kept = await versionById(ctx, row.current_version_id);
  const { terms } = await externalTerms(ctx, given, kept);
  const next = ctx.ids.next();
  const isNew = !kept || termsChanged(kept, terms).length > 0;
  if (isNew) await keepNext(ctx, { id: next, packageId: id }, terms);
  await ctx.db
    .updateTable('packages.package')
    .set({
      cost_price: String(cost),
      updated_by: accountOf(ctx).account,
      updated_at: ctx.clock.now(),
      ...(isNew ? { current_version_id: next } : {}),
    })
    .where('id', '=', id)
    .execute();
  return true;
}

/** What an external package costs from now on, and whether it is on the shelf; told by what its source says. */
export async function followSource(
  ctx: Ctx,
  packageId: string,
  { cost, isOn }: { readonly cost: bigint; readonly isOn: boolean },
): Promise<void> {
  await ctx
    .beyondScope(ANYBODY)
    .updateTable('packages.package')
    .set({
      cost_price: String(cost),
      shelf_state: isOn ? PackageShelf.values.on : PackageShelf.values.off,
      updated_at: ctx.clock.now(),
    })
    .where('id', '=', packageId)
    .where('origin', '=', external)
    .execute();
}

export type ChildPrice = { readonly customerId: string; readonly customerName: string; readonly price: string };

/** What direct children of its maker pay for a package now in its currency, where that is less than a cost. */
export async function pricesBelow(ctx: Ctx, packageId: string, cost: bigint): Promise<ChildPrice[]> {
  const now = ctx.clock.now();
  const price = PACKAGES.priceAt(sql`d.id`, 'reserve_price', now);
  const rows = await ctx
    .beyondScope(ANYBODY)
    .selectFrom('packages.package_distribution as d')
    .innerJoin('packages.package as p', 'p.id', 'd.package_id')
    .innerJoin('customers.v_customer as c', 'c.id', 'd.customer_id')
    .select(['d.customer_id', 'c.name', price.as('price')])
    .where('d.package_id', '=', packageId)
    .whereRef('d.from_customer_id', '=', 'p.customer_id')
    .where('d.state', '=', 'on')
    .where(sql<boolean>`${price} < ${String(cost)}::bigint`)
    .where(sql<boolean>`${PACKAGES.priceAt(sql`d.id`, 'currency', now)} = p.currency`)
    .orderBy('c.name')
    .execute();
  return rows.map(({ customer_id, name, price: paid }) => ({
    customerId: customer_id,
    customerName: name,
    price: String(paid ?? 0),
  }));
}
