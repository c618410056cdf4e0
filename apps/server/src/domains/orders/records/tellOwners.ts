import type { PackageChange } from '@cardinal/contract/api/openApi/eventInterfaces.ts';
import { PushEvent } from '@cardinal/contract/enumerations/push.ts';
import type { Ctx } from '../../../framework/context.ts';
import { extensionList } from '../../../framework/contributions.ts';
import { tellCustomers } from '../../customerEvents/face.ts';
import { ofCards } from './recordStore.ts';

/** What became of a record, and when. */
export type RecordChange = { readonly id: string; readonly change: PackageChange['change']; readonly at: Date };

/** A card one of whose packages began or ended at a moment, which may have passed already. */
export type RecordMoment = { readonly cardId: string; readonly usageId: string; readonly at: Date };

/** Later rooms hear of packages that begin and end, in the transaction that writes it, with the locks of their cards held. */
export const recordHearers =
  extensionList<(ctx: Ctx, moments: readonly RecordMoment[]) => Promise<void>>('orders.recordHearers');

/** Tells later rooms and the owners of these locked cards what became of their records, in this order; asked when the records have been written. */
export async function tellOwners(ctx: Ctx, changes: readonly RecordChange[]): Promise<void> {
  if (changes.length === 0) return;
  const rows = await ofCards(ctx)
    .selectFrom('orders.package_usage as u')
    .innerJoin('cards.v_card as c', 'c.id', 'u.card_id')
    .select(['u.id', 'u.card_id', 'u.package_name', 'u.is_main', 'u.starts_at', 'u.ends_at'])
    .select(['c.iccid', 'c.customer_id', 'c.platform', 'c.product_code'])
    .where('u.id', 'in', [...new Set(changes.map(({ id }) => id))])
    .execute();
  const records = new Map(rows.map((row) => [row.id, row]));
  const moments = changes.flatMap(({ id, at }) => {
    const record = records.get(id);
    return record ? [{ cardId: record.card_id, usageId: id, at }] : [];
  });
  for (const hear of ctx.contributed(recordHearers)) await hear(ctx, moments);
  await tellCustomers(
    ctx,
    changes.flatMap(({ id, change, at }) => {
      const record = records.get(id);
      if (!record) return [];
      const facts: PackageChange = {
        change,
        packageName: record.package_name,
        isMain: record.is_main,
        startsAt: record.starts_at.toISOString(),
        endsAt: record.ends_at.toISOString(),
      };
      return {
        customerId: record.customer_id,
        type: PushEvent.values.package_activation_expiry_info,
        card: { iccid: record.iccid, platform: record.platform, productCode: record.product_code },
        happenedAt: at,
        facts,
      };
    }),
  );
}
