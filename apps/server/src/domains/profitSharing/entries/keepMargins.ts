import type { Money } from '@cardinal/primitives/money.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { fundsOf, ofCustomer } from '../../ledger/face.ts';
import type { MarginKeeper, OrderRow } from '../../orders/face.ts';
import { giveBackAtSource, payAtSource } from '../../subAccounts/face.ts';
import type { ProfitEntryRow } from '../profitTables.ts';
import { type Release, releaseMoment, wantedBalance } from '../rules/releaseRules.ts';
import { releasesOf } from '../rules/ruleStore.ts';
import { freezeAgain } from './linearParts.ts';

type Step = Parameters<MarginKeeper['sold']>[1]['steps'][number];
type Line = Parameters<MarginKeeper['sold']>[1]['lines'][number];

const ofLevels = (ctx: Ctx) => ctx.beyondScope('a sale earns profit for several levels');

/** Rows in one statement. */
const AT_ONCE = 500;

async function insert(ctx: Ctx, rows: readonly object[]): Promise<void> {
  for (let start = 0; start < rows.length; start += AT_ONCE) {
    await sql`insert into profit_sharing.entry
      select * from jsonb_populate_recordset(null::profit_sharing.entry, ${JSON.stringify(rows.slice(start, start + AT_ONCE))}::jsonb)`.execute(
      ofLevels(ctx),
    );
  }
}

/** What a level below the root earns, which is always known. */
const earned = ({ margin }: Step): bigint => margin?.minor ?? 0n;

const amounts = ({ reserve, price, margin }: Step, sign: 1n | -1n) => {
  const minor = (amount: Money | undefined) => String(sign * (amount?.minor ?? 0n));
  return { reserve: minor(reserve), price: minor(price), amount: minor(margin) };
};

/** The customer a level sold to: the next level down, at last the payer. */
const buyerOf = (order: OrderRow, steps: readonly Step[], at: number): string =>
  steps[at + 1]?.customerId ?? order.customer_id;

async function wantedOf(ctx: Ctx, order: OrderRow): Promise<bigint | undefined> {
  const { balance } = await fundsOf(ctx, ofCustomer(order.customer_id, order.currency, 'balance'));
  return wantedBalance(balance, BigInt(order.price) * BigInt(order.lines));
}

function soldEntry(ctx: Ctx, order: OrderRow, line: Line, step: Step, more: { buyerId: string; release: Release }) {
  const now = ctx.clock.now();
  return {
    id: ctx.ids.next(),
    customer_id: step.customerId,
    kind: 'sale',
    order_id: order.id,
    order_no: order.order_no,
    line_id: line.id,
    card_id: line.cardId,
    iccid: line.iccid,
    platform: line.platform,
    package_id: order.package_id,
    package_name: order.package_name,
    buyer_id: more.buyerId,
    payer_id: order.customer_id,
    source: order.source,
    currency: order.currency,
    ...amounts(step, 1n),
    share: step.share ?? null,
    reversed: '0',
    state: 'frozen',
    rule: more.release.rule,
    parts: more.release.rule === 'linearByDay' ? more.release.days : null,
    released: '0',
    release_at: releaseMoment(more.release, now),
    released_at: null,
    release_key: null,
    at: now,
  };
}

/** Of a level that the provider paid when the buyer did: posted, and at once paid out. */
const paidOut = (now: Date) => ({
  state: 'paidOut',
  rule: 'realTime',
  parts: null,
  release_at: null,
  released_at: now,
  wants_balance: null,
});

/** What is given back of profit that was paid at the source is frozen again first, so that all of it is taken from there. */
async function freezeFromSource(
  ctx: Ctx,
  order: OrderRow,
  total: bigint,
  meant: readonly { readonly entry: ProfitEntryRow; readonly step: Step }[],
): Promise<void> {
  const sums = new Map<string, bigint>();
  for (const { entry, step } of meant)
    if (entry.state === 'paidOut') sums.set(entry.customer_id, (sums.get(entry.customer_id) ?? 0n) + earned(step));
  if (sums.size === 0) return;
  const of = { orderId: order.id, currency: order.currency, lineId: meant[0]?.entry.line_id ?? '', total };
  await giveBackAtSource(
    ctx,
    of,
    [...sums].map(([customerId, amount]) => ({ customerId, amount })),
  );
}

