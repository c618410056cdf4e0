import { type readQueuedPackages as endpoint, queuedChanged } from '@cardinal/contract/api/packages/queuedPackages.ts';
import type { Currency } from '@cardinal/contract/enumerations/money.ts';
import { PackageShelf } from '@cardinal/contract/enumerations/package.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid, noPermission, notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { say, type Text, text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../framework/context.ts';
import { extensionPoint } from '../../framework/contributions.ts';
import type { PackageRow } from './packageTables.ts';

/** What is bought of packages and begins later, on cards within the caller's scope. */
export type Queued = {
  readonly records: number;
  readonly cards: number;
  /** Who paid. */
  readonly customers: number;
  /** What comes back if they are stopped: all that was paid for them. */
  readonly amounts: readonly { readonly currency: Currency; readonly amount: string }[];
  /** Cards of orders that are still being carried out. */
  readonly underWay: number;
};
export type QueuedPackages = {
  readonly count: (ctx: Ctx, packageIds: readonly string[]) => Promise<Queued>;
  /** Whether the caller may end what others bought. */
  readonly mayStop: (ctx: Ctx) => boolean;
  /** Starts the task that ends them and gives them back; in the caller's transaction. */
  readonly stop: (ctx: Ctx, asked: { readonly packageIds: readonly string[]; readonly title: Text }) => Promise<string>;
};

/** Filled by the room that keeps packages on cards; without it nothing waits. */
export const queuedPackages = extensionPoint<QueuedPackages>('packages.queuedPackages');

const NONE: Queued = { records: 0, cards: 0, customers: 0, amounts: [], underWay: 0 };
const STOP_OFF_SHELF = text('下架时才能停止排队的套餐', 'Packages waiting are stopped only when unpublished');

export async function readQueued(ctx: Ctx, { ids }: QueryOf<typeof endpoint>): Promise<AnswerOf<typeof endpoint>> {
  const own = await ctx.db
    .selectFrom('packages.package')
    .select('id')
    .where('customer_id', '=', accountOf(ctx).customerId)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute();
  if (own.length === 0) throw new Refused(notFound);
  const room = ctx.contributed(queuedPackages);
  const found =
    (await room?.count(
      ctx,
      own.map(({ id }) => id),
    )) ?? NONE;
  const why = room?.mayStop(ctx) ? null : say(noPermission.text, ctx.language);
  return { ...found, amounts: [...found.amounts], whyNotStop: why };
}

const NAMED = 3;

function titleOf(codes: readonly string[]): Text {
  const named = codes.slice(0, NAMED);
  const more = codes.length - named.length;
  return text(
    `下架 ${named.join('、')}${more > 0 ? ` 等 ${codes.length} 个套餐` : ''}：停止排队`,
    `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''} unpublished: stop what waits`,
  );
}

/** Stops what waits of packages that were just taken off the shelf, if it is what the caller has seen. */
export async function stopQueued(
  ctx: Ctx,
  packages: readonly Pick<PackageRow, 'id' | 'code'>[],
  shelfState: PackageShelf,
  seen: number,
): Promise<string> {
  if (shelfState === PackageShelf.values.on) throw new Refused(invalid, {}, [{ field: 'stop', text: STOP_OFF_SHELF }]);
  const room = ctx.contributed(queuedPackages);
  if (!room?.mayStop(ctx)) throw new Refused(noPermission);
  const packageIds = packages.map(({ id }) => id);
  const { records } = await room.count(ctx, packageIds);
  if (records !== seen) throw new Refused(queuedChanged, { n: records });
  return room.stop(ctx, { packageIds, title: titleOf(packages.map(({ code }) => code)) });
}
