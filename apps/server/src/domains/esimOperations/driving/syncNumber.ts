import { numberNotFound } from '@cardinal/contract/api/esim/refusals.ts';
import { smdpRefused } from '@cardinal/contract/api/esimOperations/operations.ts';
import type { RspState } from '@cardinal/contract/enumerations/esim.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import type { Commit } from '../../../framework/domain.ts';
import { type AnswerOf, callCarrier } from '../../carriers/face.ts';
import { beyond, type CodeNumberRow, lockChip, lockNumber, moveNumber, type NumberFact } from '../../esim/face.ts';
import { standingWords, tellOfNumbers } from '../operations/numberStory.ts';
import { openOperationsOf } from '../operations/operationStore.ts';
import { closeOperation } from './closeOperation.ts';
import { takeInstalled } from './stepDownload.ts';

const SYNCED = text('同步自 SM-DP+', 'Synced from the SM-DP+');

/** What a state at the SM-DP+ means for a number bound to the chip it names. */
const FACTS: Readonly<Partial<Record<RspState, NumberFact>>> = {
  Linked: 'linked',
  Confirmed: 'linked',
  Released: 'released',
  Downloaded: 'downloaded',
  Error: 'failed',
  Unavailable: 'unavailable',
};

/**
 * Queries a number's state at the SM-DP+ and applies it as far as the transitions allow: an installed number without a
 * notification is on its chip. Where an eIM manages chips, an audit tells more.
 */
export async function syncNumber(
  ctx: Ctx,
  numberId: string,
): Promise<Commit<{ readonly state: RspState; readonly changed: boolean }>> {
  const owned = await ctx.db
    .selectFrom('esim.v_code_number as n')
    .innerJoin('cards.v_esim_card as c', 'c.id', 'n.card_id')
    .selectAll('n')
    .where('n.card_id', '=', numberId)
    .executeTakeFirst();
  if (!owned) throw new Refused(numberNotFound);
  const callId = `sync-${ctx.ids.next()}`;
  const outcome = await callCarrier(ctx, owned.smdp_account_id, 'getProfileState', { callId, iccid: owned.iccid });
  if (outcome.kind !== 'ok') throw new Refused(smdpRefused, { reason: outcome.words });
  const { state } = outcome.answer;
  return async (inside) => {
    const changed = await takeOver(inside, owned, outcome.answer);
    inside.note({ objectKind: 'codeNumber', objectId: owned.card_id, summary: owned.iccid, after: { state } });
    return { state, changed };
  };
}

async function takeOver(ctx: Ctx, asked: CodeNumberRow, told: AnswerOf<'getProfileState'>): Promise<boolean> {
  const db = beyond(ctx);
  const chip = asked.eid === null ? undefined : await lockChip(db, asked.eid);
  const number = await lockNumber(db, asked.card_id);
  if (!number || !chip || number.eid !== asked.eid || told.eid !== number.eid) return false;
  const open = await openOperationsOf(db, chip.eid);
  const operation = open.find(({ kind, card_id }) => kind === 'download' && card_id === number.card_id);
  if (told.state === 'Installed') {
    if (operation) await takeInstalled(ctx, { chip, number, operation });
    else return (await moveNumber(ctx, chip, number, 'installed')) !== undefined;
    return true;
  }
  const fact = FACTS[told.state];
  const moved = fact && (await moveNumber(ctx, chip, number, fact, fact === 'failed' ? SYNCED : null));
  if (!moved) return false;
  await tellOfNumbers(ctx, [
    {
      number: moved.after,
      kind: 'download',
      result: 'confirmed',
      operation,
      words: SYNCED,
      from: standingWords(moved.before),
      to: standingWords(moved.after),
    },
  ]);
  if (operation && (fact === 'failed' || fact === 'unavailable')) {
    await closeOperation(ctx, chip, operation, { kind: 'failed', code: told.state, words: SYNCED });
  }
  return true;
}
