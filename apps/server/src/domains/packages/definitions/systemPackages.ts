import {
  type shelveSystemPackages as shelfEndpoint,
  systemPackages,
  unlimitedNeedsLimit,
  type systemPackageVersions as versionsEndpoint,
} from '@cardinal/contract/api/packages/systemPackages.ts';
import { PackageOrigin, PackageShelf } from '@cardinal/contract/enumerations/package.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { problem } from '@cardinal/primitives/problem.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { bindRegister } from '../../../framework/register/bindRegister.ts';
import { openUsage } from '../packageUse.ts';
import { inPools } from '../poolPackage.ts';
import { CARRIER_CHECK, CHECKED_AT, presentChecks } from './carrierCheck.ts';
import { feedsPools } from './packageRules.ts';
import { shelve } from './packageStore.ts';
import { ELSEWHERE, packageWriting, presentPackages } from './packageWriting.ts';
import { unsellable } from './unlimitedData.ts';

const madeForPools = problem(
  '流量池套餐在「流量池套餐」中建立',
  'Packages that fill flow pools are made under “Flow pool packages”',
);

const { system, virtual } = PackageOrigin.values;

export const REFUND_RULE = sql`(select v.refund_rule from packages.package_version v where v.id = t.current_version_id)`;

const WRITING = packageWriting({
  origin: system,
  problems: async (_, { type, mode }, before) =>
    !before && type && mode && feedsPools({ type, mode }) ? [['mode', madeForPools]] : [],
});

export const systemPackageRoutes = bindRegister(systemPackages, {
  table: 'packages.package',
  objectKind: 'package',
  unique: { index: 'package_code_key', field: 'code' },
  columns: ELSEWHERE,
  ...WRITING,
  hold: async (ctx, id) => {
    const found = await WRITING.hold(ctx, id);
    return found && feedsPools(found) ? undefined : found;
  },
  list: {
    carrier: sql`t.platform`,
    columns: { refundRule: REFUND_RULE, carrierCheck: CARRIER_CHECK, checkedAt: CHECKED_AT },
    from: (query, ctx) =>
      query
        .where('t.customer_id', '=', accountOf(ctx).customerId)
        .where('t.origin', '=', system)
        .where(sql<boolean>`not ${inPools('t')}`)
        .where('t.deleted_at', 'is', null),
    present: async (rows, ctx) => {
      const [packages, checks] = await Promise.all([presentPackages(ctx, rows), presentChecks(ctx, rows)]);
      return packages.map(({ told }, at) => ({ ...told, ...(checks[at] as (typeof checks)[number]) }));
    },
  },
});

/** Of a package the caller's customer makes for all, whatever its sort. */
export async function systemPackageVersions(ctx: Ctx, id: string): Promise<AnswerOf<typeof versionsEndpoint>> {
  const own = await ctx.db
    .selectFrom('packages.package')
    .select('id')
    .where('id', '=', id)
    .where('customer_id', '=', accountOf(ctx).customerId)
    .where('origin', 'in', [system, virtual])
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!own) throw new Refused(notFound);
  const rows = await ctx.db
    .selectFrom('packages.package_version')
    .selectAll()
    .where('package_id', '=', id)
    .orderBy('number', 'desc')
    .execute();
  const open = new Map((await openUsage(ctx, [id])).map(({ versionId, records }) => [versionId, records]));
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
): Promise<AnswerOf<typeof shelfEndpoint>> =>
  shelve(ctx, system, body, async (found) => {
    const barred = body.shelfState === PackageShelf.values.on ? await unsellable(ctx, found) : [];
    return new Map(barred.map(({ id, code }) => [id, new Refused(unlimitedNeedsLimit, { codes: code })]));
  });
