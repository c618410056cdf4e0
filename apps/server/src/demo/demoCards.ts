import { Platform } from '@cardinal/contract/enumerations/card.ts';
import { seededRandom } from '@cardinal/primitives/random.ts';
import type { Language } from '@cardinal/primitives/text.ts';
import { DAY_MS } from '@cardinal/primitives/time.ts';
import { seedSetDemo } from '../domains/cardBatches/sets/demo.ts';
import { seedPlanDemo } from '../domains/cardCommands/plans/demo.ts';
import { seedUnmatchedDemo } from '../domains/cardImports/unmatched/demo.ts';
import { seedLookupDemo } from '../domains/cardLookups/lookups/demo.ts';
import { seedPositionDemo } from '../domains/cardLookups/positioning/demo.ts';
import { writeRemarks } from '../domains/cards/remarks.ts';
import { seedSessionDemo } from '../domains/carrierSync/sessions/demo.ts';
import { seedSyncDemo } from '../domains/carrierSync/sync/demo.ts';
import { accountsByPlatform, type CarrierAccountFacts } from '../domains/carriers/face.ts';
import { type CustomerFacts, customerOf, subtreeIds } from '../domains/customers/face.ts';
import type { Ctx } from '../framework/context.ts';
import { type Batch, CardMaker, type DemoCard, midnight } from './cards/demoCards.ts';
import { type Chance, chanceOf, shareOut } from './cards/demoChance.ts';
import { seedDeliveries } from './cards/demoDeliveries.ts';
import { seedDevices } from './cards/demoDevices.ts';
import { type Cast, historyOf } from './cards/demoHistory.ts';
import { insertMany } from './cards/demoInsert.ts';
import { staffedLines } from './cards/demoLines.ts';
import { seedHistory, type TagOnCard } from './cards/demoPast.ts';
import { cardRows, claimRows } from './cards/demoRows.ts';
import { seedSegments } from './cards/demoSegments.ts';
import { demoTags, tagsFor } from './cards/demoTags.ts';

export { seedEsimCards } from './cards/demoEsim.ts';
export { provisionSimulator, type SimulatedAccount } from './cards/demoSimulator.ts';

/** Share of all cards that belong to descendants of agent A, and of agent B. */
const AGENT_SHARE = 0.3;
const RIVAL_SHARE = 0.15;
/** Cards of agent A on Unicom whose package ends within the week: the result of the first search for «ending soon». */
const ENDING_SOON = 37;

/**
 * Fills an empty database with cards of all carriers in all states, and months of history. Runs entirely in the caller's
 * transaction.
 */
export async function seedDemo(ctx: Ctx, options: { size?: number } = {}): Promise<void> {
  const chance = chanceOf(seededRandom('demo cards'));
  const now = ctx.clock.now();
  const customers = await customersOf(ctx);
  const accounts = await allAccounts(ctx);
  const maker = new CardMaker(chance, now, () => ctx.ids.next(), ctx.language);
  const batches = batchesOf(chance, customers, accounts, options.size ?? 20_000, now);
  const cards = endingSoon(
    batches.flatMap((batch) => [...maker.make(batch)]),
    customers,
    chance,
    now,
  );
  const cast = castOf(customers, ctx.language);
  await insertMany(ctx, 'cards.card_identifier', claimRows(cards));
  const rows = await seedDeliveries(ctx, cards, [
    ...cardRows(cards, chanceOf(seededRandom('demo voice and NB')), ctx.language),
  ]);
  await insertMany(ctx, 'cards.card', rows);
  await writeRemarks(
    ctx,
    cards.filter(({ remark }) => remark !== null),
  );
  const histories = cards.map((card) => historyOf(card, cast, chance, now));
  const carried = await seedTags(ctx, chance, cards, customers, cast);
  await seedHistory(ctx, { cards, rows, histories, carried, cast });
  await seedDevices(ctx);
  await seedSegments(ctx);
  await seedSetDemo(ctx);
  await seedLookupDemo(ctx);
  await seedPositionDemo(ctx);
  await seedSessionDemo(ctx);
  // The rows hold what the carrier would report, so only later changes matter. Where the carrier lists no changes, a full
  // listing is due soon, because it brings the pools of the cards.
  const passes = accounts.map((account) => ({
    carrier_account_id: account.id,
    modified_since: now,
    pass_began_at: null,
    finished_at: null,
  }));
  if (passes.length > 0) await ctx.db.insertInto('carrier_sync.carrier_pass').values(passes).execute();
  await seedPlanDemo(ctx);
  const accountIds = accounts.map((account) => account.id);
  await seedSyncDemo(ctx, accountIds);
  await seedUnmatchedDemo(ctx, accountIds);
}

async function customersOf(ctx: Ctx): Promise<Map<string, CustomerFacts>> {
  const ids = [...(await subtreeIds(ctx.db, '1'))];
  const facts = await Promise.all(ids.map((id) => customerOf(ctx.db, id)));
  return new Map(facts.flatMap((each) => (each ? [[each.id, each] as const] : [])));
}

async function allAccounts(ctx: Ctx): Promise<CarrierAccountFacts[]> {
  const found = await Promise.all(Platform.options.map(({ value }) => accountsByPlatform(ctx, value)));
  return found.flat();
}

