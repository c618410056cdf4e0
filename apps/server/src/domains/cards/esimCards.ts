import { CardKind, type Platform } from '@cardinal/contract/enumerations/card.ts';
import { statusTextOf } from '@cardinal/contract/statuses/cardStatus.ts';
import { iccidKey } from '@cardinal/primitives/iccid.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../framework/context.ts';
import { type EventActor, writeEvents } from './cardEvents.ts';
import { CLAIM_KINDS, releaseClaims } from './claims.ts';
import { marked, marking } from './marking.ts';
import { tellOwners } from './ownerHearers.ts';
import { forgetCards, IS_UNTOUCHED } from './removeCards.ts';
import { STOCK_STATUS } from './stockStatus.ts';

/** The card behind a code number. Its EID is set while it is bound to a chip, by `setCardEid`. */
export type NewEsimCard = {
  readonly id: string;
  readonly iccid: string;
  readonly imsi: string | null;
  readonly msisdn: string | null;
};

/** What all cards of one import have in common. */
export type EsimCardTerms = {
  readonly platform: Exclude<Platform, -1>;
  readonly subType: number | null;
  readonly carrierAccountId: string;
  readonly customerId: string;
  readonly product: { readonly code: string; readonly version: number } | null;
  readonly taskId: string | null;
  readonly actor: EventActor;
};

const { iccid: ICCID, business_number: BUSINESS_NUMBER, imsi: IMSI } = CLAIM_KINDS;

function claimsOf(card: NewEsimCard, platform: Platform): { kind: number; value: string; card_id: string }[] {
  const claim = (kind: number, value: string) => ({ kind, value, card_id: card.id });
  const spellings = new Set([card.iccid, iccidKey(card.iccid, platform)]);
  return [
    ...[...spellings].map((iccid) => claim(ICCID, iccid)),
    ...(card.msisdn ? [claim(BUSINESS_NUMBER, card.msisdn)] : []),
    ...(card.imsi ? [claim(IMSI, card.imsi)] : []),
  ];
}

/** Which of these cards cannot be created: one of their numbers belongs to a card already, whoever owns it. Writes nothing. */
export async function takenNumbers(
  ctx: Ctx,
  cards: readonly NewEsimCard[],
  platform: Platform,
): Promise<ReadonlyMap<string, { kind: number; cardId: string }>> {
  const claims = cards.flatMap((card) => claimsOf(card, platform));
  if (claims.length === 0) return new Map();
  const { rows } = await sql<{ id: string; kind: number; card_id: string }>`
    select distinct on (c.card_id) c.card_id as id, i.kind, i.card_id
    from jsonb_to_recordset(${JSON.stringify(claims)}::jsonb) as c (kind smallint, value text, card_id bigint)
    join cards.card_identifier i on i.kind = c.kind and i.value = c.value
    order by c.card_id, i.kind`.execute(ctx.db);
  return new Map(rows.map((row) => [row.id, { kind: row.kind, cardId: row.card_id }]));
}

/**
 * Creates the cards of code numbers, in stock at their carrier, with their first history record. Runs in the caller's
 * transaction. Returns the ids of those not created because their numbers were taken in the meantime.
 */
export async function openEsimCards(
  ctx: Ctx,
  cards: readonly NewEsimCard[],
  terms: EsimCardTerms,
): Promise<ReadonlySet<string>> {
  // A fixed order, so that two imports never deadlock.
  const claims = cards
    .flatMap((card) => claimsOf(card, terms.platform))
    .sort((a, b) => a.kind - b.kind || (a.value < b.value ? -1 : 1));
  const { rows } = await sql<{ card_id: string; asked: number; put: number }>`
    with asked as (
      select * from jsonb_to_recordset(${JSON.stringify(claims)}::jsonb) as c (kind smallint, value text, card_id bigint)
    ), put as (
      insert into cards.card_identifier (kind, value, card_id) select kind, value, card_id from asked
      on conflict do nothing returning card_id
    )
    select a.card_id, a.n::int as asked, coalesce(p.n, 0)::int as put
    from (select card_id, count(*) as n from asked group by 1) a
    left join (select card_id, count(*) as n from put group by 1) p on p.card_id = a.card_id
    where coalesce(p.n, 0) < a.n`.execute(ctx.db);
  const overtaken = new Set(rows.map((row) => row.card_id));
  await releaseClaims(ctx.db, [...overtaken]);
  const made = cards.filter((card) => !overtaken.has(card.id));
  if (made.length === 0) return overtaken;
  const now = ctx.clock.now();
  const word = STOCK_STATUS[terms.platform];
  await sql`with ${marked(sql`
    insert into cards.card (id, iccid, platform, sub_type, carrier_account_id, kind, business_number, imsi,
      carrier_status, lifecycle, customer_id, product_code, product_version, created_at, updated_at)
    select c.id, c.iccid, ${terms.platform}, ${terms.subType}, ${terms.carrierAccountId}::bigint,
      ${CardKind.values.esim}, c.msisdn, c.imsi, ${word}, 'unactivated', ${terms.customerId}::bigint,
      ${terms.product?.code ?? null}, ${terms.product?.version ?? null}, ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(made)}::jsonb)
      as c (id bigint, iccid text, imsi text, msisdn text)
    returning id`)} select`.execute(ctx.db);
  await writeEvents(
    ctx,
    made.map((card) => ({
      cardId: card.id,
      iccid: card.iccid,
      customerId: terms.customerId,
      action: 'import_card' as const,
      result: 'done' as const,
      source: 'import' as const,
      to: { word, ...statusTextOf(terms.platform, word) },
      taskId: terms.taskId,
      actor: terms.actor,
    })),
  );
  return overtaken;
}

