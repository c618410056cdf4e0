import { listCards } from '@cardinal/contract/api/cards/cardList.ts';
import type { globalSearch as endpoint } from '@cardinal/contract/api/cardViews/search.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { say } from '@cardinal/primitives/text.ts';
import { type SqlBool, sql } from 'kysely';
import { type Ctx, holds } from '../../../framework/context.ts';
import { type AnyQuery, visibleFields } from '../../../framework/dataset.ts';
import { hiddenPlatforms } from '../../../framework/hiding.ts';
import { likeContains } from '../../../framework/likeContains.ts';
import { isWholeOrEnd } from '../../../framework/list/hiddenValues.ts';
import {
  cardDataset,
  cardsNamedBy,
  endsWithFragment,
  hidesNumbers,
  holdsFragment,
  ITEM_WORDS,
  type ItemKind,
  isFragment,
  maskedFor,
  NUMBERS,
  type NumberColumn,
  numbersFoundBy,
  presentCards,
  readSearch,
  type SearchItem,
  visibleKinds,
} from '../../cards/face.ts';
import { findCustomers } from '../../customers/face.ts';
import { findTasks } from '../../tasks/face.ts';
import { foundElsewhere } from './otherFinders.ts';

type Answer = AnswerOf<typeof endpoint>;
type Found = { readonly id: string; readonly iccid: string } & Readonly<Record<NumberColumn, string | null>> &
  Record<string, unknown>;

/** Cards of a fragment; whole numbers find all theirs. */
const MOST_PARTLY = 100;
const MOST_CARDS = 1_000;
const MOST_FRAGMENTS = 5;
const MOST_OTHERS = 10;

const cardsOf = (ctx: Ctx): AnyQuery => cardDataset.select(cardDataset.from(ctx, {}), ctx);

type Match = Answer['matches'][number];
type Matched = { readonly card: Found; readonly match: Match };

const FIELDS: Readonly<Record<NumberColumn, Match['number']>> = {
  iccid: 'iccid',
  business_number: 'businessNumber',
  mapping_number: 'mappingNumber',
  imsi: 'imsi',
  imei: 'imei',
  eid: 'eid',
};

/** The cards that have one of these whole numbers. */
async function exactly(ctx: Ctx, items: readonly SearchItem[]): Promise<Matched[]> {
  const named = await cardsNamedBy(
    ctx,
    items.map((item) => item.typed),
  );
  const ids = [...new Set(named.map(({ id }) => id))];
  if (ids.length === 0) return [];
  const rows = (await cardsOf(ctx)
    .where(sql<boolean>`c.id = any(${ids}::bigint[])`)
    .orderBy('c.iccid')
    .limit(MOST_CARDS + 1)
    .execute()) as Found[];
  const namedBy = Map.groupBy(named, ({ id }) => id);
  return rows.flatMap((card) =>
    (namedBy.get(card.id) ?? []).map(({ number, typed }) => ({
      card,
      match: { cardId: card.id, number: FIELDS[number], typed },
    })),
  );
}

/** How well a number fits what people type of it: its last digits, then any others. */
function fit(number: string, fragment: string): number {
  if (number.endsWith(fragment)) return 0;
  // The last digit of an ICCID of 20 is a check digit, which is often left out.
  if (number.length === 20 && number.slice(0, -1).endsWith(fragment)) return 1;
  return number.includes(fragment) ? 2 : Number.POSITIVE_INFINITY;
}

/** The number of a card that fits a fragment best, the ICCID before others. */
function bestFit(
  card: Found,
  fragment: string,
  among: readonly NumberColumn[] = NUMBERS,
): { name: NumberColumn; rank: number } {
  const ranked = among.map((name, at) => ({ name, rank: fit(card[name] ?? '', fragment) * 2 + Math.min(at, 1) }));
  return ranked.reduce((best, each) => (each.rank < best.rank ? each : best));
}

/**
 * Cards that contain any of the fragments, those with a number that ends with it first; cards of a carrier that is not offered
 * are found by whole numbers only.
 */