const weightOf = (customer: CustomerFacts, chance: Chance): number => {
  if (customer.id === '12') return 30;
  if (customer.id === '1' || customer.id === '10' || customer.id === '20') return 14;
  return customer.kind === 'ENTERPRISE' ? chance.between(4, 12) : chance.between(1, 4);
};

/** Which customer gets how many cards of which group, and when: the deliveries of the last five months. */
function batchesOf(
  chance: Chance,
  customers: ReadonlyMap<string, CustomerFacts>,
  accounts: readonly CarrierAccountFacts[],
  size: number,
  now: Date,
): Batch[] {
  const lines = staffedLines(accounts);
  if (lines.length === 0) return [];
  const within = (top: string) => (each: CustomerFacts) => each.path.includes(`/${top}/`);
  const all = [...customers.values()];
  const agent = all.filter(within('10'));
  const rival = all.filter(within('20'));
  const rest = all.filter((each) => !within('10')(each) && !within('20')(each));
  const agentSize = Math.round(size * AGENT_SHARE);
  const rivalSize = Math.round(size * RIVAL_SHARE);
  const groups: [CustomerFacts[], number][] = [
    [agent.sort((a, b) => Number(b.id === '12') - Number(a.id === '12')), agentSize],
    [rival, rivalSize],
    [rest, size - agentSize - rivalSize],
  ];
  return groups.flatMap(([group, count]) => {
    const shares = shareOut(
      count,
      group.map((customer) => weightOf(customer, chance)),
    );
    return group.flatMap((customer, at) => {
      const parts = shareOut(
        shares[at] ?? 0,
        lines.map((line) => line.share),
      );
      return lines.flatMap((line, place) => {
        const daysAgo = chance.between(8, 150);
        const createdAt = new Date(now.getTime() - daysAgo * DAY_MS - chance.between(0, 30_000) * 1_000);
        const part = parts[place] ?? 0;
        return part > 0 ? [{ customerId: customer.id, line, count: part, createdAt }] : [];
      });
    });
  });
}

/** Packages that end this week: exactly this many below agent A on Unicom, and a few elsewhere. */
function endingSoon(
  cards: readonly DemoCard[],
  customers: ReadonlyMap<string, CustomerFacts>,
  chance: Chance,
  now: Date,
): DemoCard[] {
  let left = Math.min(ENDING_SOON, cards.length);
  const isAgents = (card: DemoCard) => customers.get(card.customerId)?.path.includes('/10/') ?? false;
  return cards.map((card, at) => {
    if (card.lifecycle !== 'activated' || !card.packageEndsAt) return card;
    const soon = () => ({ ...card, packageEndsAt: midnight(now, chance.between(1, 6)) });
    if (isAgents(card) && card.line.platform === Platform.values.Lt) {
      if (left === 0 || at % 23 !== 0) return card;
      left -= 1;
      return soon();
    }
    return chance.perMille(14) ? soon() : card;
  });
}

function castOf(customers: ReadonlyMap<string, CustomerFacts>, language: Language): Cast {
  const fixed: Readonly<Record<string, readonly [string, string]>> = {
    1: ['1002', 'operator'],
    3: ['1007', 'miniapp'],
    10: ['1003', 'agent'],
    11: ['1004', 'subagent'],
    12: ['1005', 'enterprise'],
    20: ['1006', 'rival'],
  };
  const actorOf = (customerId: string) => {
    const generated = [
      String(10_000 + Number(customerId)),
      customers.get(customerId)?.code.toLowerCase() ?? '',
    ] as const;
    const [accountId, accountName] = fixed[customerId] ?? generated;
    return { accountId, accountName, customerId };
  };
  return {
    language,
    operator: actorOf('1'),
    nameOf: (customerId) => customers.get(customerId)?.name ?? '',
    actorOf,
  };
}

async function seedTags(
  ctx: Ctx,
  chance: Chance,
  cards: readonly DemoCard[],
  customers: ReadonlyMap<string, CustomerFacts>,
  cast: Cast,
): Promise<readonly TagOnCard[]> {
  const now = ctx.clock.now().getTime();
  const tags = demoTags(() => ctx.ids.next(), new Set(customers.keys()), ctx.language);
  if (tags.length === 0) return [];
  const rows = tags.map((tag, at) => ({
    id: tag.id,
    customer_id: tag.customerId,
    name: tag.name,
    color: tag.color,
    tag_group: tag.group,
    remark: null,
    created_by: cast.actorOf(tag.customerId).accountId,
    created_by_name: cast.actorOf(tag.customerId).accountName,
    created_at: new Date(now - (60 - (at % 50)) * DAY_MS),
  }));
  await ctx.db.insertInto('cards.tag').values(rows).execute();
  const byOwner = Map.groupBy(tags, (tag) => tag.customerId);
  function* carried() {
    for (const card of cards) {
      const path = customers.get(card.customerId)?.path ?? '';
      for (const [owner, own] of byOwner) {
        if (!path.includes(`/${owner}/`)) continue;
        for (const tag of tagsFor(chance, own)) yield { card_id: card.id, tag_id: tag.id, customer_id: owner };
      }
    }
  }
  const onCards = [...carried()];
  await insertMany(ctx, 'cards.card_tag', onCards);
  return onCards;
}
