import { sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import type { CardRow } from './cardStore.ts';
import { decidesCount, marked } from './marking.ts';
import { tellOwners } from './ownerHearers.ts';

/** The card columns only the platform sets. */
const OWN_COLUMNS = {
  product_code: 'text',
  product_version: 'integer',
  service_period_end: 'timestamptz',
  customer_id: 'bigint',
  // Written by `pools` alone.
  pool_code: 'text',
  usage_jumped_at: 'timestamptz',
  // What runs on the card: written by `orders/records/cardPackages` alone.
  package_name: 'text',
  package_ends_at: 'timestamptz',
  flow_total: 'bigint',
  voice_total: 'bigint',
  sms_total: 'bigint',
} as const;
export type OwnColumns = Partial<Pick<CardRow, keyof typeof OWN_COLUMNS>>;

/** Writes each of these locked cards' own values; all change the same columns. */
export async function writeOwnColumns(
  ctx: Ctx,
  cards: readonly { readonly id: string; readonly written: OwnColumns }[],
): Promise<void> {
  const [first] = cards;
  if (!first) return;
  const columns = (Object.keys(OWN_COLUMNS) as (keyof typeof OWN_COLUMNS)[]).filter((name) => name in first.written);
  const rows = JSON.stringify(cards.map(({ id, written }) => ({ id, ...written })));
  const write = sql`
    update cards.card c set
      updated_at = ${ctx.clock.now()}, ${sql.join(columns.map((name) => sql`${sql.ref(name)} = g.${sql.ref(name)}`))}
    from jsonb_to_recordset(${rows}::jsonb)
      as g (id bigint, ${sql.join(columns.map((name) => sql`${sql.ref(name)} ${sql.raw(OWN_COLUMNS[name])}`))})
    where c.id = g.id`;
  await (columns.some(decidesCount) ? sql`with ${marked(sql`${write} returning c.id`)} select` : write).execute(
    ctx.beyondScope('cards that were read and locked within the scope'),
  );
  await tellOwners(
    ctx,
    cards.flatMap(({ id, written }) => (written.customer_id ? [{ cardId: id, customerId: written.customer_id }] : [])),
  );
}
