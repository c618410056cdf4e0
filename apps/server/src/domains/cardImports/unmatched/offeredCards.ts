import { listOffered } from '@cardinal/contract/api/cardImports/importSources.ts';
import { say } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import { dataset } from '../../../framework/dataset.ts';
import { listedStatus } from './unmatchedCards.ts';

/**
 * Of unmatched cards `s`: no card of anybody's, and not on its way by a batch that is still under way. A row a batch has left
 * out is offered again.
 */
export const IS_OFFERED = sql<boolean>`s.state <> 'closed'
  and not exists (select 1 from cards.v_card_identifier i where i.kind = 1 and i.value in (s.iccid, left(s.iccid, 19)))
  and not exists (select 1 from card_imports.import_batch b where b.id = s.import_batch_id
    and b.state in ('checking', 'waiting', 'running', 'undoing'))`;

/** For the accounts the caller may see; any other account offers none. */
export const offeredDataset = dataset(listOffered, {
  from: (ctx) =>
    ctx.db
      .selectFrom('carriers.v_account as a')
      .innerJoin('card_imports.unmatched_carrier_card as s', 's.carrier_account_id', 'a.id')
      .where(IS_OFFERED),
  table: 's',
  select: (query) => query.selectAll('s').select('a.platform'),
  present: async (rows, ctx) =>
    rows.map((row) => ({ status: say(listedStatus(row.platform, row.status), ctx.language) })),
});
