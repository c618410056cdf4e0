import { decideDifferences, differencesDecided } from '@cardinal/contract/api/carrierSync/carrierCards.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { toast } from '../../shell/toasts.ts';
import { useDecision } from './useDecision.ts';

const words = {
  theirs: text('以运营商为准', 'Take theirs'),
  ours: text('以平台为准', 'Apply platform state'),
  closed: verbs.close,
  closedQuestion: text('关闭 {n} 张卡的差异？', 'Close the differences of {n} {n|card|cards}?'),
  closedNote: text(
    '卡和运营商侧都不改变；运营商查无的卡在其再次出现前不再提示。',
    'Nothing changes here or at the carrier. Cards unknown to the carrier are not reported again until they reappear.',
  ),
  closedDone: text('已关闭 {n} 项差异', '{n} {n|difference|differences} closed'),
  theirsQuestion: text('{n} 张卡采用运营商的状态？', 'Apply the carrier’s status to {n} {n|card|cards}?'),
  theirsNote: text(
    '卡的状态改为运营商返回的状态，不会向运营商下发指令。',
    'Card statuses change to what the carrier returned. No command is sent to the carrier.',
  ),
  oursQuestion: text(
    '向运营商下发 {n} 张卡在平台的记录？',
    'Send the platform’s state of {n} {n|card|cards} to the carrier?',
  ),
  oursNote: text(
    '先采用运营商的状态，再以任务下发停机、复机或激活，运营商确认后生效。',
    'The carrier’s status is applied first; then tasks request a stop, restart or activation, effective once the carrier confirms.',
  ),
  theirsDone: text('{n} 张卡已采用运营商的记录', '{n} {n|card has|cards have} taken over what the carrier says'),
  oursDone: text('已下发：{tasks}', 'Sent to the carrier: {tasks}'),
  over: text('；另有 {n} 项已不再是差异', '; {n} more no longer differ'),
  tasks: verbs.viewTasks,
};

export const SIDES = ['theirs', 'ours', 'closed'] as const;
export type Side = (typeof SIDES)[number];

/** The name of a side: on its button and in the confirmation. */
export const SIDE_WORDS = { theirs: words.theirs, ours: words.ours, closed: words.closed };

/** Chooses the side that counts, after a confirmation; `settled` as in useDecision. */
export function useDifferenceDecision(accountId: string) {
  const t = useText();
  const deciding = useDecision(decideDifferences, differencesDecided);
  const decide = async (side: Side, ids: string[], settled: () => void) => {
    const question = {
      title: t(words[`${side}Question`], { n: countAmount(ids.length) }),
      body: <p>{t(words[`${side}Note`])}</p>,
      confirm: t(words[side]),
      isDanger: side === 'ours',
    };
    const answer = await deciding.decide(question, { accountId, ids, side }, settled);
    if (!answer) return;
    const over = answer.over > 0 ? t(words.over, { n: countAmount(answer.over) }) : '';
    if (side !== 'ours') toast.success(t(words[`${side}Done`], { n: countAmount(answer.decided) }) + over);
    else {
      toast.success(t(words.oursDone, { tasks: answer.tasks.join(' · ') }) + over, {
        label: t(words.tasks),
        to: '/taskManagement/systemTask',
      });
    }
  };
  return { isRunning: deciding.isRunning, decide };
}
