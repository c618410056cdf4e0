import { LtSubType, Platform, YdSubType } from '@cardinal/contract/enumerations/card.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import { type Ctx, holds } from '../../../framework/context.ts';
import { carrierAccounts } from '../../carriers/face.ts';

/**
 * Display names of the accounts behind products: their own name for callers who may see carrier accounts, otherwise carrier and
 * interface.
 */
export async function accountNames(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const accounts = await carrierAccounts(ctx, ids);
  const own = new Set(
    holds(ctx.actor, 'platformConfig.view') && ids.length > 0
      ? (
          await ctx.db
            .selectFrom('carriers.v_account')
            .select('id')
            .where('id', 'in', [...new Set(ids)])
            .execute()
        ).map((row) => row.id)
      : [],
  );
  return new Map(
    [...accounts.values()].map((account) => {
      if (own.has(account.id)) return [account.id, account.name];
      const carrier = Platform.labelOf(account.platform);
      const words =
        account.platform === Platform.values.Lt
          ? LtSubType
          : account.platform === Platform.values.Yd
            ? YdSubType
            : null;
      if (account.subType === null || !words) return [account.id, say(carrier, ctx.language)];
      const channel = words.labelOf(account.subType);
      return [account.id, say(text(`${carrier.zh} ${channel.zh}`, `${carrier.en} ${channel.en}`), ctx.language)];
    }),
  );
}
