import type { previewCap as previewEndpoint, setCap as setEndpoint } from '@cardinal/contract/api/pools/limits.ts';
import { notInThisPool, poolClosed, poolNotFound } from '@cardinal/contract/api/pools/refusals.ts';
import { StopReason } from '@cardinal/contract/enumerations/card.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { volumeText } from '@cardinal/primitives/dataVolume.ts';
import { filled, text } from '@cardinal/primitives/text.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../framework/context.ts';
import { writeEvents } from '../../cards/face.ts';
import { ofPools } from '../cycles/poolStore.ts';
import { settleLimitsJob } from '../limits/settleLimits.ts';

const { arrears } = StopReason.values;

type Capped = {
  readonly id: string;
  readonly card_id: string;
  readonly iccid: string;
  readonly pool_code: string;
  readonly customer_id: string;
  readonly cap_bytes: string | null;
  readonly pool_id: string;
  readonly used: string;
  readonly is_open: boolean;
  readonly is_held: boolean;
  readonly is_running: boolean;
};

/** The pool, if the caller sees it, with those of the memberships that are in it or its sub-pools, and how many were. */
async function asked(ctx: Ctx, { poolId, ids }: Pick<BodyOf<typeof setEndpoint>, 'poolId' | 'ids'>) {
  const pool = await ctx.db.selectFrom('pools.pool').selectAll().where('id', '=', poolId).executeTakeFirst();
  if (!pool) throw new Refused(poolNotFound);
  const { rows } = await sql<Capped>`
    select m.id, m.card_id, m.iccid, m.pool_id, p.pool_code, m.customer_id, m.cap_bytes, coalesce(c.used, 0) as used, m.left_at is null as is_open,
      exists (select from pools.stop s
        where s.pool_id = m.pool_id and s.card_id = m.card_id and s.kind = 'cap' and s.lifted_at is null) as is_held,
      k.lifecycle <> 'cancelled' and not ${arrears} = any(k.stop_reasons) as is_running
    from pools.member m join pools.pool p on p.id = m.pool_id join cards.v_card k on k.id = m.card_id
      left join pools.member_cycle c on c.member_id = m.id and c.cycle = p.cycle
    where m.id = any(${[...ids]}::bigint[]) and p.path like ${`${pool.path}%`}`.execute(ofPools(ctx));
  const members = rows.filter(({ is_open }) => is_open);
  return { pool, members, left: rows.length - members.length };
}

const reaches = ({ used }: Capped, cap: string | null) => cap !== null && BigInt(used) >= BigInt(cap);

export async function previewCap(
  ctx: Ctx,
  body: BodyOf<typeof previewEndpoint>,
): Promise<AnswerOf<typeof previewEndpoint>> {
  const { members, left } = await asked(ctx, body);
  const count = (isMeant: (each: Capped) => boolean) => members.filter(isMeant).length;
  return {
    cards: members.length,
    notIn: left,
    willStop: count((each) => each.is_running && !each.is_held && reaches(each, body.capBytes)),
    willRun: count((each) => each.is_held && !reaches(each, body.capBytes)),
  };
}

const capText = (bytes: string | null) =>
  bytes === null ? text('不限', 'none') : text(volumeText(BigInt(bytes)), volumeText(BigInt(bytes)));
const CAP_OF_POOL = text('卡池 {code} 的单卡上限', 'Cap of a card in the pool {code}');

/** The history of a card says what its cap was and is, to whoever sees its pool; caps that stay are not told. */
const writeCapEvents = (ctx: Ctx, members: readonly Capped[], cap: string | null): Promise<void> =>
  writeEvents(
    ctx,
    members
      .filter(({ cap_bytes }) => cap_bytes !== cap)
      .map((each) => ({
        cardId: each.card_id,
        iccid: each.iccid,
        customerId: each.customer_id,
        action: 'set_usage_cap' as const,
        result: 'done' as const,
        from: capText(each.cap_bytes),
        to: capText(cap),
        reason: filled(CAP_OF_POOL, { code: each.pool_code }),
      })),
  );

export async function setCap(ctx: Ctx, body: BodyOf<typeof setEndpoint>): Promise<AnswerOf<typeof setEndpoint>> {
  const { pool, members } = await asked(ctx, body);
  if (pool.state === 'closed') throw new Refused(poolClosed);
  if (members.length === 0) throw new Refused(notInThisPool);
  await ofPools(ctx)
    .updateTable('pools.member')
    .set({ cap_bytes: body.capBytes })
    .where(sql<boolean>`id = any(${members.map(({ id }) => id)}::bigint[])`)
    .execute();
  await writeCapEvents(ctx, members, body.capBytes);
  for (const poolId of new Set(members.map(({ pool_id }) => pool_id))) await ctx.enqueue(settleLimitsJob, { poolId });
  const cap = capText(body.capBytes);
  ctx.note({
    objectKind: 'cardPool',
    objectId: pool.id,
    summary: text(
      `${pool.pool_code} ${members.length} 张卡的上限：${cap.zh}`,
      `${pool.pool_code}: cap of ${members.length} cards ${cap.en}`,
    ),
    customerId: pool.customer_id,
    after: { capBytes: body.capBytes, cards: members.length },
  });
  return { cards: members.length };
}
