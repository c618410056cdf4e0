import { listInbox, muteKind } from '@cardinal/contract/api/notices/inbox.ts';
import { NoticeKind } from '@cardinal/contract/api/notices/notices.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { Skeleton, Switch } from 'antd';
import { useId } from 'react';
import { useChange } from '../../../kit/change.ts';
import { useRead } from '../../../kit/useRead.ts';

const words = {
  note: text(
    '屏蔽的类型仍会收进列表，但不计入未读数，也不在铃铛中显示。必读通知和资金通知始终提醒。',
    'Muted kinds still arrive in the list but are not counted as unread or shown at the bell. Must-read and money notices are always announced.',
  ),
  heard: text('提醒', 'Announce'),
};

const KINDS = NoticeKind.options.filter((option) => option.value !== 'money');

/** Which kinds notify; a switch takes effect immediately. */
export function MuteSheet(props: { onClose: () => void }) {
  const t = useText();
  const id = useId();
  const muting = useChange(muteKind);
  const { data } = useRead(listInbox, { pageSize: 10 }, { isSilent: false });
  const muted = data?.summary.muted;
  return (
    <Sheet isOpen title={t(nouns.mutedKinds)} width={420} onClose={props.onClose}>
      <Paragraph ink="secondary">{t(words.note)}</Paragraph>
      {muted === undefined ? (
        <Skeleton active />
      ) : (
        <Stack as="ul" isDivided above="l">
          {KINDS.map(({ key, value, label }) => (
            <Inline as="li" justify="between" gap="m" isOneLine key={key}>
              <label htmlFor={`${id}-${key}`}>{t(label)}</label>
              <Switch
                id={`${id}-${key}`}
                checked={!muted.includes(value)}
                disabled={muting.isRunning}
                aria-label={`${t(words.heard)} ${t(label)}`}
                onChange={(isHeard) => void muting.run({ body: { kind: value, isMuted: !isHeard } })}
              />
            </Inline>
          ))}
        </Stack>
      )}
    </Sheet>
  );
}
