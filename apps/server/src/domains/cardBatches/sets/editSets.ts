import type {
  editCardSet as editEndpoint,
  uploadCardSet as uploadEndpoint,
} from '@cardinal/contract/api/cardBatches/cardSets.ts';
import { cardSetNotFound, duplicateCardSet, tooManyCardSets } from '@cardinal/contract/api/cardBatches/refusals.ts';
import { type AnswerOf, type BodyOf, DONE } from '@cardinal/contract/framework/endpoint.ts';
import { type FieldProblem, Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import type { Upload } from '../../../framework/domain.ts';
import { refuseDuplicate, refusedAt } from '../../../framework/duplicates.ts';
import { SheetRefusal } from '../../../sheets/sheetRefusal.ts';
import { openNumbers, setFiles } from './setFile.ts';
import { readSetJob, refreshSetJob } from './setJobs.ts';
import { dropNumbers, takeTime } from './setStore.ts';
import { cardSetOf } from './useSets.ts';

/** The unique index that keeps names unique per account. */
const UNIQUE_NAME = 'card_set_account_id_name_key';
/** The limit per account; each set holds up to half a million rows. */
const MOST_SETS = 30;

const nameTaken = () => refusedAt('name', duplicateCardSet);
const shownName = (name: string): string => name.toWellFormed().replace(/\p{Cc}/gu, '');

/** Accepts a file of numbers under a name; reading continues after the response. */
export async function uploadSet(
  ctx: Ctx,
  asked: BodyOf<typeof uploadEndpoint>,
  upload: Upload,
): Promise<AnswerOf<typeof uploadEndpoint>> {
  const { accountId, account, customerId } = accountOf(ctx);
  await checkBeginning(upload);
  const { kept } = await ctx.db
    .selectFrom('card_batches.card_set')
    .select((on) => on.fn.countAll<string>().as('kept'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  if (Number(kept) >= MOST_SETS) throw new Refused(tooManyCardSets, { most: MOST_SETS });
  const id = ctx.ids.next();
  const set = {
    id,
    customer_id: customerId,
    account_id: accountId,
    account_name: account,
    name: asked.name,
    is_shared: asked.isShared ?? false,
    state: 'reading',
    file_name: shownName(upload.fileName),
    file_bytes: upload.bytes,
    file_sha256: upload.sha256,
    created_at: ctx.clock.now(),
  } as const;
  await refuseDuplicate(UNIQUE_NAME, nameTaken(), ctx.db.insertInto('card_batches.card_set').values(set).execute());
  await setFiles.keep(ctx, set, upload.path);
  await ctx.enqueue(readSetJob, { setId: id }, { key: id });
  ctx.note({
    objectKind: 'cardSet',
    objectId: id,
    summary: `${set.name} ← ${set.file_name}`,
    after: { name: set.name, isShared: set.is_shared, sha256: upload.sha256, bytes: upload.bytes },
  });
  return { id };
}

/** An invalid name, size or file type is reported at once, at the file's own field. */
async function checkBeginning(upload: Upload): Promise<void> {
  try {
    const sheet = await openNumbers(upload.path, upload.fileName);
    await sheet.close();
  } catch (error) {
    if (!(error instanceof SheetRefusal)) throw error;
    throw new Refused(invalid, {}, [{ field: 'file', ...error.problem } as FieldProblem]);
  }
}

/** A set the caller may change, which is one of its own. Shared sets can only be used. */
async function lockOwn(ctx: Ctx, id: string) {
  const set = await ctx.db
    .selectFrom('card_batches.card_set')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountOf(ctx).accountId)
    .forUpdate()
    .executeTakeFirst();
  if (!set) throw new Refused(cardSetNotFound);
  return set;
}

export async function editSet(ctx: Ctx, { id, name, isShared }: BodyOf<typeof editEndpoint>): Promise<typeof DONE> {
  const before = await lockOwn(ctx, id);
  const write = ctx.db
    .updateTable('card_batches.card_set')
    .set({ name, is_shared: isShared })
    .where('id', '=', id)
    .execute();
  await refuseDuplicate(UNIQUE_NAME, nameTaken(), write);
  ctx.note({
    objectKind: 'cardSet',
    objectId: id,
    summary: name,
    before: { name: before.name, isShared: before.is_shared },
    after: { name, isShared },
  });
  return DONE;
}

/** Deletes the set and its numbers; a running read finds no set to continue with. */
export async function deleteSet(ctx: Ctx, id: string): Promise<typeof DONE> {
  const set = await lockOwn(ctx, id);
  const { name, is_shared } = set;
  await takeTime(ctx.db, 0);
  await setFiles.remove(ctx, set);
  await ctx.db.deleteFrom('card_batches.card_set').where('id', '=', id).execute();
  await dropNumbers(ctx.db, id);
  ctx.note({ objectKind: 'cardSet', objectId: id, summary: name, before: { name, isShared: is_shared } });
  return DONE;
}

/** Anyone who may use a set may request a refresh. */
export async function askRefresh(ctx: Ctx, id: string): Promise<typeof DONE> {
  const { state, name } = await cardSetOf(ctx, id);
  if (state === 'ready') {
    await ctx.db
      .updateTable('card_batches.card_set')
      .set({ refresh_asked_at: ctx.clock.now() })
      .where('id', '=', id)
      .execute();
    await ctx.enqueue(refreshSetJob, { setId: id }, { key: id });
  }
  ctx.note({ objectKind: 'cardSet', objectId: id, summary: name });
  return DONE;
}
