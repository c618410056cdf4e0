import {
  differencesDecided,
  type decideDifferences as endpoint,
  oursNotAskable,
  theirsUnknown,
} from '@cardinal/contract/api/carrierSync/carrierCards.ts';
import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { moveAsked } from '@cardinal/contract/statuses/cardStatus.ts';
import { TaskType } from '@cardinal/contract/tasks/taskCatalogue.ts';
import { text } from '@cardinal/primitives/text.ts';
import { accountOf, type Ctx } from '../../../framework/context.ts';
import { applyReadings } from '../../cardCommands/face.ts';
import { AS_ITEMS, changeCard, type LockedCard, lockCards, noteImei } from '../../cards/face.ts';
import { startTask } from '../../tasks/face.ts';
import { ownAccount } from '../ownAccount.ts';
import type { Difference } from './differences.ts';

/** Changes that may be requested to bring a card back; cancelling is never a side effect. */
const BACK = ['stop_card', 'reboot_card', 'active_card'] as const;
type Back = (typeof BACK)[number];

type Pair = { readonly card: LockedCard; readonly difference: Difference };

/** The action that brings a card from status `theirs` to `ours`; undefined if no action leads there. */
export const wayBack = (platform: Platform, theirs: string, ours: string): Back | undefined =>
  BACK.find((action) => {
    const move = moveAsked(platform, theirs, action);
    return move.isAllowed && move.to === ours;
  });

/** What is requested for one card; `plan` if it is a communication plan. */
type Way = { readonly action: Back | 'change_communication_plan'; readonly plan?: string };

/** A rate plan or device cannot be changed from here. */
function wayOf(card: LockedCard, { kind, ours, theirs }: Difference): Way | undefined {
  if (kind === 'plan') return { action: 'change_communication_plan', plan: ours };
  if (kind !== 'status' || theirs === null) return undefined;
  const action = wayBack(card.platform as Platform, theirs, ours);
  return action && { action };
}

/**
 * Unless the difference is merely closed, the cards first take the carrier's status: commands must start from a card's real
 * status. If our side is to apply, tasks then request it.
 */
export async function decideDifferences(ctx: Ctx, body: BodyOf<typeof endpoint>): Promise<AnswerOf<typeof endpoint>> {
  const account = await ownAccount(ctx, body.accountId);
  const pairs = await lockPairs(ctx, account.id, body.ids);
  const unknown = pairs.filter(({ difference }) => difference.theirs === null).length;
  const ways = new Map<string, Way>();
  if (body.side === 'theirs') {
    if (unknown > 0) throw new Refused(theirsUnknown, { n: unknown });
  } else if (body.side === 'ours') {
    for (const { card, difference } of pairs) {
      const way = wayOf(card, difference);
      if (way) ways.set(card.id, way);
    }
    const lost = pairs.length - ways.size;
    if (lost > 0) throw new Refused(oursNotAskable, { n: lost });
  }
  const tasks: { taskId: string; taskNo: string; cards: readonly string[] }[] = [];
  if (body.side !== 'closed') for (const { card, difference } of pairs) await takeOver(ctx, card, difference);
  for (const group of Map.groupBy(ways, ([, { action, plan }]) => `${action} ${plan ?? ''}`).values()) {
    const [first] = group;
    const cards = group.map(([cardId]) => cardId);
    if (first) tasks.push({ ...(await askFor(ctx, first[1], cards)), cards });
  }
  await close(ctx, pairs, body.side, tasks);
  ctx.note({
    objectKind: 'carrierAccount',
    objectId: account.id,
    summary: account.name,
    ...(tasks[0] ? { taskId: tasks[0].taskId } : {}),
    after: { side: body.side, cards: pairs.map(({ card }) => card.iccid) },
  });
  return {
    decided: pairs.length,
    over: new Set(body.ids).size - pairs.length,
    tasks: tasks.map((task) => task.taskNo),
  };
}

/** Locks the cards, then their open differences, in the platform-wide order. */
async function lockPairs(ctx: Ctx, accountId: string, ids: readonly string[]): Promise<Pair[]> {
  const asked = ctx.db
    .selectFrom('carrier_sync.carrier_difference')
    .selectAll()
    .where('carrier_account_id', '=', accountId)
    .where('id', 'in', [...new Set(ids)])
    .where('state', '=', 'open');
  const seen = await asked.execute();
  if (seen.length === 0) throw new Refused(differencesDecided);
  const cards = await lockCards(
    ctx.db,
    seen.map((difference) => difference.card_id),
  );
  const still = new Map((await asked.orderBy('card_id').forUpdate().execute()).map((each) => [each.card_id, each]));
  const pairs = cards.flatMap((card) => {
    const difference = still.get(card.id);
    return difference ? [{ card, difference }] : [];
  });
  if (pairs.length === 0) throw new Refused(differencesDecided);
  return pairs;
}

/** Applied as if read when the difference was found: anything learnt since is newer and stays. */
async function takeOver(ctx: Ctx, card: LockedCard, { kind, theirs, found_at }: Difference): Promise<void> {
  if (theirs === null) return;
  if (kind === 'imei') {
    await noteImei(ctx, card, theirs, found_at);
    await changeCard(ctx.db, card, { imei: theirs, imei_changed_at: found_at }, ctx.clock.now());
    return;
  }
  const device = {
    iccid: card.iccid,
    status: kind === 'status' ? theirs : card.carrier_status,
    imsi: null,
    msisdn: null,
    imei: null,
    ratePlan: kind === 'ratePlan' ? theirs : null,
    communicationPlan: kind === 'plan' ? theirs : null,
    activatedAt: null,
    changedAt: null,
    raw: {},
  };
  await applyReadings(ctx, card.carrier_account_id, [device], { readAt: found_at, isDirect: false });
}

async function askFor(ctx: Ctx, { action, plan }: Way, cardIds: readonly string[]) {
  const label = TaskType.labelOf(TaskType.values[action]);
  return startTask(ctx, {
    action,
    title: text(`对账下发${label.zh} ${cardIds.length} 张`, `${label.en} after reconciling: ${cardIds.length}`),
    parameters: plan === undefined ? { reason: text('对账差异', 'Difference found in reconciliation') } : { plan },
    items: {
      select: ctx.db
        .selectFrom('cards.v_card as c')
        .select(AS_ITEMS)
        .where('c.id', 'in', [...cardIds])
        .orderBy('c.id'),
    },
  });
}

async function close(
  ctx: Ctx,
  pairs: readonly Pair[],
  side: 'theirs' | 'ours' | 'closed',
  tasks: readonly { taskId: string; cards: readonly string[] }[],
): Promise<void> {
  const { account } = accountOf(ctx);
  for (const { card, difference } of pairs) {
    await ctx.db
      .updateTable('carrier_sync.carrier_difference')
      .set({
        state: side,
        decided_at: ctx.clock.now(),
        decided_name: account,
        decided_task_id: tasks.find((task) => task.cards.includes(card.id))?.taskId ?? null,
      })
      .where('card_id', '=', card.id)
      .where('id', '=', difference.id)
      .execute();
  }
}
