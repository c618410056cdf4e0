import { NEAR_ROWS } from '@cardinal/server/framework/list/farPages.ts';
import { bestOf, type Figure } from './figure.ts';
import type { BenchWorld } from './world.ts';

/** The agent's customers: what its scope comes down to. */
const SEEN = ['10', '11', '12'];
const PAGE = `select c.* from cards.card c where c.customer_id = any($1::bigint[]) and c.kind = any($2)`;
const FIRST = `${PAGE} order by c.created_at desc, c.id desc limit 21`;
const DEEP = `${PAGE} and (c.created_at, c.id) < ($3::timestamptz, $4::bigint) order by c.created_at desc, c.id desc limit 21`;
const COUNT = `select count(*) from (select 1 from cards.card c where c.customer_id = any($1::bigint[]) and c.kind = any($2) limit 100001) t`;
const WHERE = [SEEN, [1, 2, 3, 4]];
const SORTED = '/api/cards/v1/list?pageSize=20';
const LIST = `${SORTED}&sort=-createdAt`;

/** A page that is only reached by its number. */
const FAR = 10_000;
/** The last that other orders offer. */
const FARTHEST = NEAR_ROWS / 20;

/** What follows page `pages` of the list: by the cursor of its answer, and as the place that the bare way asks from. */
async function cursorAfter(world: BenchWorld, pages: number): Promise<{ cursor: string; at: string; id: string }> {
  const { nextCursor } = await world.ask('GET', `${LIST}&pageNum=${pages}`);
  const { rows } = await world.bare.query<{ at: Date; id: string }>(
    `select created_at as at, id::text as id from cards.card c where c.customer_id = any($1::bigint[])
      order by created_at desc, id desc offset $2 limit 1`,
    [SEEN, pages * 20 - 1],
  );
  const place = rows[0];
  if (!place || typeof nextCursor !== 'string') throw new Error('not so many pages');
  return { cursor: encodeURIComponent(nextCursor), at: place.at.toISOString(), id: place.id };
}

/** One page of the card list, as it comes to a screen, against the best SQL for its rows and its bounded count. */
export async function pageFigures(world: BenchWorld, cards: number): Promise<Figure[]> {
  const named = cards.toLocaleString('en');
  const deep = await cursorAfter(world, Math.min(Math.floor(cards / 60), FARTHEST));
  const both = (page: string, more: unknown[] = []) =>
    Promise.all([world.bare.query(page, [...WHERE, ...more]), world.bare.query(COUNT, WHERE)]);
  const page = async (name: string, path: string, bare: () => Promise<unknown>): Promise<Figure> => ({
    name: `card list, ${named} cards, ${name}`,
    ...(await bestOf(9, () => world.ask('GET', path), bare)),
    unit: 'ms',
    goal: 2,
  });
  return [
    await page('first page', LIST, () => both(FIRST)),
    await page('deep page by cursor', `${LIST}&cursor=${deep.cursor}`, () => both(DEEP, [deep.at, deep.id])),
    await page('page 500 by number', `${LIST}&pageNum=500`, () =>
      both(FIRST.replace('limit 21', 'offset 9980 limit 21')),
    ),
    ...(cards >= FAR * 20
      ? [
          await page(`page ${FAR.toLocaleString('en')} by number (150 ms are allowed)`, `${LIST}&pageNum=${FAR}`, () =>
            both(
              `select c.* from cards.card c where c.id in (
                 select c.id from cards.card c where c.customer_id = any($1::bigint[]) and c.kind = any($2)
                 order by c.created_at desc, c.id desc offset ${(FAR - 1) * 20} limit 21)
               order by c.created_at desc, c.id desc`,
            ),
          ),
          await page(
            `by ICCID, the farthest page by number, ${FARTHEST} (150 ms are allowed)`,
            `${SORTED}&sort=iccid&pageNum=${FARTHEST}`,
            () => both(`${PAGE} order by c.iccid, c.id offset ${(FARTHEST - 1) * 20} limit 21`),
          ),
        ]
      : []),
    await page('stopped ones by the end of their package', `${SORTED}&lifecycle=stopped&sort=-packageEndsAt`, () =>
      Promise.all([
        world.bare.query(
          `${PAGE} and lifecycle = $3 and package_ends_at is not null order by package_ends_at desc, id desc limit 21`,
          [...WHERE, 'stopped'],
        ),
        world.bare.query(COUNT.replace('limit', 'and lifecycle = $3 limit'), [...WHERE, 'stopped']),
      ]),
    ),
    await page('by data used, which has no index', `${SORTED}&sort=-flowUsed`, () =>
      both(`${PAGE} and flow_used is not null order by flow_used desc, id desc limit 21`),
    ),
    await page(
      'six digits of a number',
      `${LIST}&q=${String(cards - 7)
        .padStart(6, '0')
        .slice(-6)}`,
      () =>
        world.bare.query(
          `${PAGE} and (c.iccid || ' ' || coalesce(c.business_number, '') || ' ' || coalesce(c.mapping_number, '') || ' ' ||
           coalesce(c.imsi, '') || ' ' || coalesce(c.imei, '') || ' ' || coalesce(c.eid, '')) like $3
         order by c.created_at desc, c.id desc limit 21`,
          [
            ...WHERE,
            `%${String(cards - 7)
              .padStart(6, '0')
              .slice(-6)}%`,
          ],
        ),
    ),
  ];
}
