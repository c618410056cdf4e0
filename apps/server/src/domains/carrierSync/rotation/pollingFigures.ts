import { text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { IN_TIME, type ReadingFigures } from '../../carriers/face.ts';
import { largeCounts, sum } from '../slots/largeCounts.ts';
import { KIND_NUMBERS, READING_KINDS, type ReadingKind } from '../slots/pollSlotRules.ts';

type Figures = ReadonlyMap<ReadingKind, ReadingFigures>;

const counts = largeCounts<Figures>((figures) => sum([...figures.values()].map(({ cards }) => cards)));

/** How fresh an account's data is, per kind; from the index of poll slots alone. */
export const pollingFigures = (
  ctx: Ctx,
  accountId: string,
  everySeconds: Readonly<Record<ReadingKind, number>>,
): Promise<Figures> => counts(accountId, () => count(ctx, accountId, everySeconds));

type Row = {
  kind: number;
  cards: number;
  read: number;
  in_time: number;
  soon: number;
  last_hour: number;
  ages: (number | null)[] | null;
  halted_at: Date | null;
  halted_zh: string | null;
  halted_en: string | null;
};

async function count(
  ctx: Ctx,
  accountId: string,
  everySeconds: Readonly<Record<ReadingKind, number>>,
): Promise<Figures> {
  const now = ctx.clock.now();
  const before = (seconds: number) => new Date(now.getTime() - seconds * 1_000);
  const kinds = READING_KINDS.filter((kind) => everySeconds[kind] > 0);
  const { rows } = await sql<Row>`
    select k.kind, t.*, r.halted_at, r.halted_zh, r.halted_en
    from unnest(
      ${kinds.map((kind) => KIND_NUMBERS[kind])}::smallint[],
      ${kinds.map((kind) => before(everySeconds[kind] * IN_TIME))}::timestamptz[]
    ) as k (kind, in_time_since)
    cross join lateral (
      select count(*)::int as cards, count(read_at)::int as read, (count(*) filter (where is_soon))::int as soon,
        (count(*) filter (where read_at >= k.in_time_since))::int as in_time,
        (count(*) filter (where read_at >= ${before(3_600)}))::int as last_hour,
        percentile_disc(array[0.5, 0.95, 1]::double precision[])
          within group (order by greatest(0, extract(epoch from ${now}::timestamptz - read_at))::int) as ages
      from carrier_sync.poll_slot
      where carrier_account_id = ${accountId}::bigint and kind = k.kind
    ) t
    left join carrier_sync.rotation r on r.carrier_account_id = ${accountId}::bigint and r.kind = k.kind`.execute(
    ctx.beyondScope('the cards of an account that was read within the scope, counted'),
  );
  return new Map(
    rows.flatMap((row) => {
      const kind = READING_KINDS.find((each) => KIND_NUMBERS[each] === row.kind);
      return kind ? [[kind, figuresOf(kind, row)] as const] : [];
    }),
  );
}

function figuresOf(kind: ReadingKind, row: Row): ReadingFigures {
  const [median, p95, oldest] = row.ages ?? [];
  return {
    kind,
    cards: row.cards,
    read: row.read,
    inTime: row.in_time,
    soon: row.soon,
    medianSeconds: median ?? null,
    p95Seconds: p95 ?? null,
    oldestSeconds: oldest ?? null,
    readLastHour: row.last_hour,
    halted:
      row.halted_at && row.halted_zh
        ? { at: row.halted_at, words: text(row.halted_zh, row.halted_en ?? row.halted_zh) }
        : null,
  };
}