async function holding(ctx: Ctx, fragments: readonly string[]): Promise<Matched[]> {
  const found: Matched[] = [];
  const hidden = [...(await hiddenPlatforms(ctx))];
  const offered = () => cardsOf(ctx).where(sql<boolean>`c.platform <> all(${hidden}::int[])`);
  const areSecret = await hidesNumbers(ctx);
  const among = await numbersFoundBy(ctx);
  for (const fragment of fragments) {
    if (areSecret) {
      found.push(...(await withSecretNumbers(offered(), fragment, among)));
      continue;
    }
    const ending = (await offered()
      .where(endsWithFragment(fragment, among))
      .orderBy(sql`c.iccid like ${`%${fragment}`}`, 'desc')
      .limit(MOST_PARTLY + 1)
      .execute()) as Found[];
    const rest =
      ending.length > MOST_PARTLY
        ? []
        : ((await offered()
            .where(holdsFragment(fragment, among))
            .limit(MOST_PARTLY + 1)
            .execute()) as Found[]);
    const cards = [...new Map([...ending, ...rest].map((card) => [card.id, card])).values()];
    const ranked = cards
      .map((card) => ({ card, ...bestFit(card, fragment, among) }))
      .sort((a, b) => a.rank - b.rank || a.card.iccid.localeCompare(b.card.iccid));
    found.push(
      ...ranked.map(({ card, name }) => ({
        card,
        match: { cardId: card.id, number: FIELDS[name], typed: fragment },
      })),
    );
  }
  return found;
}

const MASKED = NUMBERS.filter((name) => listCards.masked.includes(FIELDS[name]));

/** For callers shown masked numbers only: cards whose ICCID contains the fragment, or another number of which is found by it. */
async function withSecretNumbers(
  offered: AnyQuery,
  fragment: string,
  among: readonly NumberColumn[],
): Promise<Matched[]> {
  const number = fragment.toUpperCase();
  const inIccid = sql<SqlBool>`c.iccid like ${likeContains(number)}`;
  const masked = MASKED.filter((name) => among.includes(name));
  const ends = masked.map((name) => isWholeOrEnd(sql.ref(`c.${name}`), number));
  const cards = (await offered
    .where(sql<SqlBool>`(${holdsFragment(number)} and (${sql.join([inIccid, ...ends], sql` or `)}))`)
    .limit(MOST_PARTLY + 1)
    .execute()) as Found[];
  return cards
    .map((card) => ({
      card,
      name: card.iccid.includes(number) ? ('iccid' as const) : bestFit(card, number, masked).name,
    }))
    .map(({ card, name }) => ({ card, match: { cardId: card.id, number: FIELDS[name], typed: fragment } }));
}

/** ICCIDs that differ from the input only in their check digit. */
async function suggested(ctx: Ctx, missing: readonly string[]): Promise<Answer['suggestions']> {
  const wanted = new Map<string, string>(
    missing
      .filter((item) => /^\d{20}$/.test(item))
      .flatMap((item) => Array.from({ length: 10 }, (_, digit) => [`${item.slice(0, 19)}${digit}`, item] as const)),
  );
  if (wanted.size === 0) return [];
  const rows = (await cardDataset
    .from(ctx, {})
    .select('c.iccid')
    .where(sql<boolean>`c.iccid = any(${[...wanted.keys()]})`)
    .execute()) as { iccid: string }[];
  return rows.map(({ iccid }) => ({ asked: wanted.get(iccid) ?? '', iccid }));
}

/** Finds the pasted values within the caller's scope; another customer's read as not found. */
export async function globalSearch(ctx: Ctx, q: string): Promise<Answer> {
  const found = await searchWhole(ctx, q);
  return { ...found, cards: (await maskedFor(ctx, found.cards)) as Answer['cards'] };
}

