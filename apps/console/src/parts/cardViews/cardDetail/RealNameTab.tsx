import { askRealName, viewRealNameLink } from '@cardinal/contract/api/cardLookups/realName.ts';
import { cardFields } from '@cardinal/contract/api/cards/cardFields.ts';
import { ReadingKind } from '@cardinal/contract/api/carriers/carrierMonitor.ts';
import { RealNameStatus } from '@cardinal/contract/enumerations/card.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { CopyButton } from '@cardinal/ui/Copy.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Columns, Grid } from '@cardinal/ui/layout/Grid.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { QRCode } from 'antd';
import { useState } from 'react';
import { useChange } from '../../../kit/change.ts';
import { Panel } from '../../../kit/Panel.tsx';
import { Facts } from '../Facts.tsx';
import type { CardView } from '../useCard.ts';
import { OfferButton } from './OfferButton.tsx';

const words = {
  title: text('运营商侧实名', 'Real name at the carrier'),
  readAt: text('读取时间', 'Read at'),
  never: text('尚未读取', 'Never read'),
  doneAt: text('完成时间', 'Done at'),
  said: text('运营商说明', "Carrier's words"),
  link: text('实名链接', 'Real-name link'),
  open: text('打开链接', 'Open link'),
  picture: text('实名链接的二维码', 'QR code of the real-name link'),
  note: text(
    '由使用人扫码或打开链接，在运营商页面完成实名；链接由运营商生成、限时有效，本平台不保存。完成后本页会随运营商的状态更新。',
    'The user scans the code or opens the link and registers on the carrier’s page. The link is issued by the carrier for a limited time and is not stored here. This page updates once the carrier reports the result.',
  ),
};

/** The carrier's last answer about the card's real-name registration, with the link to its registration page. */
export default function RealNameTab(props: { view: CardView }) {
  const { card, carrier, realName } = props.view;
  const t = useText();
  const [told, setTold] = useState<AnswerOf<typeof askRealName>>();
  const [link, setLink] = useState<AnswerOf<typeof viewRealNameLink>>();
  const asking = useChange(askRealName, { onDone: setTold });
  const linking = useChange(viewRealNameLink, { onDone: setLink });
  const reading = carrier.readings.find(({ kind }) => kind === ReadingKind.values.realName);
  const readAt = told?.readAt ?? reading?.readAt ?? null;
  const body = { id: card.id };
  return (
    <Grid columns={3}>
      <Panel
        title={t(words.title)}
        aside={
          <Inline as="span" isWithin>
            <OfferButton
              offer={realName.ask}
              label={t(verbs.askNow)}
              isRunning={asking.isRunning}
              onPick={() => void asking.run({ body })}
            />
            <OfferButton
              offer={realName.link}
              label={t(viewRealNameLink.summary)}
              isRunning={linking.isRunning}
              isPrimary
              onPick={() => void linking.run({ body })}
            />
          </Inline>
        }
      >
        <Facts
          facts={[
            {
              label: cardFields.realNameStatus.label,
              value: t(RealNameStatus.labelOf(told?.status ?? card.realNameStatus)),
            },
            { label: words.readAt, value: readAt ? <TimeText at={readAt} /> : t(words.never) },
            ...(told?.doneAt ? [{ label: words.doneAt, value: <TimeText at={told.doneAt} /> }] : []),
            ...(told?.words ? [{ label: words.said, value: told.words }] : []),
          ]}
        />
      </Panel>
      {link ? (
        <Panel title={t(words.link)} asOf={link.at} className="wide">
          <Columns side="s">
            <div role="img" aria-label={t(words.picture)}>
              {/* The picture has its name already; its drawing has none. */}
              <span aria-hidden="true">
                <QRCode type="svg" value={link.url} size={168} color="#101828" bgColor="#ffffff" />
              </span>
            </div>
            <div>
              <Inline as="p" below="s">
                <code>{link.url}</code>
                <CopyButton value={link.url} label={t(words.link)} />
              </Inline>
              <p>
                <a href={link.url} target="_blank" rel="noreferrer noopener">
                  {t(words.open)}
                </a>
              </p>
              <Paragraph ink="secondary">{t(words.note)}</Paragraph>
            </div>
          </Columns>
        </Panel>
      ) : null}
    </Grid>
  );
}
