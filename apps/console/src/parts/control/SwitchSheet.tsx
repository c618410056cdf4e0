import { verbs } from '@cardinal/contract/words.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Note, Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { NotLoaded } from '../../kit/NotLoaded.tsx';
import { STATE_STEPS, type Target } from './strategyStates.ts';

const words = {
  title: text('「{name}」{step}', '“{name}”: {step}'),
  failed: text('影响范围加载失败', 'Failed to load what it would mean'),
  second: text(
    '范围超过 1,000 张卡且未试运行满 24 小时：您提交后，须由另一账号在此确认才会启用。',
    'It covers more than 1,000 cards and was not in shadow for 24 hours: after you, another account must confirm here.',
  ),
  wanted: text('{name} 已提交启用，您确认后生效。', '{name} asked to turn it on; your confirmation does.'),
};

/** Said when a switch is through. */
export const SWITCHED = {
  waits: text('已提交，等待另一账号确认', 'Submitted; another account must confirm'),
  done: text('「{name}」：{state}', '“{name}”: {state}'),
};

type Preview = { readonly needsSecond: boolean; readonly wantedBy: string | null };

/** What another state of a strategy would mean, before it is set. */
export function SwitchSheet<P extends Preview>(props: {
  readonly name: string;
  readonly to: Target;
  readonly meaning: Text;
  readonly preview: { readonly data: P | undefined; readonly error: Error | null; readonly refetch: () => unknown };
  readonly isRunning: boolean;
  readonly onConfirm: (preview: P) => void;
  readonly onClose: () => void;
  readonly children: (preview: P) => ReactNode;
}) {
  const t = useText();
  const { name, to, preview } = props;
  const { data } = preview;
  return (
    <Sheet
      isOpen
      title={t(words.title, { name, step: t(STATE_STEPS[to]) })}
      width={560}
      onClose={props.onClose}
      footer={
        <Inline justify="end">
          <Button onClick={props.onClose}>{t(verbs.cancel)}</Button>
          <Button
            type="primary"
            danger={to === 'on'}
            disabled={!data}
            loading={props.isRunning}
            onClick={() => data && props.onConfirm(data)}
          >
            {t(STATE_STEPS[to])}
          </Button>
        </Inline>
      }
    >
      <Stack gap="l">
        <Paragraph>{t(props.meaning)}</Paragraph>
        {data ? (
          <>
            {props.children(data)}
            {to === 'on' && data.needsSecond ? (
              <Note tone="warning">
                {data.wantedBy === null ? t(words.second) : t(words.wanted, { name: data.wantedBy })}
              </Note>
            ) : null}
          </>
        ) : (
          <NotLoaded failed={words.failed} error={preview.error} onRetry={preview.refetch} />
        )}
      </Stack>
    </Sheet>
  );
}
