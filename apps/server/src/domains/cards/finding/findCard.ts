import { normalIccid, spellingsOf } from '@cardinal/primitives/iccid.ts';
import type { Database } from '../../../framework/tables.ts';
import type { CardRow } from '../cardStore.ts';

/** A card within the caller's scope; an ICCID of 19 or 20 digits finds the same card. */
export const findCard = (
  db: Database,
  iccid: string,
): Promise<Pick<CardRow, 'id' | 'iccid' | 'platform' | 'kind' | 'customer_id' | 'product_code'> | undefined> =>
  db
    .selectFrom('cards.card')
    .select(['id', 'iccid', 'platform', 'kind', 'customer_id', 'product_code'])
    .where('iccid', 'in', spellingsOf(normalIccid(iccid)))
    .orderBy('id')
    .executeTakeFirst();