/** Keeps what each level earned with each line, and takes it back from where it lies. */
export const marginEntries: MarginKeeper = {
  async sold(ctx, { order, lines, steps }) {
    const earning = steps.filter((step) => earned(step) !== 0n);
    if (earning.length === 0) return;
    const releases = await releasesOf(
      ctx,
      earning.map(({ customerId }) => customerId),
    );
    const wanted = await wantedOf(ctx, order);
    const of = { orderId: order.id, currency: order.currency, lineId: lines[0]?.id ?? '' };
    const times = BigInt(lines.length);
    // Only what an end user pays may be split.
    const atSource =
      order.buyer_id === null
        ? undefined
        : await payAtSource(
            ctx,
            of,
            earning.map((step) => ({ customerId: step.customerId, amount: earned(step) * times })),
          );
    await insert(
      ctx,
      lines.flatMap((line) =>
        earning.map((step) => ({
          ...soldEntry(ctx, order, line, step, {
            buyerId: buyerOf(order, steps, steps.indexOf(step)),
            release: releases.get(step.customerId) as Release,
          }),
          wants_balance: wanted === undefined ? null : String(wanted),
          ...(atSource?.has(step.customerId) ? paidOut(ctx.clock.now()) : {}),
        })),
      ),
    );
  },

  async givenBack(ctx, { order, lineIds, steps }) {
    const db = ofLevels(ctx);
    const sold = await db
      .selectFrom('profit_sharing.entry')
      .selectAll()
      .where(sql<boolean>`line_id = any(${lineIds}::bigint[])`)
      .where('kind', '=', 'sale')
      .orderBy('id')
      .forUpdate()
      .execute();
    const stepOf = new Map(steps.map((step) => [step.customerId, step]));
    const meant = sold.flatMap((entry) => {
      const step = stepOf.get(entry.customer_id);
      return step && earned(step) !== 0n ? [{ entry, step }] : [];
    });
    const [ids, backs] = [meant.map(({ entry }) => entry.id), meant.map(({ step }) => String(earned(step)))];
    const total = (steps.at(-1)?.price.minor ?? 0n) * BigInt(lineIds.length);
    await freezeFromSource(ctx, order, total, meant);
    const again = await freezeAgain(
      ctx,
      meant.map(({ entry, step }) => ({ entry, back: earned(step) })),
    );
    const agains = ids.map((id) => String(again.get(id) ?? 0n));
    const now = ctx.clock.now();
    await sql`update profit_sharing.entry e set reversed = e.reversed + back.amount, released = e.released - back.again,
        state = case when e.state <> 'frozen' then e.state when e.reversed + back.amount >= e.amount then 'reversed'
          when e.reversed + back.amount + e.released - back.again >= e.amount then 'released' else e.state end,
        released_at = case when e.state = 'frozen' and e.reversed + back.amount < e.amount
          and e.reversed + back.amount + e.released - back.again >= e.amount then ${now} else e.released_at end
      from unnest(${ids}::bigint[], ${backs}::bigint[], ${agains}::bigint[]) as back (id, amount, again)
      where e.id = back.id`.execute(db);
    await insert(
      ctx,
      meant.map(({ entry, step }) => {
        const isFrozen = entry.state === 'frozen';
        return {
          ...entry,
          id: ctx.ids.next(),
          kind: 'reversal',
          ...amounts(step, -1n),
          reversed: '0',
          released: '0',
          state: isFrozen ? 'reversed' : entry.state,
          release_at: null,
          wants_balance: null,
          released_at: isFrozen ? null : now,
          release_key: null,
          at: now,
        };
      }),
    );
    return new Map(
      [...Map.groupBy(sold, (entry) => entry.line_id)].map(([lineId, entries]) => [
        lineId,
        new Map(
          entries.map(({ customer_id, state }) => [customer_id, state === 'released' ? 'profit' : 'profitFrozen']),
        ),
      ]),
    );
  },
};
