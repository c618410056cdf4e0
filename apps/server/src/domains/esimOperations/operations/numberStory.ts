import { EsimEnableState } from '@cardinal/contract/enumerations/card.ts';
import { EsimCause, type EsimOperationKind } from '@cardinal/contract/enumerations/esim.ts';
import type { ActionCode } from '@cardinal/contract/tasks/taskCatalogue.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import type { Ctx } from '../../../framework/context.ts';
import { type EventActor, type EventValue, type NewCardEvent, writeEvents } from '../../cards/face.ts';
import { beyond, type CodeNumberRow } from '../../esim/face.ts';
import type { OperationRow } from '../operationTables.ts';

/** The action recorded in the card history of an operation's number; a chip's audit and fallback use the first. */
const ACTION_OF: Readonly<Record<EsimOperationKind, ActionCode>> = {
  download: 'esim_download',
  enable: 'esim_enable',
  disable: 'esim_disable',
  delete: 'esim_delete',
  audit: 'esim_download',
  setFallback: 'esim_enable',
};
export const actionOf = (kind: EsimOperationKind): ActionCode => ACTION_OF[kind];

const IN_STOCK = text('在库', 'In stock');
const ON_CHIP = text('已在卡上', 'On the chip');
/** The new value in the history when a number becomes the fallback; its state does not change. */
export const AS_FALLBACK = text('后备码号', 'Fallback number');

/** A number's position in the card history: stock and chip are both state 0. */
export function standingWords(number: Pick<CodeNumberRow, 'enable_state' | 'eid'>): Text {
  if (number.enable_state !== EsimEnableState.values.notEnabled) return EsimEnableState.labelOf(number.enable_state);
  return number.eid === null ? IN_STOCK : ON_CHIP;
}

export type Told = Pick<NewCardEvent, 'result'> & {
  readonly number: Pick<CodeNumberRow, 'card_id' | 'iccid'>;
  readonly kind: EsimOperationKind;
  readonly from?: EventValue | null | undefined;
  readonly to?: EventValue | null | undefined;
  /** The operation behind it; absent for unsolicited reports of the chip or the SM-DP+. */
  readonly operation?: OperationRow | undefined;
  readonly words?: Text | null | undefined;
  readonly at?: Date | undefined;
  readonly cause?: EsimCause | undefined;
};

const BY_CHIP: ReadonlySet<EsimCause> = new Set(['fallback', 'reset', 'deviceChange', 'local', 'audit']);

/** A change the chip made by itself is shown with its cause: «Enabled (fallback)». */
function becauseOf(cause: EsimCause, to: EventValue | null | undefined): EventValue | null | undefined {
  if (!to || typeof to === 'string') return to;
  const { zh, en } = EsimCause.labelOf(cause);
  return { ...to, zh: `${to.zh}（${zh}）`, en: `${to.en} (${en.toLowerCase()})` };
}

const actorOf = ({ asked_account_id, asked_name, customer_id }: OperationRow): EventActor => ({
  accountId: asked_account_id,
  accountName: asked_name,
  customerId: customer_id,
});

/** Writes changes of numbers into their cards' histories. */
export async function tellOfNumbers(ctx: Ctx, told: readonly Told[]): Promise<void> {
  if (told.length === 0) return;
  const ids = [...new Set(told.map(({ number }) => number.card_id))];
  const cards = await beyond(ctx)
    .selectFrom('cards.v_esim_card')
    .select(['id', 'customer_id'])
    .where('id', 'in', ids)
    .execute();
  const owners = new Map(cards.map((card) => [card.id, card.customer_id]));
  const lines = told.flatMap(({ number, kind, result, from, to, operation, words, at, cause }): NewCardEvent[] => {
    const customerId = owners.get(number.card_id);
    if (!customerId) return [];
    const why = cause ?? operation?.cause;
    const isByChip = why !== undefined && BY_CHIP.has(why);
    return [
      {
        cardId: number.card_id,
        iccid: number.iccid,
        customerId,
        action: actionOf(kind),
        result,
        from,
        to: isByChip ? becauseOf(why, to) : to,
        source: result !== 'asked' || isByChip ? 'carrier' : why === 'strategy' ? 'strategy' : 'console',
        actor: operation ? actorOf(operation) : { accountId: null, accountName: '', customerId: null },
        taskId: operation?.task_id,
        carrierRef: operation?.function_call_identifier,
        carrierWords: words,
        ...(at === undefined ? {} : { at }),
      },
    ];
  });
  await writeEvents(ctx, lines);
}
