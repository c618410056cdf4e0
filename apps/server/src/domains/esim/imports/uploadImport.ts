import type { chipImports, numberImports } from '@cardinal/contract/api/esim/imports.ts';
import { CardKind, Platform } from '@cardinal/contract/enumerations/card.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { type FieldProblem, Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { CNY } from '@cardinal/primitives/money.ts';
import { type Problem, problem } from '@cardinal/primitives/problem.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import type { Upload } from '../../../framework/domain.ts';
import { openSheet } from '../../../sheets/readSheet.ts';
import { SheetRefusal } from '../../../sheets/sheetRefusal.ts';
import { type ImportAccount, importAccounts } from '../../cards/face.ts';
import { productHeldBy } from '../../catalogue/face.ts';
import { customerOf } from '../../customers/face.ts';
import { limitsOf } from '../../settings/face.ts';
import { keepImportFile } from './importFile.ts';
import { checkImportJob } from './importJobs.ts';
import type { EsimImportContent } from './importTables.ts';

type Asked = BodyOf<typeof chipImports.upload> & Partial<BodyOf<typeof numberImports.upload>>;
type Uploaded = AnswerOf<typeof chipImports.upload>;

const refusedAt = (field: string, found: Problem) => new Refused(invalid, {}, [{ field, ...found } as FieldProblem]);

/** The carriers whose numbers are written on chips. */
const NUMBER_PLATFORMS: readonly Platform[] = [
  Platform.values.Lt,
  Platform.values.Yd,
  Platform.values.Dx,
  Platform.values.Gj,
];
const isEsimAccount = (account: ImportAccount) => account.platform === Platform.values.eSIM;
const isNumberAccount = (account: ImportAccount) => NUMBER_PLATFORMS.includes(account.platform);

/** A name as it can be kept and shown, whatever bytes it was sent with. */
const shownName = (name: string): string => name.toWellFormed().replace(/\p{Cc}/gu, '');

/** Takes a sheet and what its rows have in common; reading it goes on after the answer. */
export async function uploadImport(
  ctx: Ctx,
  content: EsimImportContent,
  asked: Asked,
  upload: Upload,
): Promise<Uploaded> {
  const { accountId, account: accountName, customerId } = accountOf(ctx);
  const isRight = content === 'chips' ? isEsimAccount : isNumberAccount;
  const account = await accountAt(ctx, 'carrierAccountId', asked.carrierAccountId, isRight);
  const smdp =
    content === 'chips' ? null : await accountAt(ctx, 'smdpAccountId', asked.smdpAccountId ?? '', isEsimAccount);
  const target = asked.customerId ?? customerId;
  if (!(await customerOf(ctx.db, target))) {
    throw refusedAt('customerId', problem('客户不存在', 'No such customer'));
  }
  const product = asked.productCode ? await soldAs(ctx, asked.productCode, account.platform, target) : undefined;
  await checkBeginning(upload, (await limitsOf(ctx.db)).importFileBytes);
  const id = ctx.ids.next();
  const batch = {
    id,
    batch_no: `E${BigInt(id).toString(36).toUpperCase()}`,
    content,
    customer_id: customerId,
    target_customer_id: target,
    account_id: accountId,
    account_name: accountName,
    carrier_account_id: account.id,
    smdp_account_id: smdp?.id ?? null,
    platform: account.platform as Exclude<Platform, -1>,
    product_code: product?.code ?? null,
    product_version: product?.version ?? null,
    takes_cards: asked.takesCards ?? false,
    currency: asked.currency ?? CNY,
    state: 'checking',
    file_name: shownName(upload.fileName),
    file_bytes: upload.bytes,
    file_sha256: upload.sha256,
    reading_id: null,
    choice: null,
    failure_zh: null,
    failure_en: null,
    task_id: null,
    undo_task_id: null,
    created_at: ctx.clock.now(),
    checked_at: null,
    finished_at: null,
  } as const;
  await keepImportFile(ctx, batch, upload.path);
  await ctx.db.insertInto('esim.import_batch').values(batch).execute();
  await ctx.enqueue(checkImportJob, { batchId: id }, { key: id });
  ctx.note({
    objectKind: 'esimImport',
    objectId: id,
    summary: `${batch.file_name} → ${account.name}`,
    after: { batchNo: batch.batch_no, content, sha256: upload.sha256, bytes: upload.bytes, customerId: target },
  });
  return { batchId: id, batchNo: batch.batch_no };
}

async function accountAt(
  ctx: Ctx,
  field: string,
  id: string,
  isRight: (account: ImportAccount) => boolean,
): Promise<ImportAccount> {
  const [account] = id === '' ? [] : await importAccounts(ctx, id);
  if (!account) throw refusedAt(field, problem('通道不存在', 'No such carrier account'));
  if (!isRight(account)) throw refusedAt(field, problem('该通道不能用于此导入', 'The account is not for this import'));
  return account;
}

/** The product of the numbers' cards: of their carrier, of the kind eSIM, and in the hands of whoever gets them. */
async function soldAs(ctx: Ctx, code: string, platform: Platform, target: string) {
  const own = accountOf(ctx).customerId;
  const held = await productHeldBy(ctx, code, [own, target]);
  const refuse = (zh: string, en: string) => refusedAt('productCode', problem(zh, en));
  if (!held.has(own)) throw refuse('产品不存在', 'No such product');
  const product = held.get(target);
  if (!product) throw refuse('归属客户没有该产品', 'Whoever gets the numbers does not have the product');
  if (product.notSold) throw refuse(product.notSold.zh, product.notSold.en);
  if (product.platform !== platform) throw refuse('产品与通道的运营商不一致', 'Another carrier than the account’s');
  if (product.kind !== CardKind.values.esim) throw refuse('不是 eSIM 产品', 'Not an eSIM product');
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

/** The accounts in reach of whoever imports: those of the numbers' carriers, and the SM-DP+ or eIM. */
export async function importOptions(
  ctx: Ctx,
  content: EsimImportContent,
): Promise<AnswerOf<typeof chipImports.options>> {
  const accounts = await importAccounts(ctx);
  const shown = (isRight: (account: ImportAccount) => boolean) =>
    accounts.filter(isRight).map(({ id, name, platform }) => ({ id, name, platform }));
  return {
    carrierAccounts: shown(content === 'chips' ? isEsimAccount : isNumberAccount),
    smdpAccounts: shown(isEsimAccount),
  };
}
