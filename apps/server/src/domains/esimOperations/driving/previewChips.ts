import type { previewChips as api } from '@cardinal/contract/api/esimOperations/operations.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import type { Ctx } from '../../../framework/context.ts';
import { beyond, type ChipRow, type CodeNumberRow, type Left, leftOut, numbersByChip } from '../../esim/face.ts';
import { chipsShown } from '../chips/chipsAsked.ts';
import { NO_FREE, NONE_RUNS } from '../operations/askedWords.ts';
import { chooseOnChip, countFree, whyNoneMeant } from '../operations/chooseNumber.ts';
import { mayAskChip, mayOperate } from '../operations/operationRules.ts';
import { factsOfChip, withOpenOperation } from '../operations/operationStore.ts';

type Asked = BodyOf<typeof api>;

/**
 * What an operation on these chips would do now, by the same rules. Nothing is locked; the actual request is judged again.
 * Refused if a chip is outside the scope or the filter matches other chips than were shown.
 */
export async function previewChips(ctx: Ctx, asked: Asked): Promise<AnswerOf<typeof api>> {
  const chips = await chipsShown(ctx, asked.eids);
  const eids = chips.map(({ eid }) => eid);
  const [numbers, open, free] = await Promise.all([
    numbersByChip(beyond(ctx), eids),
    withOpenOperation(beyond(ctx), eids),
    asked.kind === 'download' ? countFree(ctx, asked) : null,
  ]);
  const { leave, told } = leftOut(ctx.language);
  const ready: string[] = [];
  for (const chip of chips) {
    const why = whyNot(asked, chip, numbers.get(chip.eid) ?? [], open.has(chip.eid));
    if (why) leave(chip.eid, why);
    else ready.push(chip.eid);
  }
  // Without further criteria a strategy may choose a number that is on the chip already.
  const isWished = asked.profileType !== undefined || asked.country !== undefined;
  if (free !== null && isWished) {
    for (const eid of ready.splice(free)) leave(eid, { code: 'noFreeNumber', words: NO_FREE });
  }
  return {
    total: chips.length,
    ready: ready.length,
    queued: ready.filter((eid) => open.has(eid)).length,
    free,
    left: told(),
  };
}

/** Why a chip would be skipped; undefined if not. A chip with earlier operations is judged when they have ended. */
function whyNot(asked: Asked, chip: ChipRow, numbers: readonly CodeNumberRow[], isBusy: boolean): Left | undefined {
  const { kind } = asked;
  const facts = factsOfChip(chip, numbers);
  const ofChip = mayAskChip(kind, facts);
  if (ofChip.kind === 'refused') return ofChip;
  if (kind === 'download' || kind === 'audit') return undefined;
  const number =
    kind === 'disable'
      ? numbers.find(({ card_id }) => card_id === chip.enabled_number_id)
      : chooseOnChip(numbers, asked);
  if (!number) {
    return kind === 'disable' ? { code: 'already', words: NONE_RUNS } : whyNoneMeant(numbers, asked);
  }
  const verdict = mayOperate(kind, facts, number.card_id);
  if (verdict.kind === 'go' || isBusy) return undefined;
  return { code: verdict.kind === 'already' ? 'already' : verdict.code, words: verdict.words };
}
