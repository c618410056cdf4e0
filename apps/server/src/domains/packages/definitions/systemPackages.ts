import {
  type shelveSystemPackages as shelfEndpoint,
  systemPackages,
  type systemPackageVersions as versionsEndpoint,
} from '@cardinal/contract/api/packages/systemPackages.ts';
import { PackageMode, PackageOrigin, PackageShelf } from '@cardinal/contract/enumerations/package.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid, notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { CNY } from '@cardinal/primitives/money.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { bindRegister } from '../../../framework/register/bindRegister.ts';
import { carrierAccounts } from '../../carriers/face.ts';
import type { PackageRow } from '../packageTables.ts';
import { openUsage } from '../packageUse.ts';
import { bindProducts, boundProducts } from './boundProducts.ts';
import { partsOf, productProblem } from './packageParts.ts';
import { termsChanged } from './packageRules.ts';
import {
  childrenWith,
  heldOwn,
  type KeptTerms,
  keepNew,
  keepNext,
  ownPackages,
  removeParts,
  shelve,
  versionById,
} from './packageStore.ts';
import { type FieldProblem, type Rules, scopeOf, termProblems, termsOf } from './packageTerms.ts';
import { packageVersions } from './packageVersion.ts';

const { system } = PackageOrigin.values;

type Given = Omit<BodyOf<typeof systemPackages.edit>, 'id' | 'version'> &
  Partial<Pick<BodyOf<typeof systemPackages.create>, 'code' | 'platform' | 'type' | 'label'>>;

/** Of several faults at a field, the first. */
function refuseAll(problems: readonly FieldProblem[]): void {
  if (problems.length === 0) return;
  const first = problems.filter(([field], at) => problems.findIndex(([each]) => each === field) === at);
  const fields = first.map(([field, { text, facts = {} }]) => ({ field, text, facts }));
  throw new Refused(invalid, {}, fields);
}

const held = (ctx: Ctx, id: string) => heldOwn(ctx, system, id);

/** The terms of a form, and its specifications; refused with every fault at its field. */
async function termsGiven(ctx: Ctx, given: Given, before: PackageRow | undefined) {
  const { platform, type, label = 'none' } = { ...given, ...before } as Required<Given>;
  const kept = before && (await versionById(ctx, before.current_version_id));
  const rules: Rules = { ...given, type, label, realNameRequired: given.realNameRequired ?? false };
  const { parts, problems } = await partsOf(ctx, { ...given, platform }, kept);
  const bound = before ? ((await boundProducts(ctx, [before.id])).get(before.id) ?? []) : [];
  const product = await productProblem(
    ctx,
    given.productCodes.filter((code) => !bound.includes(code)),
    platform,
  );
  if (parts) for (const each of termProblems(parts, rules)) problems.push(each);
  if (product) problems.push(product);
  refuseAll(problems);
  if (!parts) throw new Error('A package has a period');
  const terms: KeptTerms = {
    ...termsOf(parts, rules),
    flow_spec_id: parts.flow?.id ?? null,
    voice_spec_id: parts.voice?.id ?? null,
    period_spec_id: parts.period.id,
  };
  return { terms, kept, scope: scopeOf(rules) };
}

export const systemPackageRoutes = bindRegister(systemPackages, {
  table: 'packages.package',
  objectKind: 'package',
  name: ({ code, name }) => `${code} ${name}`,
  unique: { index: 'package_code_key', field: 'code' },
  columns: {
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
  },
  hold: held,
  begin: (ctx) => ({
    origin: system,
    sub_type: null,
    mode: PackageMode.values.exclusive,
    shelf_state: PackageShelf.values.off,
    currency: CNY,
    created_by: accountOf(ctx).account,
    created_at: ctx.clock.now(),
    updated_by: accountOf(ctx).account,
    deleted_at: null,
  }),
  write: async (ctx, given, before) => {
    const { terms, kept, scope } = await termsGiven(ctx, given, before);
    const current_version_id = ctx.ids.next();
    if (!before) return { current_version_id, scope, label: given.label ?? 'none' };
    const stamp = { scope, updated_by: accountOf(ctx).account };
    if (!kept || termsChanged(kept, terms).length === 0) return stamp;
    await keepNext(ctx, { id: current_version_id, packageId: before.id }, terms);
    return { ...stamp, current_version_id };
  },
  written: async (ctx, id, given, before) => {
    if (!before) {
      const { terms } = await termsGiven(ctx, given, undefined);
      await keepNew(ctx, (await held(ctx, id)) as PackageRow, terms);
    }
    await bindProducts(ctx, id, given.productCodes);
  },
  release: removeParts,
  list: {
    carrier: sql`t.platform`,
    columns: {
      refundRule: sql`(select v.refund_rule from packages.package_version v where v.id = t.current_version_id)`,
    },
    from: (query, ctx) =>
      query
        .where('t.customer_id', '=', accountOf(ctx).customerId)
        .where('t.origin', '=', 'system')
        .where('t.deleted_at', 'is', null),
    present: async (rows, ctx) => {
      const ids = rows.map(({ id }) => id);
      const [versions, children, open, bound, accounts] = await Promise.all([
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
      ]);
      return rows.map((row) => {
        const sold = versions.get(row.current_version_id);
        if (!sold) throw new Error(`Package ${row.code} has no version`);
        return {
          carrierAccountName: accounts.get(row.carrier_account_id ?? '')?.name ?? null,
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
          onCards: open.filter((each) => each.packageId === row.id).reduce((sum, { cards }) => sum + cards, 0),
          productCodes: bound.get(row.id) ?? [],
          flowSpecId: sold.flow_spec_id,
          voiceSpecId: sold.voice_spec_id,
          periodSpecId: sold.period_spec_id,
          number: sold.number,
        };
      });
    },
  },
});

export async function systemPackageVersions(ctx: Ctx, id: string): Promise<AnswerOf<typeof versionsEndpoint>> {
  if (!(await ownPackages(ctx, system).where('id', '=', id).executeTakeFirst())) throw new Refused(notFound);
  const rows = await ctx.db
    .selectFrom('packages.package_version')
    .selectAll()
    .where('package_id', '=', id)
    .orderBy('number', 'desc')
    .execute();
  const open = new Map((await openUsage(ctx, [id])).map(({ versionId, cards }) => [versionId, cards]));
  return rows.map((row) => ({
    number: row.number,
    at: row.created_at.toISOString(),
    by: row.created_by,
    flowBytes: row.flow_bytes,
    voiceSeconds: row.voice_seconds,
    smsCount: row.sms_count,
    validityCount: row.validity_count,
    validityUnit: row.validity_unit,
    effectiveType: row.effective_type,
    refundRule: row.refund_rule,
    renewable: row.renewable,
    realNameRequired: row.real_name_required,
    onCards: open.get(row.id) ?? 0,
  }));
}

export const shelveSystemPackages = (
  ctx: Ctx,
  body: BodyOf<typeof shelfEndpoint>,
): Promise<AnswerOf<typeof shelfEndpoint>> => shelve(ctx, system, body);
