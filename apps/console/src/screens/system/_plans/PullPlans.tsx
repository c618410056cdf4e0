import { type planAccounts, plansNotListed, pullPlans } from '@cardinal/contract/api/cardCommands/plans.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { type StatusLook, StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { Button } from 'antd';
import { useChange } from '../../../kit/change.ts';
import { FigureCell, figures, LinesTable } from '../../../kit/LinesTable.tsx';
import { Nothing } from '../../../kit/table/cells.tsx';

const words = {
  title: text('从运营商拉取', 'Pull from carrier'),
  intro: text(
    '向运营商读取计划及各计划的卡数。只随卡返回计划的接口会逐页读取该通道的全部卡。',
    'Reads plans and their card counts from the carrier. Interfaces that only report plans per card are read page by page over all cards of the account.',
  ),
  account: nouns.carrierAccount,
  last: text('最近一次', 'Last time'),
  state: nouns.outcome,
  seen: text('已读卡数', 'Cards read'),
  pull: text('拉取', 'Pull'),
  started: text('已开始拉取', 'Pull started'),
  running: text('拉取中', 'Pulling'),
  finished: text('已完成', 'Finished'),
  halted: text('已中止', 'Halted'),
  action: nouns.action,
};

type Account = AnswerOf<typeof planAccounts>[number];
const LOOKS: Readonly<Record<'running' | 'finished' | 'halted', StatusLook>> = {
  running: { shape: 'half', tone: 'warning' },
  finished: { shape: 'disc', tone: 'good' },
  halted: { shape: 'cross', tone: 'bad' },
};

/** Per account: its last pull, and the next. */
export default function PullPlans({ accounts, onClose }: { accounts: readonly Account[]; onClose: () => void }) {
  const t = useText();
  const pulling = useChange(pullPlans, { done: t(words.started) });
  return (
    <Sheet isOpen title={t(words.title)} width={760} onClose={onClose}>
      <Paragraph ink="secondary" below="m">
        {t(words.intro)}
      </Paragraph>
      <LinesTable heads={[words.account, words.last, words.state, figures(words.seen), words.action]}>
        {accounts.map(({ id, name, canPull, pull }) => (
          <tr key={id}>
            <td>{name}</td>
            <td>{pull ? <TimeText at={pull.beganAt} /> : <Nothing />}</td>
            <td>
              {pull ? (
                <StatusTag
                  {...LOOKS[pull.state]}
                  word={t(words[pull.state])}
                  {...(pull.words ? { origin: pull.words } : {})}
                />
              ) : (
                <Nothing />
              )}
            </td>
            <FigureCell>{pull ? countAmount(pull.seen) : <Nothing />}</FigureCell>
            <td>
              <Button
                size="small"
                disabled={!canPull || pull?.state === 'running'}
                title={canPull ? undefined : t(plansNotListed.text)}
                loading={pulling.isRunning}
                onClick={() => void pulling.run({ body: { carrierAccountId: id } })}
              >
                {t(words.pull)}
              </Button>
            </td>
          </tr>
        ))}
      </LinesTable>
    </Sheet>
  );
}
