import {
  type CarrierCheck,
  type checkSystemPackages as checkEndpoint,
  checkUnanswered,
  notCheckable,
  WhyNotCheckable,
} from '@cardinal/contract/api/packages/carrierChecks.ts';
import { PackageOrigin } from '@cardinal/contract/enumerations/package.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { say, type Text, text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import type { Commit } from '../../../framework/domain.ts';
import { type CarrierRatePlan, callCarrier, capabilitiesOf, carrierAccounts } from '../../carriers/face.ts';
import type { CarrierCheckRow, PackageRow } from '../packageTables.ts';
import { type Finding, findingOf, unitOf } from './checkRules.ts';
import { ownPackages } from './packageStore.ts';
import { packageVersions } from './packageVersion.ts';

/** A list of more pages is not read to its end, and tells nothing. */
const MOST_PAGES = 50;
const ENDLESS = text('清单过长，未能读完', 'the list is too long to be read');
const REPEATED = text('清单的分页没有结束', 'the pages of the list do not end');

type Checkable = Pick<PackageRow, 'id' | 'carrier_account_id' | 'carrier_package_code'>;

/** What the last check says in terms of the list: a check of what has changed since is outdated. */
export const CARRIER_CHECK = sql<CarrierCheck | null>`(select case
    when k.version_id = t.current_version_id and k.package_name = t.name and k.carrier_account_id = t.carrier_account_id
      and k.carrier_package_code = t.carrier_package_code then k.result else 'outdated' end
  from packages.carrier_check k where k.package_id = t.id)`;
export const CHECKED_AT = sql<Date | null>`(select k.checked_at from packages.carrier_check k where k.package_id = t.id)`;

/** Why each package cannot be checked now; null where it can. */
export async function whyNotCheckable(
  ctx: Ctx,
  rows: readonly Checkable[],
): Promise<ReadonlyMap<string, WhyNotCheckable | null>> {
  const ids = [...new Set(rows.flatMap((row) => row.carrier_account_id ?? []))];
  const accounts = await carrierAccounts(ctx, ids);
  const listing = new Set<string>();
  for (const id of ids) if ((await capabilitiesOf(ctx, id))?.operations.includes('listRatePlans')) listing.add(id);
  const why = ({ carrier_account_id: accountId, carrier_package_code }: Checkable): WhyNotCheckable | null => {
    const account = accounts.get(accountId ?? '');
    if (!account) return 'noAccount';
    if (!carrier_package_code) return 'noCode';
    if (account.state === 'off') return 'accountOff';
    return account.isConnected && listing.has(account.id) ? null : 'notListed';
  };
  return new Map(rows.map((row) => [row.id, why(row)]));
}

/** All plans of an account, or why the carrier gave no usable list. */
async function plansOf(ctx: Ctx, accountId: string): Promise<readonly CarrierRatePlan[] | Text> {
  const plans: CarrierRatePlan[] = [];
  let before = '';
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const outcome = await callCarrier(ctx, accountId, 'listRatePlans', { page });
    if (outcome.kind !== 'ok') return outcome.words;
    plans.push(...outcome.answer.plans);
    if (outcome.answer.isLastPage) return plans;
    // A carrier that answers every page with the same one would be read for ever.
    const now = JSON.stringify(outcome.answer.plans);
    if (now === before || outcome.answer.plans.length === 0) return REPEATED;
    before = now;
  }
  return ENDLESS;
}

type Checked = { readonly row: PackageRow; readonly finding: Finding; readonly at: Date };

/** Packages with what their carriers say of them, and those without an answer. */
async function ask(ctx: Ctx, rows: readonly PackageRow[]) {
  const why = await whyNotCheckable(ctx, rows);
  const refused = new Map<string, Refused>();
  for (const [id, reason] of why)
    if (reason) refused.set(id, new Refused(notCheckable, { why: WhyNotCheckable.labelOf(reason) }));
  const open = rows.filter(({ id }) => !refused.has(id));
  const versions = await packageVersions(
    ctx,
    open.map((row) => row.current_version_id),
  );
  const checked: Checked[] = [];
  for (const [accountId, group] of Map.groupBy(open, (row) => row.carrier_account_id as string)) {
    const plans = await plansOf(ctx, accountId);
    const at = ctx.clock.now();
    for (const row of group) {
      const sold = versions.get(row.current_version_id);
      if (!sold || 'zh' in plans) {
        refused.set(row.id, new Refused(checkUnanswered, { why: plans as Text }));
        continue;
      }
      const here = {
        code: row.carrier_package_code as string,
        name: row.name,
        bytes: sold.flow_bytes,
        unit: sold.validity_unit,
        count: sold.validity_count,
      };
      checked.push({ row, finding: findingOf(here, plans), at });
    }
  }
  return { checked, refused };
}

