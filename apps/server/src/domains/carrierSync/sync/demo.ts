import { text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { CardRow } from '../../cards/face.ts';
import { capabilitiesOf } from '../../carriers/face.ts';

const MINUTE_MS = 60_000;
const EVERY_MS = 5 * MINUTE_MS;
const RUNS = 40;
/** What interrupted one of them, as an example for the list. */
const HALTED = text('超时：运营商未在规定时间内应答', 'Timed out: the carrier did not respond in time');
/** How yesterday's differences were decided, in turn. */
const DECIDED = ['theirs', 'ours', 'gone'] as const;
/** Carrier statuses of cards that are active here and wait for a decision; the last card is unknown to the carrier. */
const OPEN = ['DEACTIVATED', 'DEACTIVATED', 'DEACTIVATED', null] as const;

/** Hours of sync runs of the accounts that list their changes, and the differences of two reconciliations. */
export async function seedSyncDemo(ctx: Ctx, accountIds: readonly string[]): Promise<void> {
  const now = ctx.clock.now().getTime();
  for (const accountId of accountIds) {
    if (!(await capabilitiesOf(ctx, accountId))?.operations.includes('listDevices')) continue;
    await ctx.db
      .insertInto('carrier_sync.sync_run')
      .values(
        Array.from({ length: RUNS }, (_, at) => {
          const beganAt = now - (at + 1) * EVERY_MS;
          const isHalted = at === 17;
          return {
            id: ctx.ids.next(),
            carrier_account_id: accountId,
            began_at: new Date(beganAt),
            finished_at: isHalted ? null : new Date(beganAt + 1_400 + (at % 7) * 310),
            is_full: at === RUNS - 1,
            seen: at === RUNS - 1 ? 2_950 : (at * 37) % 23,
            changed: (at * 37) % 5,
            halted_zh: isHalted ? HALTED.zh : null,
            halted_en: isHalted ? HALTED.en : null,
          };
        }),
      )
      .execute();
    await seedDecided(ctx, accountId, new Date(now - 26 * 60 * MINUTE_MS));
    await seedOpen(ctx, accountId, ctx.clock.now());
  }
}

async function seedDecided(ctx: Ctx, accountId: string, foundAt: Date): Promise<void> {
  const cards = await activeCards(ctx, accountId)
    .orderBy('id')
    .limit(DECIDED.length * 2)
    .execute();
  const rows = cards.map((card, at) => {
    const state = DECIDED[at % DECIDED.length] ?? 'gone';
    // Settled differences: either our status was kept, or the carrier's was applied.
    const [ours, theirs] = state === 'theirs' ? ['DEACTIVATED', 'ACTIVATED'] : ['ACTIVATED', 'DEACTIVATED'];
    return {
      ...found(ctx, card, foundAt, { ours, theirs }),
      state,
      decided_at: new Date(foundAt.getTime() + (at + 3) * MINUTE_MS),
      decided_name: state === 'gone' ? null : 'admin',
    };
  });
  if (rows.length > 0) await ctx.db.insertInto('carrier_sync.carrier_difference').values(rows).execute();
}

/** Found a moment ago; the simulated carrier gets the same statuses, so that either side can be chosen. */
async function seedOpen(ctx: Ctx, accountId: string, foundAt: Date): Promise<void> {
  const cards = await activeCards(ctx, accountId).orderBy('id', 'desc').limit(OPEN.length).execute();
  const rows = cards.map((card, at) => found(ctx, card, foundAt, { ours: 'ACTIVATED', theirs: OPEN[at] ?? null }));
  if (rows.length > 0) await ctx.db.insertInto('carrier_sync.carrier_difference').values(rows).execute();
}

const activeCards = (ctx: Ctx, accountId: string) =>
  ctx.db
    .selectFrom('cards.v_card')
    .select(['id', 'iccid', 'customer_id', 'carrier_account_id'])
    .where('carrier_account_id', '=', accountId)
    .where('carrier_status', '=', 'ACTIVATED');

const found = (
  ctx: Ctx,
  card: Pick<CardRow, 'id' | 'iccid' | 'customer_id' | 'carrier_account_id'>,
  foundAt: Date,
  sides: { ours: string; theirs: string | null },
) => ({
  id: ctx.ids.next(),
  card_id: card.id,
  iccid: card.iccid,
  customer_id: card.customer_id,
  carrier_account_id: card.carrier_account_id,
  task_id: ctx.ids.next(),
  kind: sides.theirs === null ? ('unknown' as const) : ('status' as const),
  ...sides,
  found_at: foundAt,
  decided_at: null,
  decided_name: null,
  decided_task_id: null,
});
