import { listNumbers } from '@cardinal/contract/api/esim/numbers.ts';
import { EsimEnableState, IdentifierType } from '@cardinal/contract/enumerations/card.ts';
import { say } from '@cardinal/primitives/text.ts';
import { type SqlBool, sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { type AnyQuery, dataset } from '../../../framework/dataset.ts';
import { bothForms, readIdentifierList } from '../../cards/face.ts';
import { carrierAccounts } from '../../carriers/face.ts';
import { customerNames } from '../../customers/face.ts';
import type { CodeNumberRow } from '../esimTables.ts';
import { FREE, ON_CHIP } from './numberStore.ts';
import { overdueMoment, overdueSince } from './overdueNumbers.ts';

const { iccid: ICCID, businessNumber: MSISDN, imsi: IMSI, eid: EID } = IdentifierType.values;

const column = (name: string) => sql`n.${sql.ref(name)}`;
const ofCard = (name: string) => sql`c.${sql.ref(name)}`;

/**
 * Code numbers within the caller's scope, which is that of their cards; the batch `b` only if the caller may see who imported.
 */
export const numbersOf = (ctx: Ctx) =>
  ctx.db
    .selectFrom('esim.code_number as n')
    .innerJoin('cards.v_esim_card as c', 'c.id', 'n.card_id')
    .leftJoin('esim.import_batch as b', 'b.id', 'n.import_batch_id');

type ShownNumber = CodeNumberRow & {
  customer_id: string;
  lifecycle: string;
  product_code: string | null;
  sees_cost: boolean;
};

export const numberDataset = dataset(listNumbers, {
  from: (ctx) => numbersOf(ctx),
  table: 'n',
  id: sql<string>`n.card_id`,
  columns: {
    id: column('card_id'),
    customerId: ofCard('customer_id'),
    lifecycle: ofCard('lifecycle'),
    productCode: ofCard('product_code'),
  },
  select: (query) =>
    query
      .selectAll('n')
      .select(['c.customer_id', 'c.lifecycle', 'c.product_code', sql<boolean>`b.id is not null`.as('sees_cost')]),
  present: (rows, ctx) => presentNumbers(rows, ctx),
  extra: async (all, asked, ctx) => {
    const since = asked.overdue === undefined ? undefined : overdueSince(await overdueMoment(ctx));
    const kept = since ? all.where(sql<SqlBool>`(${since}) = ${asked.overdue === true}`) : all;
    const flag = (so: typeof all, key: 'inStock' | 'onChip', condition: typeof FREE) =>
      asked[key] === undefined ? so : so.where(sql<SqlBool>`(${condition}) = ${asked[key] === true}`);
    const query = flag(flag(kept, 'inStock', FREE), 'onChip', ON_CHIP);
    const within = (key: 'iccids' | 'imsis' | 'msisdns' | 'eids', kind: number, name: string) => (so: typeof all) => {
      if (asked[key] === undefined) return so;
      const { values } = readIdentifierList(kind, String(asked[key]), key);
      return so.where(sql<SqlBool>`${column(name)} = any(${kind === ICCID ? bothForms(values) : values})`);
    };
    return [
      within('iccids', ICCID, 'iccid'),
      within('imsis', IMSI, 'imsi'),
      within('msisdns', MSISDN, 'msisdn'),
      within('eids', EID, 'eid'),
    ].reduce((so, narrow) => narrow(so), query);
  },
  figures: async (ctx, filtered) => {
    const [states, invalidCost] = await Promise.all([
      countStates(await filtered(), await overdueMoment(ctx)),
      sumInvalid(await filtered()),
    ]);
    return { ...states, invalidCost };
  },
});

async function countStates(query: AnyQuery, overdueBefore: Date) {
  const where = (condition: ReturnType<typeof sql>) => sql<number>`(count(*) filter (where ${condition}))::int`;
  return query
    .clearSelect()
    .select([
      sql<number>`count(*)::int`.as('total'),
      where(FREE).as('inStock'),
      where(sql`n.enable_state in (2, 4, 5)`).as('bound'),
      where(ON_CHIP).as('onChip'),
      where(sql`n.enable_state = 1`).as('enabled'),
      where(sql`n.enable_state = 3`).as('invalid'),
      where(overdueSince(overdueBefore)).as('overdue'),
    ])
    .executeTakeFirstOrThrow();
}

/** Invalid numbers are no stock, but their cost was paid. */
const sumInvalid = (query: AnyQuery) =>
  query
    .clearSelect()
    .select(['n.currency', sql<string>`sum(n.cost)::text`.as('amount')])
    .where(sql<SqlBool>`n.enable_state = 3 and n.cost is not null and b.id is not null`)
    .groupBy('n.currency')
    .orderBy('n.currency')
    .execute();

async function presentNumbers(rows: readonly ShownNumber[], ctx: Ctx) {
  const overdueBefore = await overdueMoment(ctx);
  const [accounts, names] = await Promise.all([
    carrierAccounts(
      ctx,
      rows.map((row) => row.carrier_account_id),
    ),
    customerNames(
      ctx.db,
      rows.map((row) => row.customer_id),
    ),
  ]);
  return rows.map((row) => ({
    id: row.card_id,
    carrierAccountName: accounts.get(row.carrier_account_id)?.name ?? null,
    stateWords: row.state_words && say(row.state_words, ctx.language),
    customerName: names.get(row.customer_id) ?? '',
    isOverdue:
      row.enable_state === EsimEnableState.values.bind && row.bound_at !== null && row.bound_at <= overdueBefore,
    cost: row.sees_cost ? row.cost : null,
    hasActivationCode: row.activation_code !== null || (row.matching_id !== null && row.smdp_address !== null),
  }));
}