/**
 * Turns plain cards of a customer into code number cards; nothing else changes. Returns those that were turned; a card that has
 * moved to another customer is left out.
 */
export async function turnIntoEsimCards(
  ctx: Ctx,
  cardIds: readonly string[],
  customerId: string,
): Promise<ReadonlySet<string>> {
  if (cardIds.length === 0) return new Set();
  const turned = await marking(ctx.db, cardIds)
    .updateTable('cards.card')
    .set({ kind: CardKind.values.esim, updated_at: ctx.clock.now() })
    .where('id', 'in', [...cardIds])
    .where('customer_id', '=', customerId)
    .where('kind', '!=', CardKind.values.esim)
    .returning('id')
    .execute();
  return new Set(turned.map((card) => card.id));
}

/**
 * Removes unused cards: still this customer's, never activated, without commands or tags, and with no history record but the
 * import's. Returns the removed ids.
 */
export async function removeUntouchedEsimCards(
  ctx: Ctx,
  cardIds: readonly string[],
  customerId: string,
  told: { readonly words: Text; readonly taskId: string; readonly actor: EventActor },
): Promise<ReadonlySet<string>> {
  if (cardIds.length === 0) return new Set();
  const db = ctx.beyondScope('cards of one import, and the predicate on the customer who got them stands below');
  const { rows } = await sql<{ id: string; iccid: string }>`with ${marked(sql`
    delete from cards.card c
    where c.id = any(${[...cardIds]}::bigint[]) and c.customer_id = ${customerId}::bigint and c.eid is null
      and ${IS_UNTOUCHED}
    returning c.id, c.iccid`)} select id, iccid from written`.execute(db);
  const gone = rows.map((row) => row.id);
  await forgetCards(ctx.db, gone);
  await writeEvents(
    ctx,
    rows.map((row) => ({
      cardId: row.id,
      iccid: row.iccid,
      customerId,
      action: 'import_card' as const,
      result: 'done' as const,
      source: 'import' as const,
      to: told.words,
      taskId: told.taskId,
      actor: told.actor,
    })),
  );
  return new Set(gone);
}

/** Sets or clears the chip a code number's card is bound to. All cards of one chip have its EID. */
export async function setCardEid(ctx: Ctx, cardId: string, eid: string | null): Promise<void> {
  await ctx.db
    .updateTable('cards.card')
    .set({ eid, updated_at: ctx.clock.now() })
    .where('id', '=', cardId)
    .where('kind', '=', CardKind.values.esim)
    .execute();
}

/** Allocates code number cards to a customer, or recovers them, with a history record each. */
export async function moveEsimCards(
  ctx: Ctx,
  cardIds: readonly string[],
  to: { readonly customerId: string; readonly name: string },
  action: 'allocate_card' | 'recover_card',
): Promise<number> {
  if (cardIds.length === 0) return 0;
  const moved = await marking(ctx.db, cardIds)
    .updateTable('cards.card')
    .set({ customer_id: to.customerId, usage_jumped_at: null, updated_at: ctx.clock.now() })
    .where('id', 'in', [...cardIds])
    .where('kind', '=', CardKind.values.esim)
    .where('customer_id', '!=', to.customerId)
    .returning(['id', 'iccid'])
    .execute();
  await tellOwners(
    ctx,
    moved.map(({ id }) => ({ cardId: id, customerId: to.customerId })),
  );
  await writeEvents(
    ctx,
    moved.map((card) => ({
      cardId: card.id,
      iccid: card.iccid,
      customerId: to.customerId,
      action,
      result: 'done' as const,
      to: to.name,
    })),
  );
  return moved.length;
}
