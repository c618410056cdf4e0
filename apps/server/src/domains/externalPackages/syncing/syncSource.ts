import { idSchema } from '@cardinal/contract/framework/endpoint.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import type { Ctx } from '../../../framework/context.ts';
import { job } from '../../../framework/domain.ts';
import type { OfferSeen } from '../adapters/operations.ts';
import type { SourceRow } from '../externalTables.ts';
import { askSource } from '../sources/gate.ts';
import { beyond, sourceById } from '../sources/sourceStore.ts';
import { applySeen } from './applySeen.ts';
import { keepBalance } from './keepBalance.ts';

/** No platform offers more pages than that; one that says so is not believed. */
const MOST_PAGES = 100;
const TOO_MANY = text('对方的套餐过多，未同步', 'The source lists too many packages; nothing was synced');

type Read = { readonly offers: readonly OfferSeen[] } | { readonly words: Text };

const change = (ctx: Ctx, id: string, set: Partial<SourceRow>) =>
  beyond(ctx)
    .updateTable('external_packages.source')
    .set(set as never)
    .where('id', '=', id)
    .execute();

/** All that the source offers, or why not: a list that was not read to its end says nothing of what is gone. */
async function readAll(ctx: Ctx, source: SourceRow, signal: AbortSignal | undefined): Promise<Read> {
  const offers = new Map<string, OfferSeen>();
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const heard = await askSource(ctx, source, 'packages', { page }, signal);
    if (heard.kind !== 'ok') return { words: heard.words };
    for (const each of heard.answer.offers) offers.set(each.code, each);
    await change(ctx, source.id, { sync_read: offers.size });
    if (!heard.answer.hasMore) return { offers: [...offers.values()] };
  }
  return { words: TOO_MANY };
}

/** Reads a source and applies what it says in one transaction: whole or not at all. Killed or repeated, it changes nothing twice. */
export async function syncOne(ctx: Ctx, sourceId: string, signal?: AbortSignal): Promise<void> {
  const source = await sourceById(ctx, sourceId);
  if (!source?.is_enabled) return;
  await change(ctx, sourceId, { sync_state: 'running', sync_read: 0, sync_zh: null, sync_en: null });
  const funds = await askSource(ctx, source, 'balance', {}, signal);
  if (funds.kind === 'ok') await keepBalance(ctx, sourceId, funds.answer.funds);
  const read = await readAll(ctx, source, signal);
  if ('words' in read) {
    await change(ctx, sourceId, { sync_state: 'failed', sync_zh: read.words.zh, sync_en: read.words.en });
    return;
  }
  await ctx.transact((inside) => applySeen(inside, sourceId, read.offers));
}

export const syncSourceJob = job({
  name: 'externalPackages.sync',
  payload: z.object({ sourceId: idSchema }),
  keyed: 'waiting',
  retries: 20,
  run: (ctx, { sourceId }, signal) => syncOne(ctx, sourceId, signal),
});

/** A source is synced an hour after the last time; one that a worker left half-way is begun again. */
export const syncAllJob = job({
  name: 'externalPackages.syncAll',
  payload: z.object({}),
  schedule: '23 * * * *',
  run: async (ctx) => {
    const due = await beyond(ctx)
      .selectFrom('external_packages.source')
      .select('id')
      .where('is_enabled', '=', true)
      .orderBy('id')
      .execute();
    for (const { id } of due) await ctx.enqueue(syncSourceJob, { sourceId: id }, { key: id });
  },
});