const keptOf = ({ row, finding: { result, differing, plan }, at }: Checked, by: string): CarrierCheckRow => ({
  package_id: row.id,
  result,
  differing: [...differing],
  version_id: row.current_version_id,
  package_name: row.name,
  carrier_account_id: row.carrier_account_id as string,
  carrier_package_code: row.carrier_package_code as string,
  plan_name: plan?.name ?? null,
  plan_bytes: plan?.bytes ?? null,
  plan_unit: plan?.period ? unitOf(plan.period) : null,
  plan_count: plan?.period?.count ?? null,
  checked_by: by,
  checked_at: at,
});

const planTold = (kept: CarrierCheckRow) =>
  kept.result === 'missing'
    ? null
    : {
        name: kept.plan_name,
        bytes: kept.plan_bytes,
        validityCount: kept.plan_count,
        validityUnit: kept.plan_unit,
      };

/** Keeps what was found of packages that are still there. */
async function keep(ctx: Ctx, found: readonly Checked[]): Promise<CarrierCheckRow[]> {
  const there = await ctx.db
    .selectFrom('packages.package')
    .select('id')
    .where(sql<boolean>`id = any(${found.map(({ row }) => row.id)}::bigint[])`)
    .orderBy('id')
    .forShare()
    .execute();
  const ids = new Set(there.map(({ id }) => id));
  const rows = found.filter(({ row }) => ids.has(row.id)).map((each) => keptOf(each, accountOf(ctx).account));
  for (const row of rows)
    await ctx.db
      .insertInto('packages.carrier_check')
      .values(row)
      .onConflict((conflict) => conflict.column('package_id').doUpdateSet(row))
      .execute();
  return rows;
}

/** Asks the carrier before the transaction; a second run of it asks again and changes nothing. */
export async function checkSystemPackages(
  ctx: Ctx,
  { ids }: BodyOf<typeof checkEndpoint>,
): Promise<Commit<AnswerOf<typeof checkEndpoint>>> {
  const rows = await ownPackages(ctx, PackageOrigin.values.system)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .orderBy('id')
    .execute();
  if (rows.length === 0) throw new Refused(notFound);
  const { checked, refused } = await ask(ctx, rows);
  const [first] = refused.values();
  if (checked.length === 0 && first) throw first;
  return async (inside) => {
    const kept = await keep(inside, checked);
    const codes = checked.map(({ row, finding }) => ({ code: row.code, result: finding.result }));
    inside.note({
      objectKind: 'package',
      objectId: checked[0]?.row.id ?? '',
      summary: codes.map(({ code }) => code).join('、'),
      after: { checked: codes },
    });
    const done = new Set(kept.map((row) => row.package_id));
    return {
      checked: kept.map((row) => ({
        id: row.package_id,
        carrierCheck: row.result,
        checkDiffers: row.differing,
        carrierPlan: planTold(row),
        checkedAt: row.checked_at.toISOString(),
      })),
      failed: [...new Set(ids)]
        .filter((id) => !done.has(id))
        .map((id) => {
          const { refusal, facts } = refused.get(id) ?? new Refused(notFound);
          return { id, words: say(refusal.text, ctx.language, facts) };
        }),
    };
  };
}

/** The last check of each package of a list, and why it cannot be checked now. */
export async function presentChecks(
  ctx: Ctx,
  rows: readonly (Checkable & Pick<PackageRow, 'name' | 'current_version_id'>)[],
) {
  const why = await whyNotCheckable(ctx, rows);
  const kept = await ctx.db
    .selectFrom('packages.carrier_check')
    .selectAll()
    .where(sql<boolean>`package_id = any(${rows.map(({ id }) => id)}::bigint[])`)
    .execute();
  const found = new Map(kept.map((row) => [row.package_id, row]));
  return rows.map((row) => {
    const last = found.get(row.id);
    const isCurrent =
      last?.version_id === row.current_version_id &&
      last.package_name === row.name &&
      last.carrier_account_id === row.carrier_account_id &&
      last.carrier_package_code === row.carrier_package_code;
    return {
      carrierCheck: last ? (isCurrent ? last.result : ('outdated' as const)) : null,
      checkDiffers: last && isCurrent ? last.differing : [],
      checkedAt: last?.checked_at.toISOString() ?? null,
      checkedBy: last?.checked_by ?? null,
      carrierPlan: last ? planTold(last) : null,
      whyNotCheckable: why.get(row.id) ?? null,
    };
  });
}
