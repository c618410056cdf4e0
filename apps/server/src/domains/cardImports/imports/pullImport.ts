import { createHash } from 'node:crypto';
import {
  accountCannotList,
  type importFromCarrier as endpoint,
  type readInventory as inventoryEndpoint,
  nothingToPull,
} from '@cardinal/contract/api/cardImports/importSources.ts';
import { accountNotConnected, accountStateRefused } from '@cardinal/contract/api/carriers/carriers.ts';
import { type AnswerOf, type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { latestRun, ownAccount, restartListing } from '../../carrierSync/face.ts';
import { capabilitiesOf } from '../../carriers/face.ts';
import { limitsOf } from '../../settings/face.ts';
import { beginBatch } from '../../sheetImports/face.ts';
import { IS_OFFERED } from '../unmatched/offeredCards.ts';
import { CARD_IMPORT } from './importKind.ts';
import { termsAsked } from './uploadImport.ts';

/**
 * Turns the new cards an account lists, selected ones or all, into the rows of a batch. Only for an account of the caller's
 * scope.
 */
export async function importFromCarrier(
  ctx: Ctx,
  { ids, ...asked }: BodyOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const { id: accountId } = await ownAccount(ctx, asked.carrierAccountId);
  const terms = await termsAsked(ctx, asked);
  const batchId = ctx.ids.next();
  const { importRows } = await limitsOf(ctx.db);
  const picked = ids ? sql`and s.id = any(${[...ids]}::bigint[])` : sql``;
  const { rows } = await sql<{ id: string }>`
    update card_imports.unmatched_carrier_card set state = 'taken', decided_at = ${ctx.clock.now()},
      decided_name = ${accountOf(ctx).account}, import_batch_id = ${batchId}::bigint
    where id in (
      select s.id from card_imports.unmatched_carrier_card s
      where s.carrier_account_id = ${accountId}::bigint and ${IS_OFFERED} ${picked}
      order by s.id limit ${importRows} for update)
    returning id`.execute(ctx.db);
  if (rows.length === 0) throw new Refused(nothingToPull);
  const sha256 = createHash('sha256')
    .update(rows.map(({ id }) => id).join())
    .digest('hex');
  const source = { fileName: terms.account.name, bytes: 0, sha256 };
  return beginBatch(ctx, CARD_IMPORT, source, { ...terms, own: { ...terms.own, mode: 'pull' } }, batchId);
}

/** What is known of an account's card list, and how fresh it is. */
export async function readInventory(ctx: Ctx, carrierAccountId: string): Promise<AnswerOf<typeof inventoryEndpoint>> {
  const { id } = await ownAccount(ctx, carrierAccountId);
  const [{ rows }, isListed, run] = await Promise.all([
    sql<{ finished_at: Date | null; is_reading: boolean | null; fresh: number }>`
      select p.finished_at, p.pass_began_at is not null as is_reading,
        (select count(*)::int from card_imports.unmatched_carrier_card s where s.carrier_account_id = a.id and ${IS_OFFERED}) as fresh
      from (select ${id}::bigint as id) a left join carrier_sync.v_carrier_pass p on p.carrier_account_id = a.id`.execute(
      ctx.db,
    ),
    canList(ctx, id),
    latestRun(ctx, id),
  ]);
  const [known] = rows;
  return {
    isListed,
    listedAt: known?.finished_at?.toISOString() ?? null,
    isReading: known?.is_reading ?? false,
    seen: run?.seen ?? 0,
    halted: run?.halted ? say(run.halted, ctx.language) : null,
    fresh: known?.fresh ?? 0,
  };
}

export const canList = async (ctx: Ctx, accountId: string): Promise<boolean> => {
  const operations = (await capabilitiesOf(ctx, accountId))?.operations ?? [];
  return operations.includes('listDevices') || operations.includes('listCards');
};

/** Schedules a full read of the account's card list now, independent of its schedule. */
export async function listInventoryNow(ctx: Ctx, carrierAccountId: string): Promise<typeof DONE> {
  const account = await ownAccount(ctx, carrierAccountId);
  if (!(await canList(ctx, account.id))) throw new Refused(accountCannotList);
  if (!account.isConnected) throw new Refused(accountNotConnected);
  if (account.state !== 'on') throw new Refused(accountStateRefused);
  await restartListing(ctx, account.id);
  const summary = text(`重新读取卡清单 ${account.name}`, `Read the list of ${account.name} anew`);
  ctx.note({ objectKind: 'carrierAccount', objectId: account.id, summary });
  return DONE;
}
