import type { chipImports, numberImports } from '@cardinal/contract/api/esim/imports.ts';
import { CardKind, Platform } from '@cardinal/contract/enumerations/card.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { CNY } from '@cardinal/primitives/money.ts';
import { problem } from '@cardinal/primitives/problem.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { Upload } from '../../../framework/domain.ts';
import { type ImportAccount, importAccounts } from '../../cardImports/face.ts';
import { productFor, refusedAt, takeSheet, targetOf } from '../../sheetImports/face.ts';
import { ofContent } from './importKind.ts';
import type { EsimImportContent } from './importTables.ts';

type Asked = BodyOf<typeof chipImports.upload> & Partial<BodyOf<typeof numberImports.upload>>;
type Uploaded = AnswerOf<typeof chipImports.upload>;

/** The carriers that provide numbers for chips. */
const NUMBER_PLATFORMS: readonly Platform[] = [
  Platform.values.Lt,
  Platform.values.Yd,
  Platform.values.Dx,
  Platform.values.Gj,
];
const isEsimAccount = (account: ImportAccount) => account.platform === Platform.values.eSIM;
const isNumberAccount = (account: ImportAccount) => NUMBER_PLATFORMS.includes(account.platform);

/** Accepts a sheet and the common facts of its rows; reading continues after the response. */
export async function uploadImport(
  ctx: Ctx,
  content: EsimImportContent,
  asked: Asked,
  upload: Upload,
): Promise<Uploaded> {
  const isRight = content === 'chips' ? isEsimAccount : isNumberAccount;
  const account = await accountAt(ctx, 'carrierAccountId', asked.carrierAccountId, isRight);
  const smdp =
    content === 'chips' ? null : await accountAt(ctx, 'smdpAccountId', asked.smdpAccountId ?? '', isEsimAccount);
  const target = await targetOf(ctx, asked.customerId);
  const terms = { platform: account.platform, kind: CardKind.values.esim, target };
  const product = asked.productCode ? await productFor(ctx, asked.productCode, terms, PRODUCT_REFUSED) : undefined;
  return takeSheet(ctx, ofContent(content), upload, {
    account,
    target,
    product,
    own: {
      content,
      smdp_account_id: smdp?.id ?? null,
      platform: account.platform as Exclude<Platform, -1>,
      takes_cards: asked.takesCards ?? false,
      currency: asked.currency ?? CNY,
    },
  });
}

const PRODUCT_REFUSED = {
  notHeld: text('归属客户没有该产品', 'The owner customer does not have the product'),
  otherKind: text('不是 eSIM 产品', 'Not an eSIM product'),
};

async function accountAt(
  ctx: Ctx,
  field: string,
  id: string,
  isRight: (account: ImportAccount) => boolean,
): Promise<ImportAccount> {
  const [account] = id === '' ? [] : await importAccounts(ctx, id);
  if (!account) throw refusedAt(field, problem('通道不存在', 'Carrier account not found'));
  if (!isRight(account))
    throw refusedAt(field, problem('该通道不能用于此导入', 'This carrier account cannot be used for this import'));
  return account;
}

/** The accounts the importer may choose: those of the numbers' carriers, and the SM-DP+ or eIM. */
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
