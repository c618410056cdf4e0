import type {
  importOptions as optionsEndpoint,
  uploadImport as uploadEndpoint,
} from '@cardinal/contract/api/cardImports/imports.ts';
import { CardKind, CardSize } from '@cardinal/contract/enumerations/card.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { problem } from '@cardinal/primitives/problem.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { Upload } from '../../../framework/domain.ts';
import { productFor, refusedAt, takeSheet, targetOf } from '../../sheetImports/face.ts';
import { importAccounts } from './importAccounts.ts';
import { CARD_IMPORT } from './importKind.ts';

type Asked = BodyOf<typeof uploadEndpoint>;

/** Accepts a sheet and the common facts of its cards; reading continues after the response. */
export async function uploadImport(ctx: Ctx, asked: Asked, upload: Upload): Promise<AnswerOf<typeof uploadEndpoint>> {
  return takeSheet(ctx, CARD_IMPORT, upload, await termsAsked(ctx, asked));
}

/** The common facts of a batch's cards, checked against what the caller may set. */
export async function termsAsked(ctx: Ctx, asked: Asked) {
  const [account] = await importAccounts(ctx, asked.carrierAccountId);
  if (!account || account.platform === -1) {
    throw refusedAt('carrierAccountId', problem('通道不存在', 'Carrier account not found'));
  }
  const { platform, subType } = account;
  const target = await targetOf(ctx, asked.customerId);
  const product = await productFor(ctx, asked.productCode, { platform, kind: asked.kind, target }, PRODUCT_REFUSED);
  return {
    account: { ...account, platform },
    target,
    product,
    own: {
      platform,
      sub_type: subType,
      kind: asked.kind,
      size: asked.size ?? null,
      remark: asked.remark || null,
      is_prefix_confirmed: asked.unknownPrefixConfirmed ?? false,
    },
  };
}

const PRODUCT_REFUSED = {
  notHeld: text('归属客户没有该产品', 'The owner customer does not have the product'),
  otherKind: text('产品与卡类型不一致', 'Card kind does not match the product'),
};

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
