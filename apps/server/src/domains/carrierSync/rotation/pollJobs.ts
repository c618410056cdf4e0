import { Platform } from '@cardinal/contract/enumerations/card.ts';
import { idSchema } from '@cardinal/contract/framework/endpoint.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import { job } from '../../../framework/domain.ts';
import { accountsByPlatform, capabilitiesOf } from '../../carriers/face.ts';
import { READING_KINDS, type ReadingKind } from '../slots/pollSlotRules.ts';
import { pollDueCards } from './pollDueCards.ts';
import { turnsBy } from './pollReaders.ts';

const READ_TURNS = 'cards.readTurns';
const key = (accountId: string, kind: ReadingKind) => `${accountId}:${kind}`;

/** Polls the due cards of one account. A poller mostly waits for its carrier, so many run at once. */
export const pollDueCardsJob = job({
  name: READ_TURNS,
  payload: z.object({ carrierAccountId: idSchema, kind: z.enum(READING_KINDS as [ReadingKind, ...ReadingKind[]]) }),
  keyed: 'waiting',
  concurrency: 16,
  run: async (ctx, { carrierAccountId, kind }, signal) => {
    const end = await pollDueCards(ctx, carrierAccountId, kind, signal);
    // A carrier that cannot be asked now is retried by the minute job.
    if (end.kind === 'unfinished' && !end.until && !signal.aborted) await readSoon(ctx, carrierAccountId, kind);
  },
});

/** Finds every minute the accounts whose schedule polls cards, and removes the marks of closed screens. */
export const rotateJob = job({
  name: 'cards.rotate',
  payload: z.object({}),
  schedule: '* * * * *',
  run: async (ctx) => {
    await sql`delete from carrier_sync.card_open where open_until <= ${ctx.clock.now()}`.execute(
      ctx.beyondScope('marks of open screens that have passed'),
    );
    for (const { accountId, kind } of await rotating(ctx)) await readSoon(ctx, accountId, kind);
  },
});

/** Polls the account's due cards at once. */
export const readSoon = (ctx: Ctx, carrierAccountId: string, kind: ReadingKind): Promise<void> =>
  ctx.enqueue({ name: READ_TURNS }, { carrierAccountId, kind }, { key: key(carrierAccountId, kind) });

/** The reading kinds that are active for each account that can be asked. */
async function rotating(ctx: Ctx): Promise<{ accountId: string; kind: ReadingKind }[]> {
  const found: { accountId: string; kind: ReadingKind }[] = [];
  for (const { value: platform } of Platform.options) {
    for (const account of await accountsByPlatform(ctx, platform)) {
      if (account.state !== 'on' || !account.isConnected) continue;
      const can = await capabilitiesOf(ctx, account.id);
      for (const kind of READING_KINDS) {
        if (can && account.schedules[kind] > 0 && turnsBy(ctx, kind, can)) found.push({ accountId: account.id, kind });
      }
    }
  }
  return found;
}
