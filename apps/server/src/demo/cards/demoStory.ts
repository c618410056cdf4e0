import { DAY_MS } from '@cardinal/primitives/time.ts';
import type { CardState } from '../../domains/cards/cardState.ts';
import type { DemoCard } from './demoCards.ts';
import type { Chance } from './demoChance.ts';
import { type Cast, type DemoChange, type DemoLine, EXAMPLE } from './demoHistory.ts';

/** Facts of the card's row that have history records of their own. */
export type DemoFacts = {
  readonly product: string;
  readonly boundImei: string | null;
  readonly boundAt: Date | null;
  /** Each with the customer it belongs to. */
  readonly tags: readonly { readonly tagId: string; readonly customerId: string }[];
};

/** A customer's deleted tag that some of its cards carried. */
export type DemoTagEnd = { readonly tagId: string; readonly customerId: string; readonly at: Date };

export type ToldLine = DemoLine & { readonly state: CardState };

const TAG_WORDS = { zh: '增加 1 个、移除 0 个标签', en: '1 tags added, 0 removed' };
/** The product most cards had first; some were moved to another later. */
const FIRST_PRODUCT = 'TRIAL';

/**
 * The history records of a card, with those of its tags, product and device, and the state after each. The last state equals
 * the card's row.
 */
export function storyOf(
  card: DemoCard,
  facts: DemoFacts,
  lines: readonly DemoLine[],
  cast: Cast,
  chance: Chance,
  now: Date,
  ends: readonly DemoTagEnd[],
): ToldLine[] {
  const { between, perMille } = chance;
  const [first] = lines;
  if (!first) return [];
  const settled = card.activatedAt ?? new Date(card.createdAt.getTime() + DAY_MS);
  const age = Math.max(1, Math.floor((now.getTime() - settled.getTime()) / 3_600_000));
  /** A random time between the card's settling and now. */
  const someTime = () =>
    new Date(settled.getTime() + between(1, Math.max(1, age - 1)) * 3_600_000 - between(1, 3_000) * 1_000);
  const more: DemoLine[] = facts.tags.map(({ tagId, customerId }) => ({
    at: someTime(),
    customerId,
    action: 'set_tag',
    result: 'done',
    source: 'console',
    actor: cast.actorOf(customerId),
    to: TAG_WORDS,
    change: (before) => ({ tags: [...before.tags, tagId] }),
  }));
  for (const end of ends) {
    const at = new Date(end.at.getTime() - between(2, 12) * DAY_MS);
    if (end.customerId !== card.customerId || at < settled || !(card.id === EXAMPLE || perMille(60))) continue;
    more.push({
      at,
      customerId: end.customerId,
      action: 'set_tag',
      result: 'done',
      source: 'console',
      actor: cast.actorOf(end.customerId),
      to: TAG_WORDS,
      change: (before) => ({ tags: [...before.tags, end.tagId] }),
    });
  }
  const hasMoved = card.activatedAt !== null && (card.id === EXAMPLE || perMille(60));
  if (hasMoved) {
    more.push({
      at: someTime(),
      customerId: card.customerId,
      action: 'change_product',
      result: 'done',
      source: 'console',
      actor: cast.operator,
      from: { zh: `${FIRST_PRODUCT} 版本 1`, en: `${FIRST_PRODUCT} version 1` },
      to: { zh: `${facts.product} 版本 1`, en: `${facts.product} version 1` },
      change: () => ({ product: facts.product }),
    });
  }
  if (facts.boundImei && facts.boundAt) {
    const imei = facts.boundImei;
    more.push({
      at: new Date(facts.boundAt.getTime() + 90_000),
      customerId: card.customerId,
      action: 'bind_imei',
      result: 'done',
      source: 'console',
      actor: cast.actorOf(card.customerId),
      to: imei,
      change: () => ({ imei }),
    });
  }
  const start: CardState = {
    status: '',
    reasons: [],
    customer: '1',
    product: hasMoved ? FIRST_PRODUCT : facts.product,
    version: 1,
    ...(card.remark !== null && card.activatedAt === null ? { remark: card.remark } : {}),
    tags: [],
  };
  return told(start, [...lines, ...more], ends);
}

/** Puts the records in order of time; a deleted tag is on no card afterwards. */
function told(start: CardState, lines: readonly DemoLine[], ends: readonly DemoTagEnd[]): ToldLine[] {
  let state = start;
  return [...lines]
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map((line) => {
      state = changed(state, line.change);
      const gone = ends.filter((end) => end.at <= line.at).map((end) => end.tagId);
      const tags = [...new Set(state.tags)].filter((tag) => !gone.includes(tag)).sort();
      state = { ...state, tags };
      return { ...line, state };
    });
}

function changed(before: CardState, change: DemoChange | undefined): CardState {
  const { pending, ...rest } = { ...before, ...change?.(before) };
  return pending ? { ...rest, pending } : rest;
}