/** The same with whole numbers. */
export async function searchWhole(ctx: Ctx, q: string): Promise<Answer> {
  const { items, isCut } = readSearch(q);
  const seesCards = visibleKinds(ctx).length > 0;
  const numbers = items.filter((item) => item.kind !== 'words' && item.kind !== 'taskNo');
  const exact = seesCards ? await exactly(ctx, numbers) : [];
  const named = new Set(exact.map(({ match }) => match.typed));
  const unmet = numbers.filter((item) => !named.has(item.typed));
  const fragments = unmet
    .filter((item) => item.kind === 'fragment' && isFragment(item.typed))
    .slice(0, MOST_FRAGMENTS)
    .map((item) => item.typed);
  const [partly, others, suggestions] = await Promise.all([
    seesCards ? holding(ctx, fragments) : [],
    otherHits(ctx, items),
    seesCards
      ? suggested(
          ctx,
          unmet.map((item) => item.typed),
        )
      : [],
  ]);
  // A chip exists besides the card that runs on it: an EID means both.
  const eids = numbers.filter((item) => item.kind === 'eid');
  // Codes of other things look like words.
  const words = items.filter((item) => item.kind === 'words');
  const elsewhere = await foundElsewhere(
    ctx,
    [...new Set([...unmet, ...eids, ...words])].map((item) => item.typed),
  );
  const matched = [...exact, ...partly];
  const cards = [...new Map(matched.map(({ card }) => [card.id, card])).values()];
  const listed = cards.slice(0, partly.length > 0 ? MOST_PARTLY + exact.length : MOST_CARDS);
  const met = new Set([
    ...matched.map(({ match }) => match.typed),
    ...others.met,
    ...elsewhere.map(({ typed }) => typed),
  ]);
  const ids = new Set(listed.map(({ id }) => id));
  return {
    understood: understoodWords(ctx, items),
    cards: await shown(ctx, listed),
    matches: matched.flatMap(({ match }) => (ids.has(match.cardId) ? [match] : [])),
    others: [...others.hits, ...elsewhere.map(({ hit }) => hit)],
    notFound: items.filter((item) => !met.has(item.typed)).map((item) => item.typed),
    suggestions,
    isCut: isCut || cards.length > listed.length,
  };
}

async function shown(ctx: Ctx, cards: readonly Found[]): Promise<Answer['cards']> {
  const visible = visibleFields(listCards as never, ctx);
  const rows = await presentCards(cards, ctx);
  return rows.map((row) => Object.fromEntries(visible.map((name) => [name, row[name]]))) as Answer['cards'];
}

function understoodWords(ctx: Ctx, items: readonly SearchItem[]): Answer['understood'] {
  const counts = new Map<ItemKind, number>();
  for (const { kind } of items) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => ({ words: say(ITEM_WORDS[kind], ctx.language), count }));
}

/** Tasks and customers are searched for a single name or number only; a pasted list means cards. */
async function otherHits(
  ctx: Ctx,
  items: readonly SearchItem[],
): Promise<{ hits: Answer['others']; met: ReadonlySet<string> }> {
  const hits: Answer['others'] = [];
  const met = new Set<string>();
  const asked = items.filter((item) => item.kind === 'words' || item.kind === 'taskNo' || items.length === 1);
  for (const { typed } of asked.slice(0, MOST_FRAGMENTS)) {
    if (typed.length < 2) continue;
    const [tasks, customers] = await Promise.all([
      holds(ctx.actor, 'systemTask.view') ? findTasks(ctx.db, typed, MOST_OTHERS) : [],
      holds(ctx.actor, 'user.view') ? findCustomers(ctx.db, typed, MOST_OTHERS) : [],
    ]);
    if (tasks.length + customers.length > 0) met.add(typed);
    hits.push(
      ...customers.map((customer) => ({
        kind: 'customer' as const,
        id: customer.id,
        title: customer.name,
        detail: customer.code,
        path: `/userManagement/user?keyword=${encodeURIComponent(customer.code)}`,
      })),
      ...tasks.map((task) => ({
        kind: 'task' as const,
        id: task.id,
        title: say(task.title, ctx.language),
        detail: `${task.taskNo} ${task.accountName}`.trim(),
        path: `/taskManagement/systemTask?taskNo=${task.taskNo}`,
      })),
    );
  }
  return { hits: hits.slice(0, 2 * MOST_OTHERS), met };
}
