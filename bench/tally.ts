import {
  checkCounters,
  countChanges,
  refreshCardCounters,
} from '@cardinal/server/domains/cards/counting/countChanges.ts';
import pg from 'pg';
import { bestOf, type Figure, once } from './figure.ts';
import type { BenchWorld } from './world.ts';

/** One count of all cards in the groups of the counters: what each counting cost before it followed the changes. */
const FULL_COUNT = `
  select customer_id, kind, platform, carrier_account_id, carrier_status, lifecycle, stop_reasons, sleep_status, real_name_status,
    online_state, count(*),
    count(*) filter (where package_ends_at >= now() and package_ends_at < now() + interval '7 days'),
    count(*) filter (where lifecycle = 'activated' and last_session_at <= now() - interval '7 days'),
    count(*) filter (where lifecycle = 'activated' and last_session_at <= now() - interval '30 days'),
    count(*) filter (where imei_changed_at >= now() - interval '7 days'),
    count(*) filter (where usage_jumped_at >= now() - interval '7 days')
  from cards.card group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10`;

const TURNS = 5;

/** What it costs to keep the counters of so many cards. */
export async function* tallyFigures(world: BenchWorld, cards: number): AsyncGenerator<Figure> {
  const { ctx } = world;
  const owner = new pg.Client({ connectionString: world.databaseUrl });
  await owner.connect();
  try {
    await owner.query('vacuum analyze cards.card');
    const counting = () => owner.query(FULL_COUNT);
    const all = cards.toLocaleString('en');
    yield {
      name: `the first count of ${all} cards`,
      ...(await once(() => refreshCardCounters(ctx), counting)),
      unit: 's',
      goal: undefined,
    };
    await owner.query('vacuum analyze cards.counted_card');
    /** Gives cards another status, evenly spread, and marks them; neither is measured. */
    const change = (count: number, turn: number) =>
      owner.query(
        `with written as (
          update cards.card set lifecycle = case when lifecycle = 'stopped' then 'activated' else 'stopped' end
          where id % $1 = $2 returning id
        ) insert into cards.uncounted_card select id from written`,
        [Math.max(1, Math.floor(cards / count)), turn],
      );
    for (const count of [0, 1_000, 100_000]) {
      const turns: number[] = [];
      const bare: number[] = [];
      for (let turn = 0; turn < (count > 10_000 ? 1 : TURNS); turn += 1) {
        if (count > 0) await change(count, turn);
        const { ours, bare: full } = await bestOf(1, () => countChanges(ctx), counting);
        turns.push(ours);
        bare.push(full);
      }
      yield {
        name: `${count.toLocaleString('en')} changed of ${all} cards counted, against counting all`,
        ours: Math.min(...turns),
        bare: Math.min(...bare),
        unit: 'ms',
        goal: count <= 1_000 ? 0.25 : undefined,
      };
    }
    yield {
      name: `the nightly check of ${all} cards`,
      ...(await once(() => checkCounters(ctx), counting)),
      unit: 's',
      goal: undefined,
    };
  } finally {
    await owner.end();
  }
}
