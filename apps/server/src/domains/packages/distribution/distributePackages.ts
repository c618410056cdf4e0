import {
  type copyPackageDistributions as copyEndpoint,
  type distributePackages as distributeEndpoint,
  MOST_PAIRS,
  PAIRS_AT_ONCE,
  type editPackagePrice as priceEndpoint,
  tooManyPairs,
} from '@cardinal/contract/api/packages/packageDistributions.ts';
import { EffectiveType } from '@cardinal/contract/enumerations/package.ts';
import { type AnswerOf, type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { refusedAt } from '../../../framework/duplicates.ts';
import { beginningOf, copyGiven, directChildren, give, lockGiven, reprice } from '../../catalogue/face.ts';
import { PACKAGES } from '../distributedPackages.ts';
import { type HeldPackage, heldPackages } from './heldPackages.ts';
import { pairItem, startDistributing } from './pairs.ts';
import { givable, judged, refuseLosses, refuseSeveralCurrencies } from './pricedLines.ts';

export async function distributePackages(
  ctx: Ctx,
  { lines, suspend, ...body }: BodyOf<typeof distributeEndpoint>,
): Promise<AnswerOf<typeof distributeEndpoint>> {
  const from = beginningOf(ctx.clock.now(), body);
  const children = await directChildren(ctx, body.customerIds);
  const pairs = children.length * lines.length;
  if (pairs > MOST_PAIRS) throw refusedAt('lines', tooManyPairs, { most: MOST_PAIRS });
  await refuseSeveralCurrencies(ctx, children);
  const held = await heldPackages(
    ctx,
    lines.map((line) => line.packageId),
  );
  const isTask = pairs > PAIRS_AT_ONCE;
  let [given, repriced] = [0, 0];
  // In one order of packages, so that two of these never wait for each other in a circle.
  const ordered = [...lines.entries()].sort(([, one], [, other]) =>
    BigInt(one.packageId) < BigInt(other.packageId) ? -1 : 1,
  );
  for (const [at, { packageId, ...line }] of ordered) {
    const mine = givable(held.get(packageId), `lines.${at}.`);
    const price = await judged(ctx, line, mine, from, `lines.${at}.`);
    await refuseLosses(ctx, packageId, children, price, from, suspend);
    // A task judges each pair again when its turn comes.
    if (isTask) continue;
    const done = await give(ctx, PACKAGES, packageId, children, price, from);
    given += done.given;
    repriced += done.repriced;
  }
  const taskId = isTask ? await startPairs(ctx, { lines, children, held, body, from, suspend }) : null;
  ctx.note({
    objectKind: 'packageDistribution',
    summary: `${[...held.values()].map(({ code }) => code).join(', ')} → ${children.length}`,
    after: { customerIds: children, lines, from },
    ...(taskId && { taskId }),
  });
  return { given, repriced, taskId };
}

async function startPairs(
  ctx: Ctx,
  asked: {
    readonly lines: BodyOf<typeof distributeEndpoint>['lines'];
    readonly children: readonly string[];
    readonly held: ReadonlyMap<string, HeldPackage>;
    readonly body: Pick<BodyOf<typeof distributeEndpoint>, 'effective'>;
    readonly from: Date;
    readonly suspend: boolean;
  },
): Promise<string> {
  const { lines, children, held, suspend } = asked;
  const from = asked.body.effective === EffectiveType.values.now ? null : asked.from.toISOString();
  const named = await ctx.db
    .selectFrom('customers.v_customer')
    .select(['id', 'code'])
    .where(sql<boolean>`id = any(${[...children]}::bigint[])`)
    .orderBy('id')
    .execute();
  // Of two lines of one package the last holds, as it does within a request.
  const distinct = [...new Map(lines.map((each) => [each.packageId, each])).values()];
  const items = distinct.flatMap(({ packageId, ...line }) =>
    named.map(({ id, code }) =>
      pairItem(
        { packageId, customerId: id, line, from, suspend },
        { package: held.get(packageId)?.code ?? '', child: code },
      ),
    ),
  );
  const { taskId } = await startDistributing(ctx, items, { packages: distinct.length, children: children.length });
  return taskId;
}

export async function editPackagePrice(
  ctx: Ctx,
  { id, effective, effectiveOn, suspend, ...line }: BodyOf<typeof priceEndpoint>,
): Promise<typeof DONE> {
  const from = beginningOf(ctx.clock.now(), { effective, effectiveOn });
  const row = await lockGiven(ctx, PACKAGES, id);
  const mine = (await heldPackages(ctx, [row.of])).get(row.of);
  if (!mine) throw new Refused(notFound);
  const price = await judged(ctx, line, mine, from, '');
  await refuseLosses(ctx, row.of, [row.customer_id], price, from, suspend);
  const before = await reprice(ctx, PACKAGES, id, price, from);
  ctx.note({
    objectKind: 'packageDistribution',
    objectId: id,
    summary: mine.code,
    customerId: row.customer_id,
    before,
    after: { ...price, from },
  });
  return DONE;
}

export async function copyPackageDistributions(
  ctx: Ctx,
  asked: BodyOf<typeof copyEndpoint>,
): Promise<AnswerOf<typeof copyEndpoint>> {
  // The template's amounts are of its currency.
  await refuseSeveralCurrencies(ctx, [asked.templateCustomerId, ...asked.customerIds]);
  const done = await copyGiven(ctx, PACKAGES, asked, (ids) => heldPackages(ctx, ids));
  ctx.note({
    objectKind: 'packageDistribution',
    summary: `${asked.templateCustomerId} → ${asked.customerIds.length}`,
    after: { ...asked, given: done.given, repriced: done.repriced },
  });
  return done;
}
