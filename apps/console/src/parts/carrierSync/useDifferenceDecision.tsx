import { decideDifferences, differencesDecided } from '@cardinal/contract/api/carrierSync/carrierCards.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { toast } from '../../shell/toasts.ts';
import { useDecision } from './useDecision.ts';

const words = {
  theirs: text('以运营商为准', 'Take theirs'),
  ours: text('以平台为准', 'Ask for ours'),
  closed: verbs.close,
  closedQuestion: text('关闭 {n} 张卡的差异？', 'Close the differences of {n} {n|card|cards}?'),
  closedNote: text(
    '卡和运营商侧都不改变；运营商查无的卡在其再次出现前不再提示。',
    'Nothing changes here or at the carrier; a card it does not know is not told again until it knows it.',
  ),
  closedDone: text('已关闭 {n} 项差异', '{n} {n|difference|differences} closed'),
  theirsQuestion: text('{n} 张卡采用运营商的状态？', 'Take over the carrier’s status for {n} {n|card|cards}?'),
  theirsNote: text(
    '卡的状态改为运营商返回的状态，不会向运营商下发指令。',
    'The cards change here; nothing is asked of the carrier.',
  ),
  oursQuestion: text(
    '向运营商下发 {n} 张卡在平台的记录？',
    'Ask the carrier to bring {n} {n|card|cards} to what we have?',
  ),
  oursNote: text(
    '先采用运营商的状态，再以任务下发停机、复机或激活，运营商确认后生效。',
    'The cards first take over the carrier’s status; tasks then ask for a stop, restart or activation until it is confirmed.',
  ),
  theirsDone: text('{n} 张卡已采用运营商的记录', '{n} {n|card has|cards have} taken over what the carrier says'),
  oursDone: text('已下发：{tasks}', 'Asked of the carrier: {tasks}'),
  over: text('；另有 {n} 项已不再是差异', '; {n} more no longer differed'),
  tasks: text('查看任务', 'See the tasks'),
};

export const SIDES = ['theirs', 'ours', 'closed'] as const;
export type Side = (typeof SIDES)[number];

/** How a side is called: on its button, and where it is asked about. */
export const SIDE_WORDS = { theirs: words.theirs, ours: words.ours, closed: words.closed };

/** The choice of the side that counts, asked first; `settled` as of useDecision. */
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
