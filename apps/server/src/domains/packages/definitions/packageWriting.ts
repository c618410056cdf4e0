import type { systemPackages } from '@cardinal/contract/api/packages/systemPackages.ts';
import { PackageMode, PackageOrigin, PackageShelf } from '@cardinal/contract/enumerations/package.ts';
import type { BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { CNY } from '@cardinal/primitives/money.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { carrierAccounts } from '../../carriers/face.ts';
import type { PackageRow } from '../packageTables.ts';
import { openUsage, recentSales } from '../packageUse.ts';
import { bindProducts, boundProducts } from './boundProducts.ts';
import { partsOf, productProblem } from './packageParts.ts';
import { termsChanged } from './packageRules.ts';
import { childrenWith, heldOwn, type KeptTerms, keepNew, keepNext, removeParts, versionById } from './packageStore.ts';
import { type FieldProblem, type Rules, scopeOf, termProblems, termsOf } from './packageTerms.ts';
import { packageVersions } from './packageVersion.ts';
import { isLimited } from './unlimitedData.ts';

export type Given = Omit<BodyOf<typeof systemPackages.edit>, 'id' | 'version'> &
  Partial<Pick<BodyOf<typeof systemPackages.create>, 'code' | 'platform' | 'type' | 'label' | 'mode'>>;

/** Of several faults at a field, the first. */
function refuseAll(problems: readonly FieldProblem[]): void {
  if (problems.length === 0) return;
  const first = problems.filter(([field], at) => problems.findIndex(([each]) => each === field) === at);
  const fields = first.map(([field, { text, facts = {} }]) => ({ field, text, facts }));
  throw new Refused(invalid, {}, fields);
}

/** What one sort of package has beside the others'. */
type Sort<G extends Given> = {
  readonly origin: PackageOrigin;
  readonly problems?: (ctx: Ctx, given: G, before: PackageRow | undefined) => Promise<readonly FieldProblem[]>;
  readonly terms?: (given: G) => Partial<KeptTerms>;
};

/** The terms of a form, and its specifications; refused with every fault at its field. */
async function termsGiven<G extends Given>(ctx: Ctx, sort: Sort<G>, given: G, before: PackageRow | undefined) {
  const { platform, type, label = 'none' } = { ...given, ...before } as Required<Given>;
  const kept = before && (await versionById(ctx, before.current_version_id));
  const rules: Rules = {
    ...given,
    type,
    label,
    realNameRequired: given.realNameRequired ?? false,
    isVirtual: sort.origin === PackageOrigin.values.virtual,
    isSoldUnlimited: before?.shelf_state === PackageShelf.values.on && !(await isLimited(ctx, before)),
  };
  const { parts, problems } = await partsOf(ctx, { ...given, platform }, kept);
  const bound = before ? ((await boundProducts(ctx, [before.id])).get(before.id) ?? []) : [];
  const product = await productProblem(
    ctx,
    given.productCodes.filter((code) => !bound.includes(code)),
    platform,
  );
  if (parts) for (const each of termProblems(parts, rules)) problems.push(each);
  if (product) problems.push(product);
  refuseAll([...problems, ...((await sort.problems?.(ctx, given, before)) ?? [])]);
  if (!parts) throw new Error('A package has a period');
  const terms: KeptTerms = {
    ...termsOf(parts, rules),
    flow_spec_id: parts.flow?.id ?? null,
    voice_spec_id: parts.voice?.id ?? null,
    period_spec_id: parts.period.id,
    ...sort.terms?.(given),
  };
  return { terms, kept, scope: scopeOf(rules) };
}

/** Fields that are no columns of the package itself. */
export const ELSEWHERE = {
  flowSpecId: null,
  voiceSpecId: null,
  periodSpecId: null,
  effectiveType: null,
  postponeDays: null,
  followMain: null,
  realNameRequired: null,
  renewable: null,
  maxRenewals: null,
  refundRule: null,
  productCodes: null,
} as const;

/** How packages of one sort are made, changed and deleted by whoever made them. */
export const packageWriting = <G extends Given>(sort: Sort<G>) => {
  const hold = (ctx: Ctx, id: string) => heldOwn(ctx, sort.origin, id);
  return {
    name: ({ code, name }: Pick<PackageRow, 'code' | 'name'>) => `${code} ${name}`,
    hold,
    begin: (ctx: Ctx) => ({
      origin: sort.origin,
      sub_type: null,
      shelf_state: PackageShelf.values.off,
      currency: CNY,
      created_by: accountOf(ctx).account,
      created_at: ctx.clock.now(),
      updated_by: accountOf(ctx).account,
      deleted_at: null,
    }),
    write: async (ctx: Ctx, given: G, before?: PackageRow) => {
      const { terms, kept, scope } = await termsGiven(ctx, sort, given, before);
      const current_version_id = ctx.ids.next();
      if (!before)
        return {
          ...{ current_version_id, scope },
          ...{ label: given.label ?? 'none', mode: given.mode ?? PackageMode.values.exclusive },
        };
      const stamp = { scope, updated_by: accountOf(ctx).account };
      if (!kept || termsChanged(kept, terms).length === 0) return stamp;
      await keepNext(ctx, { id: current_version_id, packageId: before.id }, terms);
      return { ...stamp, current_version_id };
    },
    written: async (ctx: Ctx, id: string, given: G, before?: PackageRow) => {
      if (!before) {
        const { terms } = await termsGiven(ctx, sort, given, undefined);
        await keepNew(ctx, (await hold(ctx, id)) as PackageRow, terms);
      }
      await bindProducts(ctx, id, given.productCodes);
    },
    release: removeParts,
  };
};

type Listed = Pick<PackageRow, 'id' | 'code' | 'currency' | 'current_version_id' | 'carrier_account_id'>;

/** What a list tells of each package beside its own columns, with the version that is sold and its carrier account. */
export async function presentPackages(ctx: Ctx, rows: readonly Listed[]) {
  const ids = rows.map(({ id }) => id);
  const [versions, children, open, bound, accounts, soldOf] = await Promise.all([
    packageVersions(
      ctx,
      rows.map((row) => row.current_version_id),
    ),
    childrenWith(ctx, ids),
    openUsage(ctx, ids),
    boundProducts(ctx, ids),
    carrierAccounts(
      ctx,
      rows.flatMap((row) => row.carrier_account_id ?? []),
    ),
    recentSales(ctx, rows, accountOf(ctx).customerId),
  ]);
  return rows.map((row) => {
    const sold = versions.get(row.current_version_id);
    if (!sold) throw new Error(`Package ${row.code} has no version`);
    const account = accounts.get(row.carrier_account_id ?? '');
    const onCards = open.filter((each) => each.packageId === row.id);
    return {
      sold,
      account,
      onCards,
      told: {
        carrierAccountName: account?.name ?? null,
        flowBytes: sold.flow_bytes,
        voiceSeconds: sold.voice_seconds === null ? null : String(sold.voice_seconds),
        smsCount: sold.sms_count,
        validityCount: sold.validity_count,
        validityUnit: sold.validity_unit,
        effectiveType: sold.effective_type,
        postponeDays: sold.postpone_days,
        followMain: sold.follow_main,
        realNameRequired: sold.real_name_required,
        renewable: sold.renewable,
        maxRenewals: sold.max_renewals,
        refundRule: sold.refund_rule,
        distributed: children.get(row.id) ?? 0,
        onCards: onCards.reduce((sum, { records }) => sum + records, 0),
        ...soldOf(row),
        productCodes: bound.get(row.id) ?? [],
        flowSpecId: sold.flow_spec_id,
        voiceSpecId: sold.voice_spec_id,
        periodSpecId: sold.period_spec_id,
        number: sold.number,
      },
    };
  });
}
