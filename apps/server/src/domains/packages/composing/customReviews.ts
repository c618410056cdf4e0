import {
  checkCustomPackage,
  checkedByParent,
  listCustomPackageReviews,
  notToSubmit,
  notUnderReview,
  submitCustomPackage,
} from '@cardinal/contract/api/packages/customPackageReviews.ts';
import { type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { changedByAnother, notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx, holds } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';
import { bind, bindList, type Route } from '../../../framework/domain.ts';
import { customerOf } from '../../customers/face.ts';
import { heldOwn } from '../definitions/packageStore.ts';
import { baseChains } from '../distribution/priceChain.ts';
import { customPackageChecked, customPackageWaiting } from '../events.ts';
import type { PackageRow } from '../packageTables.ts';
import { packageTitles } from './packageTitles.ts';
import { canBeSubmitted, type Review, reviewAnew } from './reviewRules.ts';

async function decide(ctx: Ctx, row: PackageRow, after: Partial<Review>): Promise<void> {
  await ctx.db.updateTable('packages.package').set(after).where('id', '=', row.id).execute();
  ctx.note({
    customerId: row.customer_id,
    objectKind: 'package',
    objectId: row.id,
    summary: `${row.code} ${row.name}`,
    before: { review: row.review },
    after: { review: after.review, reason: after.check_reason ?? null },
  });
}

async function submit(ctx: Ctx, { id }: BodyOf<typeof submitCustomPackage>) {
  const { accountId, account, customerId } = accountOf(ctx);
  const row = await heldOwn(ctx, 'custom', id);
  if (!row) throw new Refused(notFound);
  if (!canBeSubmitted(row.review)) throw new Refused(notToSubmit);
  const now = ctx.clock.now();
  await decide(ctx, row, {
    ...reviewAnew(true),
    review: 'underReview',
    submitted_by_id: accountId,
    submitted_by: account,
    submitted_at: now,
  });
  const own = await customerOf(ctx.db, customerId);
  if (own?.parentId)
    await ctx.emit(customPackageWaiting, {
      packageId: id,
      code: row.code,
      name: row.name,
      submittedAt: now.toISOString(),
      parentId: own.parentId,
      makerName: own.name,
    });
  return DONE;
}

/** A custom package of a direct child, locked until the transaction ends. */
async function ofChild(ctx: Ctx, id: string): Promise<PackageRow> {
  const asked = ctx.db.selectFrom('packages.package').selectAll().where('id', '=', id).where('origin', '=', 'custom');
  const found = await asked.executeTakeFirst();
  const maker = found && (await customerOf(ctx.db, found.customer_id));
  if (!maker) throw new Refused(notFound);
  if (maker.parentId !== accountOf(ctx).customerId) throw new Refused(checkedByParent);
  const row = await asked.forUpdate().executeTakeFirst();
  if (!row) throw new Refused(notFound);
  return row;
}

async function check(ctx: Ctx, body: BodyOf<typeof checkCustomPackage>) {
  const { accountId, account, customerId } = accountOf(ctx);
  const row = await ofChild(ctx, body.id);
  if (row.version !== body.version) throw new Refused(changedByAnother);
  if (row.review !== 'underReview' || !row.submitted_at) throw new Refused(notUnderReview);
  const reason = body.verdict === 'reject' ? body.reason : null;
  await decide(ctx, row, {
    review: reason === null ? 'passed' : 'rejected',
    checked_by_id: accountId,
    checked_by: account,
    checked_by_customer_id: customerId,
    checked_at: ctx.clock.now(),
    check_reason: reason,
  });
  if (row.submitted_by_id)
    await ctx.emit(customPackageChecked, {
      packageId: row.id,
      code: row.code,
      name: row.name,
      submittedAt: row.submitted_at.toISOString(),
      customerId: row.customer_id,
      submittedById: row.submitted_by_id,
      reason,
    });
  return DONE;
}

const reviews = dataset(listCustomPackageReviews, {
  from: (ctx) =>
    ctx.db
      .selectFrom('packages.package as p')
      .innerJoin('packages.package_version as v', 'v.id', 'p.current_version_id')
      .innerJoin('customers.v_customer as c', 'c.id', 'p.customer_id')
      .where('c.parent_id', '=', accountOf(ctx).customerId)
      .where('p.origin', '=', 'custom')
      .where('p.deleted_at', 'is', null)
      .where('p.submitted_at', 'is not', null),
  table: 'p',
  carrier: sql`p.platform`,
  columns: { customerName: sql`c.name` },
  select: (query) =>
    query
      .selectAll('p')
      .select(['c.name as customer_name', 'v.units', 'v.flow_bytes', 'v.validity_count', 'v.validity_unit']),
  present: async (rows, ctx) => {
    const actor = accountOf(ctx);
    const [chainOf, bases] = await Promise.all([
      baseChains(
        ctx,
        rows.map(({ id }) => id),
        ctx.clock.now(),
      ),
      packageTitles(
        ctx,
        rows.map(({ base_package_id }) => String(base_package_id)),
      ),
    ]);
    return rows.map((row) => ({
      baseName: bases.get(String(row.base_package_id)) ?? '',
      cost: chainOf(row.id)?.chain?.at(-1)?.cost ?? null,
      checkedBy: row.checked_by_customer_id === actor.customerId ? row.checked_by : null,
      offered: { check: row.review === 'underReview' && holds(actor, 'customPackage.check') },
    }));
  },
});

export const reviewRoutes: readonly Route[] = [
  bindList(listCustomPackageReviews, reviews),
  bind(submitCustomPackage, (ctx, { body }) => submit(ctx, body)),
  bind(checkCustomPackage, (ctx, { body }) => check(ctx, body)),
];
