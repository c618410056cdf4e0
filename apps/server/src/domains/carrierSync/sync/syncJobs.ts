import { Platform } from '@cardinal/contract/enumerations/card.ts';
import { idSchema } from '@cardinal/contract/framework/endpoint.ts';
import { text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import { job, reaction } from '../../../framework/domain.ts';
import { cardsImported } from '../../cardImports/events.ts';
import { AS_ITEMS } from '../../cards/face.ts';
import { accountsByPlatform, capabilitiesOf, carrierAccount, isDue } from '../../carriers/face.ts';
import { startTask } from '../../tasks/face.ts';
import { readSoon } from '../rotation/pollJobs.ts';
import { turnsBy } from '../rotation/pollReaders.ts';
import { scheduleEnrolment } from '../slots/pollSlotStore.ts';
import { forgetPass, readChanges } from './carrierPass.ts';

/** At most one per account waits. */
const READ_CHANGES = 'cards.readChanges';
const INVENTORY_SECONDS = 86_400;
/** Cards of one page of a carrier's list. */
const PAGE = 50;

/** Applies what changed at one carrier account since the last run, or its full card list. */
export const syncAccountJob = job({
  name: READ_CHANGES,
  payload: z.object({ carrierAccountId: idSchema }),
  keyed: 'waiting',
  concurrency: 4,
  run: async (ctx, { carrierAccountId }, signal) => {
    const end = await readChanges(ctx, carrierAccountId, signal);
    if (end.kind === 'finished' && end.changed > 0) {
      ctx.log.info({ carrierAccountId, ...end }, 'taken over from the carrier');
    }
    if (end.kind === 'unfinished' && !signal.aborted) await syncSoon(ctx, carrierAccountId);
  },
});

/** Starts every minute the accounts whose schedule is due; an account that could not be asked is retried a minute later. */
export const syncAllJob = job({
  name: 'cards.syncAll',
  payload: z.object({}),
  schedule: '* * * * *',
  run: async (ctx) => {
    for (const id of await dueAccounts(ctx)) await syncSoon(ctx, id);
  },
});

const syncSoon = (ctx: Ctx, carrierAccountId: string): Promise<void> =>
  ctx.enqueue({ name: READ_CHANGES }, { carrierAccountId }, { key: carrierAccountId });

/** Makes the next run read the account's full list from its beginning, in the caller's transaction. */
export async function restartListing(ctx: Ctx, carrierAccountId: string): Promise<void> {
  await forgetPass(ctx, carrierAccountId);
  await syncSoon(ctx, carrierAccountId);
}

/**
 * Enabled accounts whose list is due: lists of changes at the status interval, full lists, which take many calls, once a day.
 */
async function dueAccounts(ctx: Ctx): Promise<string[]> {
  const listing: string[] = [];
  const now = ctx.clock.now();
  const passes = await ctx.db
    .selectFrom('carrier_sync.carrier_pass')
    .select(['carrier_account_id', 'finished_at'])
    .execute();
  const finishedAt = new Map(passes.map((pass) => [pass.carrier_account_id, pass.finished_at]));
  for (const { value: platform } of Platform.options) {
    for (const account of await accountsByPlatform(ctx, platform)) {
      if (account.state !== 'on' || !account.isConnected) continue;
      const operations = (await capabilitiesOf(ctx, account.id))?.operations ?? [];
      const isListed = operations.includes('listDevices')
        ? isDue(account.schedules.status, account.lastSyncAt, now)
        : operations.includes('listCards') &&
          account.schedules.status > 0 &&
          isDue(INVENTORY_SECONDS, finishedAt.get(account.id) ?? null, now);
      if (isListed) listing.push(account.id);
    }
  }
  return listing;
}

/** Imported cards are queried at once, in whichever way takes fewer calls: one by one, or through the account's full list. */
export const syncImported = reaction(cardsImported, 'cards.syncImported', async (ctx, imported) => {
  const { carrierAccountId, cards } = imported;
  const capabilities = await capabilitiesOf(ctx, carrierAccountId);
  if (!capabilities) return;
  const { rows } = await sql<{ n: string }>`
    select count(*) as n from cards.v_card where carrier_account_id = ${carrierAccountId}::bigint`.execute(ctx.db);
  const pages = Math.ceil(Number(rows[0]?.n ?? 0) / PAGE);
  if (capabilities.operations.includes('listDevices') && pages < cards) {
    await ctx.transact(async (inside) => {
      await scheduleEnrolment(inside, carrierAccountId);
      await restartListing(inside, carrierAccountId);
    });
    return;
  }
  await ctx.transact((inside) => scheduleEnrolment(inside, carrierAccountId));
  // Cards never read are first in the polling order: batches take fewer calls than a task card by card.
  const account = await carrierAccount(ctx, carrierAccountId);
  if (account && account.schedules.status > 0 && turnsBy(ctx, 'status', capabilities)?.isMany) {
    return readSoon(ctx, carrierAccountId, 'status');
  }
  if (!capabilities.operations.includes('getDevice')) return;
  await ctx.transact(async (inside) => {
    await startTask(inside, {
      action: 'sync_card',
      title: text(`导入后同步 ${cards} 张`, `Sync after import: ${cards}`),
      customerId: imported.customerId,
      source: 'schedule',
      items: {
        select: inside.db
          .selectFrom('cards.v_card as c')
          .select(AS_ITEMS)
          .where('c.import_batch_id', '=', imported.importBatchId)
          .where('c.last_sync_at', 'is', null)
          .orderBy('c.id'),
      },
    });
  });
});
