import { text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { capabilitiesOf } from '../../carriers/face.ts';

const MINUTE_MS = 60_000;
const EVERY_MS = 5 * MINUTE_MS;
const RUNS = 40;
/** What stopped one of them, so that the list shows how that looks. */
const HALTED = text('超时：运营商未在规定时间内应答', 'Timed out: the carrier did not answer in time');
/** The n-th is this far behind in finding differences and deciding them. */
const DECIDED = ['theirs', 'ours', 'gone'] as const;

/** Hours of sync runs of the accounts that list their changes, and the differences of yesterday's reconciliation. */
export async function seedSyncDemo(ctx: Ctx, accountIds: readonly string[]): Promise<void> {
  const now = ctx.clock.now().getTime();
  for (const accountId of accountIds) {
    if (!(await capabilitiesOf(ctx, accountId))?.operations.includes('listDevices')) continue;
    await ctx.db
      .insertInto('cards.sync_run')
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
  }
}

async function seedDecided(ctx: Ctx, accountId: string, foundAt: Date): Promise<void> {
  const cards = await ctx.db
    .selectFrom('cards.card')
    .select(['id', 'iccid', 'customer_id'])
    .where('carrier_account_id', '=', accountId)
    .where('carrier_status', '=', 'ACTIVATED')
    .orderBy('id')
    .limit(DECIDED.length * 2)
    .execute();
  if (cards.length === 0) return;
  await ctx.db
    .insertInto('cards.carrier_difference')
    .values(
      cards.map((card, at) => {
        const state = DECIDED[at % DECIDED.length] ?? 'gone';
        // What is agreed by now was ours to keep, or theirs to take over.
        const isOurs = state !== 'theirs';
        return {
          id: ctx.ids.next(),
          card_id: card.id,
          iccid: card.iccid,
          customer_id: card.customer_id,
          carrier_account_id: accountId,
          task_id: ctx.ids.next(),
          kind: 'status' as const,
          ours: isOurs ? 'ACTIVATED' : 'DEACTIVATED',
          theirs: isOurs ? 'DEACTIVATED' : 'ACTIVATED',
          found_at: foundAt,
          state,
          decided_at: new Date(foundAt.getTime() + (at + 3) * MINUTE_MS),
          decided_name: state === 'gone' ? null : 'admin',
          decided_task_id: null,
        };
      }),
    )
    .execute();
}
