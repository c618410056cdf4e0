import { previewSwitch, switchStrategy } from '@cardinal/contract/api/esimOperations/strategies.ts';
import { StrategyState } from '@cardinal/contract/enumerations/esim.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { Button } from 'antd';
import { useChange } from '../../../kit/change.ts';
import { Panel } from '../../../kit/Panel.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { Rehearsal } from './Rehearsal.tsx';
import { STRATEGY_STEPS } from './strategyLooks.ts';

const words = {
  title: text('「{name}」→ {state}', '“{name}” → {state}'),
  preview: text('若现在逐一触发', 'If triggered for each chip now'),
  elsewhere: text(
    '另有 {n} 张芯片绑定了别的策略，不受影响。',
    '{n} {n|chip is|chips are} bound to another strategy and not touched.',
  ),
  switched: text('「{name}」已{state}', '“{name}” is now {state}'),
};
export type Target = 'shadow' | 'on' | 'off';
const MEANING: Readonly<Record<Target, Text>> = {
  shadow: text(
    '试运行：触发时只记录会做什么，不写号、不切换。',
    'Shadow mode: decisions are recorded only; no numbers are written or switched.',
  ),
  on: text(
    '启用：从现在起，触发时按规则写号和切换。切换前先把正在用的码号设为后备。',
    'Enabled: numbers are written and switched by the rules from now on. The active number is set as the fallback first.',
  ),
  off: text(
    '停用：不再触发；已提交的操作继续完成。',
    'Disabled: no further triggers. Operations already requested continue.',
  ),
};

type Props = {
  readonly strategy: { readonly id: string; readonly name: string; readonly version: number };
  readonly to: Target;
  readonly onClose: () => void;
};

/** The effect of the other state on the chips, before the change. */
export default function SwitchState({ strategy, to, onClose }: Props) {
  const t = useText();
  const state = t(StrategyState.labelOf(to));
  const preview = useRead(previewSwitch, { strategyId: strategy.id }, { enabled: to !== 'off' });
  const change = useChange(switchStrategy, { done: t(words.switched, { name: strategy.name, state }) });
  const confirm = async () => {
    if (await change.run({ body: { id: strategy.id, state: to, version: strategy.version } })) onClose();
  };
  return (
    <Sheet
      isOpen
      title={t(words.title, { name: strategy.name, state })}
      width={860}
      onClose={onClose}
      footer={
        <Inline justify="end">
          <Button onClick={onClose}>{t(verbs.cancel)}</Button>
          <Button type="primary" danger={to === 'off'} loading={change.isRunning} onClick={() => void confirm()}>
            {t(STRATEGY_STEPS[to])}
          </Button>
        </Inline>
      }
    >
      <Paragraph ink="secondary">{t(MEANING[to])}</Paragraph>
      {to === 'off' ? null : (
        <Panel title={t(words.preview)} state={preview} height={160} className="above-l">
          {preview.data ? (
            <>
              <Rehearsal of={preview.data} />
              {preview.data.elsewhere > 0 ? (
                <p className="field-help">{t(words.elsewhere, { n: countAmount(preview.data.elsewhere) })}</p>
              ) : null}
            </>
          ) : undefined}
        </Panel>
      )}
    </Sheet>
  );
}
