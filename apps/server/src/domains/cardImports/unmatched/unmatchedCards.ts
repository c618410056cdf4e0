import {
  type closeUnmatchedCards as closeEndpoint,
  listUnmatchedCards,
  unmatchedDecided,
} from '@cardinal/contract/api/cardImports/unmatchedCarrierCards.ts';
import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { statusTextOf } from '@cardinal/contract/statuses/cardStatus.ts';
import { spellingsOf } from '@cardinal/primitives/iccid.ts';
import { say, type Text, text } from '@cardinal/primitives/text.ts';
import { type Selectable, sql } from 'kysely';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';
import { ownAccount } from '../../carrierSync/face.ts';
import type { UnmatchedCardTable } from './unmatchedTables.ts';

type UnmatchedCard = Selectable<UnmatchedCardTable>;

const ICCIDS = 1;
/** For a card whose status the carrier's list does not report. */
const NOT_TOLD = '';
const NO_STATUS = text('清单未提供', 'Not in the list');
const WHY = 'whether a number is a card’s of anybody; which card is not told';

/**
 * Records the cards of a carrier's list that are no cards of this account: nobody's, or ours under another account. A known one
 * only gets a new «last seen».
 */
export async function noteUnmatchedCards(
  ctx: Ctx,
  accountId: string,
  devices: readonly { readonly iccid: string; readonly status: string | null }[],
): Promise<void> {
  if (devices.length === 0) return;
  const { rows } = await sql<{ value: string }>`
    select i.value from cards.v_card_identifier i join cards.v_card c on c.id = i.card_id
    where i.kind = ${ICCIDS} and i.value = any(${devices.flatMap(({ iccid }) => spellingsOf(iccid))}::text[])
      and c.carrier_account_id = ${accountId}::bigint`.execute(ctx.beyondScope(WHY));
  const ours = new Set(rows.map((row) => row.value));
  const strange = [...new Map(devices.map((device) => [device.iccid, device])).values()].filter(
    ({ iccid }) => !spellingsOf(iccid).some((form) => ours.has(form)),
  );
  if (strange.length === 0) return;
  const now = ctx.clock.now();
  await sql`
    insert into card_imports.unmatched_carrier_card (id, carrier_account_id, iccid, status, first_seen_at, last_seen_at)
    select id, ${accountId}::bigint, iccid, status, ${now}, ${now}
    from unnest(
      ${strange.map(() => ctx.ids.next())}::bigint[], ${strange.map(({ iccid }) => iccid)}::text[],
      ${strange.map(({ status }) => status ?? NOT_TOLD)}::text[]
    ) as g (id, iccid, status)
    on conflict (carrier_account_id, iccid) do update set status = excluded.status, last_seen_at = excluded.last_seen_at`.execute(
    ctx.db,
  );
}

/** Settled automatically once its number is a card, unless that card is under another account. */
const STATE = sql<RowOf<typeof listUnmatchedCards>['state']>`case when s.state = 'closed' then s.state else coalesce((
  select case when c.carrier_account_id = s.carrier_account_id then 'known' else 'elsewhere' end
  from cards.v_card_identifier i join cards.v_card c on c.id = i.card_id
  where i.kind = ${sql.lit(ICCIDS)} and i.value in (s.iccid, left(s.iccid, 19)) limit 1), s.state) end`;

/** The text of a status in a carrier's list. */
export const listedStatus = (platform: Platform, status: string): Text =>
  status === NOT_TOLD ? NO_STATUS : statusTextOf(platform, status);

/** For the accounts the caller may see; any other account has none. */
export const unmatchedCardDataset = dataset(listUnmatchedCards, {
  from: (ctx) =>
    ctx.db
      .selectFrom('carriers.v_account as a')
      .innerJoin('card_imports.unmatched_carrier_card as s', 's.carrier_account_id', 'a.id')
      .leftJoin('card_imports.import_batch as b', 'b.id', 's.import_batch_id'),
  table: 's',
  carrier: sql`a.platform`,
  columns: {
    accountId: sql`s.carrier_account_id`,
    state: STATE,
  },
  select: (query) => query.selectAll('s').select([STATE.as('shown'), 'a.platform', 'b.batch_no']),
  present: async (rows, ctx) =>
    (
      rows as unknown as (UnmatchedCard & {
        shown: RowOf<typeof listUnmatchedCards>['state'];
        platform: Platform;
        batch_no: string | null;
      })[]
    ).map((row) => ({
      accountId: row.carrier_account_id,
      status: say(listedStatus(row.platform, row.status), ctx.language),
      state: row.shown,
    })),
});

/** The selected ones that are still open, locked until the transaction ends. */
export async function holdOpen(ctx: Ctx, accountId: string, ids: readonly string[]): Promise<UnmatchedCard[]> {
  const found = await ctx.db
    .selectFrom('card_imports.unmatched_carrier_card')
    .selectAll()
    .where('carrier_account_id', '=', accountId)
    .where('id', 'in', [...new Set(ids)])
    .where('state', '=', 'open')
    .orderBy('id')
    .forUpdate()
    .execute();
  if (found.length === 0) throw new Refused(unmatchedDecided);
  return found;
}

export async function closeUnmatchedCards(
  ctx: Ctx,
  body: BodyOf<typeof closeEndpoint>,
): Promise<AnswerOf<typeof closeEndpoint>> {
  const account = await ownAccount(ctx, body.accountId);
  const found = await holdOpen(ctx, account.id, body.ids);
  await ctx.db
    .updateTable('card_imports.unmatched_carrier_card')
    .set({ state: 'closed', decided_at: ctx.clock.now(), decided_name: accountOf(ctx).account })
    .where(
      'id',
      'in',
      found.map(({ id }) => id),
    )
    .execute();
  ctx.note({
    objectKind: 'carrierAccount',
    objectId: account.id,
    summary: account.name,
    after: { closed: found.map(({ iccid }) => iccid) },
  });
  return { closed: found.length };
}
