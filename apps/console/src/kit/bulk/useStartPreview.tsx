import { priceChanged } from '@cardinal/contract/api/cardBatches/refusals.ts';
import { startAction } from '@cardinal/contract/api/cardBatches/selection.ts';
import { insufficientBalance } from '@cardinal/contract/api/ledger/refusals.ts';
import { walletsMoved } from '@cardinal/contract/api/orders/refusals.ts';
import { sentences, verbs } from '@cardinal/contract/words.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { countAmount, moneyAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { wallTime } from '@cardinal/ui/moments.ts';
import type { ReactNode } from 'react';
import { confirmFirst } from '../../shell/questions.ts';
import { toast } from '../../shell/toasts.ts';
import { useChange } from '../change.ts';
import type { Preview } from './cardBulkAction.ts';
import { ONE_STEP_MOST, useOneStep } from './useOneStep.ts';

/** The label of a button that acts on so many cards. */
export const ACT_ON_CARDS = text('{action} {n} 张卡', '{action}: {n} {n|card|cards}');

const words = {
  act: ACT_ON_CARDS,
  question: text('{action} {n} 张卡？', '{action}: {n} {n|card|cards}?'),
  paid: text('由 {payer} 支付，最多 {amount} {currency}。', 'Paid by {payer}: at most {amount} {currency}.'),
  givenBack: text('退回 {back} {currency}。', '{back} {currency} is given back.'),
  needsApproval: text('提交后需要另一账号复核才会执行。', 'Requires approval by another account before it runs.'),
  quiet: text(
    '现在是本客户不自动停机的时段（至 {at}）；手工停机会立即执行。',
    'Automatic stops are off until {at}. A manual stop runs immediately.',
  ),
};

/** What was shown holds no more. */
const STALE = new Set<unknown>([priceChanged.code, insufficientBalance.code, walletsMoved.code]);

const moneyFacts = ({ payer, held, total, currency }: NonNullable<Preview['money']>) => ({
  payer: payer ?? '',
  currency,
  amount: moneyAmount(held, currency),
  back: moneyAmount(total.replace('-', ''), currency),
});

/** What is started: its name and its consequence, as the confirmation shows them. */
export type Startable = {
  readonly label: Text;
  readonly consequence: ReactNode;
  readonly isDanger?: boolean;
  /** Changes our own data only: no carrier is asked. */
  readonly isLocal?: boolean;
};

/**
 * From a frozen preview to the task: the confirmation repeats the number, and asks for it where the preview says so. Where its
 * price or the balance is another by now, `onStale` asks for a new preview.
 */
export function useStartPreview(options: { onStale?: (() => void) | undefined } = {}) {
  const t = useText();
  const starting = useChange(startAction, {
    onFailure: ({ code }) => {
      if (STALE.has(code)) options.onStale?.();
    },
  });
  const tellEnd = useOneStep();

  /**
   * Answers the task, or nothing where it was not started. Where what follows has been read already, only a number that is to be
   * typed is asked for.
   */
  const start = async (what: Startable, shown: Preview, isRead = false): Promise<string | undefined> => {
    const facts = { action: what.label, n: countAmount(shown.willTouch) };
    const mustType = shown.typeCountFrom !== null && shown.willTouch >= shown.typeCountFrom;
    const isSure =
      (isRead && !mustType) ||
      (await confirmFirst({
        title: t(words.question, facts),
        body: (
          <>
            {shown.money ? (
              <p>
                <b>{t(shown.money.total.startsWith('-') ? words.givenBack : words.paid, moneyFacts(shown.money))}</b>
              </p>
            ) : null}
            <p>{what.consequence}</p>
            {shown.quietUntil ? <p>{t(words.quiet, { at: wallTime(shown.quietUntil).slice(0, 16) })}</p> : null}
            {shown.needsApproval ? <p>{t(words.needsApproval)}</p> : null}
          </>
        ),
        confirm: t(words.act, facts),
        isDanger: what.isDanger ?? false,
        typedCount: mustType ? shown.willTouch : undefined,
      }));
    if (!isSure) return undefined;
    const answer = await starting.run({
      body: { previewId: shown.previewId, ...(mustType ? { typedCount: shown.willTouch } : {}) },
    });
    if (!answer) return undefined;
    if (what.isLocal && !answer.needsApproval && answer.total <= ONE_STEP_MOST) {
      void tellEnd(answer, what.label, shown.willSkip);
      return answer.taskId;
    }
    const said = answer.needsApproval ? sentences.taskAwaitsApproval : sentences.actionStarted;
    toast.success(t(said, { action: what.label, taskNo: answer.taskNo }), {
      label: t(verbs.openTask),
      to: `/taskManagement/systemTask?id=${answer.taskId}`,
    });
    return answer.taskId;
  };

  return {
    start,
    isStarting: starting.isRunning,
    /** The label of the button that starts it. */
    actWords: (what: Startable, shown: Preview) =>
      t(words.act, { action: what.label, n: countAmount(shown.willTouch) }),
  };
}
