import {
  consentEnds,
  listConsents,
  type recordConsent as recordEndpoint,
} from '@cardinal/contract/api/cardLookups/positioning.ts';
import { type AnswerOf, type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { notFound } from '@cardinal/contract/framework/standardRefusals.ts';
import { text } from '@cardinal/primitives/text.ts';
import { DEFAULT_ZONE, wallTimeIn } from '@cardinal/primitives/zone.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';
import { sightsOfCards } from '../../cards/face.ts';
import { customerNames, customerOf } from '../../customers/face.ts';

/** Today's date in the local time zone, `yyyy-MM-dd`. */
function today(ctx: Ctx): string {
  const { year, month, day } = wallTimeIn(DEFAULT_ZONE, ctx.clock.now());
  return [year, month, day].map((part) => String(part).padStart(2, '0')).join('-');
}

/** Which of these customers consent today to the location of their cards by customers above. */
export async function consenting(ctx: Ctx, customerIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (customerIds.length === 0) return new Set();
  const rows = await ctx.db
    .selectFrom('card_lookups.location_consent')
    .select('customer_id')
    .where('customer_id', 'in', [...new Set(customerIds)])
    .where('valid_until', '>=', today(ctx))
    .execute();
  return new Set(rows.map((row) => row.customer_id));
}

const NOT_AUTHORIZED = {
  key: 'notAuthorized',
  words: text('客户未授权定位', 'The customer has not consented to location'),
};

const HIDDEN = { key: 'locationHidden', words: text('上级不展示该卡的位置', 'Customers above hide where the card is') };

const ownerAndCard = ({ about }: { readonly about: string }) => about.split('/') as [string, string];

/** Other customers' cards are located only with their consent, and none whose place is hidden; a group is one card, with its owner. */
export async function judgeConsent(ctx: Ctx, groups: readonly { readonly about: string }[]) {
  const own = accountOf(ctx).customerId;
  const cards = groups.map(ownerAndCard);
  const willing = await consenting(
    ctx,
    cards.map(([owner]) => owner),
  );
  const sights = await sightsOfCards(
    ctx,
    cards.map(([, id]) => id),
  );
  return (group: { readonly about: string }) => {
    const [owner, id] = ownerAndCard(group);
    if (owner !== own && !willing.has(owner)) return NOT_AUTHORIZED;
    return sights.get(id)?.hides.has('location') ? HIDDEN : undefined;
  };
}

/** Records a customer's signed consent; a newer document replaces the former one. */
export async function recordConsent(
  ctx: Ctx,
  { customerId, document, validUntil }: BodyOf<typeof recordEndpoint>,
): Promise<AnswerOf<typeof recordEndpoint>> {
  const customer = await customerOf(ctx.db, customerId);
  if (!customer) throw new Refused(notFound);
  if (validUntil <= today(ctx)) throw new Refused(consentEnds);
  const kept = {
    document,
    valid_until: validUntil,
    granted_by: accountOf(ctx).account,
    granted_at: ctx.clock.now(),
  };
  await ctx.db
    .insertInto('card_lookups.location_consent')
    .values({ customer_id: customerId, ...kept })
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(kept))
    .execute();
  ctx.note({ objectKind: 'customer', objectId: customerId, customerId, summary: customer.name, after: kept });
  return DONE;
}

export const consentDataset = dataset(listConsents, {
  from: (ctx) => ctx.db.selectFrom('card_lookups.location_consent as l'),
  table: 'l',
  id: sql<string>`l.customer_id`,
  columns: {
    id: sql`l.customer_id`,
  },
  select: (query) => query.selectAll('l'),
  present: async (rows, ctx) => {
    const names = await customerNames(
      ctx.db,
      rows.map((row) => row.customer_id),
    );
    return rows.map((row) => ({
      id: row.customer_id,
      customerName: names.get(row.customer_id) ?? '',
    }));
  },
});
