import type {
  importOptions as optionsEndpoint,
  uploadImport as uploadEndpoint,
} from '@cardinal/contract/api/cards/imports.ts';
import { CardKind, CardSize, type Platform } from '@cardinal/contract/enumerations/card.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { type FieldProblem, Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { type Problem, problem } from '@cardinal/primitives/problem.ts';
import { say } from '@cardinal/primitives/text.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import type { Upload } from '../../../framework/domain.ts';
import { openSheet } from '../../../sheets/readSheet.ts';
import { SheetRefusal } from '../../../sheets/sheetRefusal.ts';
import { productHeldBy } from '../../catalogue/face.ts';
import { customerOf } from '../../customers/face.ts';
import { limitsOf } from '../../settings/face.ts';
import { importAccounts } from './importAccounts.ts';
import { keepImportFile } from './importFile.ts';
import { checkImportJob } from './importJobs.ts';

type Asked = BodyOf<typeof uploadEndpoint>;

const refusedAt = (field: string, found: Problem) => new Refused(invalid, {}, [{ field, ...found } as FieldProblem]);

/** Short, sayable, and made from the id, so it is as unique. */
export const batchNoOf = (id: string) => `I${BigInt(id).toString(36).toUpperCase()}`;

/** A name as it can be kept and shown, whatever bytes it was sent with. */
const shownName = (name: string): string => name.toWellFormed().replace(/\p{Cc}/gu, '');

/** Takes a sheet and a few facts about its cards; reading it goes on after the answer. */
export async function uploadImport(ctx: Ctx, asked: Asked, upload: Upload): Promise<AnswerOf<typeof uploadEndpoint>> {
  const { accountId, account: accountName, customerId } = accountOf(ctx);
  const [account] = await importAccounts(ctx, asked.carrierAccountId);
  if (!account || account.platform === -1) {
    throw refusedAt('carrierAccountId', problem('通道不存在', 'No such carrier account'));
  }
  const target = asked.customerId ?? customerId;
  if (!(await customerOf(ctx.db, target))) {
    throw refusedAt('customerId', problem('客户不存在', 'No such customer'));
  }
  const product = await importedProduct(ctx, asked, { platform: account.platform, target });
  await checkBeginning(upload, (await limitsOf(ctx.db)).importFileBytes);
  const id = ctx.ids.next();
  const fileName = shownName(upload.fileName);
  const batch = {
    id,
    batch_no: batchNoOf(id),
    customer_id: customerId,
    target_customer_id: target,
    account_id: accountId,
    account_name: accountName,
    carrier_account_id: account.id,
    platform: account.platform,
    sub_type: account.subType,
    kind: asked.kind,
    size: asked.size ?? null,
    product_code: product.code,
    product_version: product.version,
    is_prefix_confirmed: asked.unknownPrefixConfirmed ?? false,
    state: 'checking',
    file_name: fileName,
    file_bytes: upload.bytes,
    file_sha256: upload.sha256,
    created_at: ctx.clock.now(),
  } as const;
  await keepImportFile(ctx, batch, upload.path);
  await ctx.db.insertInto('cards.import_batch').values(batch).execute();
  await ctx.enqueue(checkImportJob, { batchId: id }, { key: id });
  ctx.note({
    objectKind: 'importBatch',
    objectId: id,
    summary: `${fileName} → ${account.name}`,
    after: { batchNo: batch.batch_no, sha256: upload.sha256, bytes: upload.bytes, customerId: target },
  });
  return { batchId: id, batchNo: batch.batch_no };
}

/** The product the cards come under: of the same carrier and kind, sold, and in the hands of whoever gets the cards. */
async function importedProduct(ctx: Ctx, asked: Asked, to: { platform: Platform; target: string }) {
  const own = accountOf(ctx).customerId;
  const held = await productHeldBy(ctx, asked.productCode, [own, to.target]);
  const refuse = (zh: string, en: string) => refusedAt('productCode', problem(zh, en));
  if (!held.has(own)) throw refuse('产品不存在', 'No such product');
  const product = held.get(to.target);
  if (!product) throw refuse('归属客户没有该产品', 'Whoever gets the cards does not have the product');
  if (product.notSold) throw refuse(product.notSold.zh, product.notSold.en);
  if (product.platform !== to.platform) throw refuse('产品与通道的运营商不一致', 'Another carrier than the account’s');
  if (product.kind !== asked.kind) throw refuse('产品与卡类型不一致', 'Another kind of card than the product’s');
  return product;
}

/** What is named, sized or begun wrongly is told at once, at the file's own field. */
async function checkBeginning(upload: Upload, bytes: number): Promise<void> {
  try {
    const sheet = await openSheet(upload.path, upload.fileName, { bytes });
    await sheet.close();
  } catch (error) {
    if (error instanceof SheetRefusal) throw refusedAt('file', error.problem);
    throw error;
  }
}

export async function importOptions(ctx: Ctx): Promise<AnswerOf<typeof optionsEndpoint>> {
  const accounts = await importAccounts(ctx);
  const words = <V extends string | number>(set: {
    options: readonly { value: V; label: { zh: string; en: string } }[];
  }) => set.options.map(({ value, label }) => ({ value, label: say(label, ctx.language) }));
  return {
    carrierAccounts: accounts.map(({ id, name, platform }) => ({ id, name, platform })),
    kinds: words(CardKind),
    sizes: words(CardSize),
  };
}
