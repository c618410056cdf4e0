import { listLimitedCards } from '@cardinal/contract/api/speedLimits/limitedCards.ts';
import type { SpeedGovernor, SpeedState } from '@cardinal/contract/enumerations/speedLimit.ts';
import { say, text } from '@cardinal/primitives/text.ts';
import { dayText } from '@cardinal/primitives/time.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { dataset } from '../../../framework/dataset.ts';
import { customerNames } from '../../customers/face.ts';
import { COVERS } from '../judging/coveredCards.ts';
import { IS_MISMATCHED } from '../managing/cardFigures.ts';

/** How card `c` stands under limit `l`, by standing `t` and what was asked for it, `s`. */
const STATE = sql<SpeedState>`case
  when s.speed_limit_id = l.id and s.state = 'waiting' then 'waiting'
  when s.speed_limit_id = l.id and s.state = 'refused' then 'refused'
  when s.speed_limit_id = l.id and s.state = 'confirmed' and s.held_kbps = c.speed_kbps then 'limited'
  when l.state = 'shadow' and t.due_kbps is not null then 'shadow' else 'free' end`;

/** No speed is asked where a limit is lifted. */
const ASKED = sql<number | null>`nullif(s.asked_kbps, 0)`;
const idOf = (asked: unknown) => String((asked as { speedLimitId?: unknown }).speedLimitId);

/** Every card a limit covers. */
export const cardDataset = dataset(listLimitedCards, {
  from: (ctx, asked) =>
    ctx.db
      .selectFrom('speed_limits.speed_limit as l')
      .innerJoin('customers.v_customer as o', 'o.id', 'l.customer_id')
      .innerJoin('cards.v_card as c', 'c.carrier_account_id', 'l.carrier_account_id')
      .innerJoin('customers.v_customer as k', (on) => on.onRef('k.id', '=', 'c.customer_id').on(COVERS))
      .leftJoin('speed_limits.standing as t', (on) =>
        on.onRef('t.speed_limit_id', '=', 'l.id').onRef('t.card_id', '=', 'c.id').on('t.period', '<>', ''),
      )
      .leftJoin('speed_limits.standing as x', (on) =>
        on.onRef('x.speed_limit_id', '=', 'l.id').onRef('x.card_id', '=', 'c.id'),
      )
      .leftJoin('speed_limits.card_speed as s', 's.card_id', 'c.id')
      .leftJoin('speed_limits.speed_limit as g', 'g.id', 's.speed_limit_id')
      .where('l.id', '=', idOf(asked)),
  table: 'c',
  columns: {
    customerName: sql`c.customer_id`,
    usedBytes: sql`t.used_bytes`,
    countedAt: sql`t.counted_at`,
    step: sql`coalesce(t.step, 0)`,
    dueKbps: sql`s.due_kbps`,
    askedKbps: ASKED,
    confirmedKbps: sql`c.speed_kbps`,
    state: STATE,
    governor: sql`s.governor`,
    governedBy: sql`s.speed_limit_id`,
    exemptUntil: sql`x.exempt_until`,
    since: sql`s.state_at`,
    words: sql`s.words_zh`,
  },
  extra: (query, { isMismatched }) =>
    isMismatched === undefined
      ? query
      : query.where(sql<boolean>`coalesce(s.speed_limit_id = l.id and ${IS_MISMATCHED}, false) = ${isMismatched}`),
  select: (query) =>
    query
      .select([
        'c.id',
        'c.iccid',
        'c.customer_id',
        't.used_bytes',
        't.counted_at',
        't.step',
        't.passed_step',
        't.passed_by',
        't.due_kbps as own_due',
        's.due_kbps',
        ASKED.as('asked_kbps'),
        'c.speed_kbps',
        's.governor',
        's.speed_limit_id as governing_id',
        's.state_at',
        's.words_zh',
        's.words_en',
        'x.exempt_until',
        'g.name as governing_name',
        'g.customer_id as governing_owner',
        'l.id as limit_id',
        'l.state as limit_state',
      ])
      .select(STATE.as('state')),
  present: async (rows, ctx) => {
    const names = await customerNames(
      ctx.db,
      rows.map(({ customer_id }) => customer_id),
    );
    return rows.map((row) => {
      const governor = governorOf(ctx, row);
      return {
        customerName: names.get(row.customer_id) ?? '',
        state: row.state,
        dueKbps: row.limit_state === 'shadow' && row.due_kbps === null ? row.own_due : row.due_kbps,
        confirmedKbps: row.speed_kbps,
        governor,
        // The name of a limit from above stays with its owner.
        governedBy:
          governor === 'other' && names.has(row.governing_owner ?? '')
            ? row.governing_name
            : governor === 'lifted'
              ? row.passed_by
              : null,
        since: row.state_at?.toISOString() ?? null,
        words: row.words_zh === null ? null : say(text(row.words_zh, row.words_en ?? row.words_zh), ctx.language),
      };
    });
  },
});

type Governed = {
  readonly governor: SpeedGovernor | null;
  readonly governing_id: string | null;
  readonly limit_id: string;
  readonly step: number | null;
  readonly passed_step: number | null;
  readonly exempt_until: string | null;
};

/** Why the card has the speed it has: what governs it, or why the limit does not. */
function governorOf(ctx: Ctx, row: Governed): SpeedGovernor | null {
  if (row.exempt_until !== null && row.exempt_until >= dayText(ctx.clock.now())) return 'exempt';
  const isLifted = row.step !== null && row.step > 0 && row.step <= (row.passed_step ?? 0);
  if (row.governor === 'assignment' && row.governing_id !== row.limit_id) return 'other';
  return row.governor ?? (isLifted ? 'lifted' : null);
}
