import { listCards } from '@cardinal/contract/api/cards/cardList.ts';
import type { globalSearch as endpoint } from '@cardinal/contract/api/cardViews/search.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { say } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import { type Ctx, holds } from '../../../framework/context.ts';
import { type AnyQuery, visibleFields } from '../../../framework/dataset.ts';
import { hiddenPlatforms } from '../../../framework/hiding.ts';
import {
  cardDataset,
  hasNumber,
  holdsFragment,
  ITEM_WORDS,
  type ItemKind,
  isFoundBy,
  isFragment,
  NUMBERS,
  presentCards,
  readSearch,
  type SearchItem,
  spellings,
  visibleKinds,
} from '../../cards/face.ts';
import { findCustomers } from '../../customers/face.ts';
import { findTasks } from '../../tasks/face.ts';
import { foundElsewhere } from './otherFinders.ts';

type Answer = AnswerOf<typeof endpoint>;
type Found = {
  readonly id: string;
  readonly iccid: string;
  readonly business_number: string | null;
  readonly mapping_number: string | null;
  readonly imsi: string | null;
  readonly imei: string | null;
  readonly eid: string | null;
} & Record<string, unknown>;

const MOST_CARDS = 100;
const MOST_FRAGMENTS = 5;
const MOST_OTHERS = 10;

const cardsOf = (ctx: Ctx): AnyQuery => cardDataset.select(cardDataset.from(ctx, {}), ctx);

async function exactly(ctx: Ctx, items: readonly SearchItem[]): Promise<Found[]> {
  const values = [...new Set(items.flatMap((item) => spellings(item.typed)))];
  if (values.length === 0) return [];
  const rows = await cardsOf(ctx)
    .where(hasNumber(values))
    .orderBy('c.iccid')
    .limit(MOST_CARDS + 1)
    .execute();
  return rows as Found[];
}

/** Cards that contain any of the fragments; cards of a carrier that is not offered are found by whole numbers only. */
async function holding(ctx: Ctx, fragments: readonly string[]): Promise<Found[]> {
  const found: Found[] = [];
  const hidden = [...(await hiddenPlatforms(ctx))];
  for (const fragment of fragments) {
    const rows = await cardsOf(ctx)
      .where(holdsFragment(fragment))
      .where(sql<boolean>`c.platform <> all(${hidden}::int[])`)
      .limit(MOST_CARDS + 1)
      .execute();
    found.push(...(rows as Found[]));
  }
  return found;
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

const holds4 = (card: Found, fragment: string): boolean =>
  NUMBERS.some((name) => String(card[name] ?? '').includes(fragment));

/** Finds the pasted values within the caller's scope; another customer's read as not found. */
export async function globalSearch(ctx: Ctx, q: string): Promise<Answer> {
  const { items, isCut } = readSearch(q);
  const seesCards = visibleKinds(ctx).length > 0;
  const numbers = items.filter((item) => item.kind !== 'words' && item.kind !== 'taskNo');
  const exact = seesCards ? await exactly(ctx, numbers) : [];
  const unmet = numbers.filter((item) => !exact.some((card) => isFoundBy(card, item.typed)));
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
  const elsewhere = await foundElsewhere(
    ctx,
    [...new Set([...unmet, ...eids])].map((item) => item.typed),
  );
  const cards = [...new Map([...exact, ...partly].map((card) => [card.id, card])).values()];
  const isMet = (item: SearchItem) =>
    cards.some((card) => (fragments.includes(item.typed) ? holds4(card, item.typed) : isFoundBy(card, item.typed))) ||
    others.met.has(item.typed) ||
    elsewhere.some(({ typed }) => typed === item.typed);
  return {
    understood: understoodWords(ctx, items),
    cards: await shown(ctx, cards.slice(0, MOST_CARDS)),
    others: [...others.hits, ...elsewhere.map(({ hit }) => hit)],
    notFound: items.filter((item) => !isMet(item)).map((item) => item.typed),
    suggestions,
    isCut: isCut || cards.length > MOST_CARDS,
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
