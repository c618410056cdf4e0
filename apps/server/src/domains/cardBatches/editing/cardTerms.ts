import type { readCard } from '@cardinal/contract/api/cardViews/cardDetail.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { CardRow } from '../../cards/face.ts';
import { type CardTerms, termsOfVersion } from '../../catalogue/face.ts';

type Periods = { readonly testEnds: Date | null; readonly silentEnds: Date | null };

/**
 * The test period of a card that was never activated, and the silent period after it; both count from the day it came into
 * stock. Null where its product defines none.
 */
export function periodsOf(inStockSince: Date, { testDays, silentDays }: CardTerms): Periods {
  const after = (days: number) => new Date(inStockSince.getTime() + days * DAY_MS);
  return {
    testEnds: testDays > 0 ? after(testDays) : null,
    silentEnds: silentDays > 0 ? after(testDays + silentDays) : null,
  };
}

/** The terms that apply to a card; null without a product. */
export async function cardTerms(ctx: Ctx, card: CardRow): Promise<AnswerOf<typeof readCard>['terms']> {
  if (card.product_code === null || card.product_version === null) return null;
  const terms = await termsOfVersion(ctx, card.product_code, card.product_version);
  if (!terms) return null;
  const isNew = card.lifecycle === 'unactivated';
  const { testEnds, silentEnds } = isNew ? periodsOf(card.created_at, terms) : { testEnds: null, silentEnds: null };
  return {
    version: card.product_version,
    imeiLock: terms.imeiLock,
    testEnds: testEnds?.toISOString() ?? null,
    silentEnds: silentEnds?.toISOString() ?? null,
  };
}
