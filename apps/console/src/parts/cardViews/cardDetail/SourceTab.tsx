import { editByHand } from '@cardinal/contract/api/cardLookups/cardByHand.ts';
import { cardFields } from '@cardinal/contract/api/cards/cardFields.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { Identifier } from '@cardinal/ui/Identifier.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Grid } from '@cardinal/ui/layout/Grid.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { useState } from 'react';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import { Panel } from '../../../kit/Panel.tsx';
import { Facts } from '../Facts.tsx';
import type { CardView } from '../useCard.ts';
import { OfferButton } from './OfferButton.tsx';

const words = {
  number: text('合作方卡号', 'Partner card number'),
  kept: text('状态维护方式', 'Status source'),
  byHand: text('人工维护', 'Set manually'),
  byCarrier: text('由合作方接口同步', 'Synced from the partner’s interface'),
  last: text('最近人工维护', 'Last set manually'),
  never: text('还没有人工维护过', 'Never yet'),
  edit: text('修改状态', 'Change status'),
  note: text('依据说明', 'Basis'),
  noteHelp: text('写入操作记录', 'Recorded in the history'),
  consequence: text(
    '只改本平台的记录，不会向运营商下发任何指令。',
    'Changes only this platform’s record. No command is sent to the carrier.',
  ),
  saved: text('状态已修改', 'Status changed'),
};

/** The source of a card of another carrier, and who maintains its status: the partner's interface or people. */
export default function SourceTab({ view }: { view: CardView }) {
  const { card, carrier, byHand } = view;
  const t = useText();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Grid columns={3}>
      <Panel
        title={t(nouns.source)}
        aside={
          <OfferButton
            offer={byHand && { why: byHand.why }}
            label={t(words.edit)}
            isPrimary
            onPick={() => setIsOpen(true)}
          />
        }
      >
        <Facts
          facts={[
            { label: nouns.channel, value: carrier.accountName ?? carrier.channel },
            { label: words.number, value: card.businessNumber ? <Identifier value={card.businessNumber} /> : null },
            { label: words.kept, value: t(byHand ? words.byHand : words.byCarrier) },
            {
              label: cardFields.carrierStatus.label,
              value: `${view.shownStatus.text} · ${card.carrierStatus}`,
            },
            ...(byHand
              ? [
                  {
                    label: words.last,
                    value: byHand.last ? (
                      <>
                        {byHand.last.note}
                        <Span as="small" isMono>
                          {' '}
                          {byHand.last.by ? `${byHand.last.by} · ` : ''}
                          <TimeText at={byHand.last.at} />
                        </Span>
                      </>
                    ) : (
                      t(words.never)
                    ),
                  },
                ]
              : [
                  {
                    label: cardFields.lastSyncAt.label,
                    value: card.lastSyncAt ? <TimeText at={card.lastSyncAt} /> : null,
                  },
                ]),
          ]}
        />
      </Panel>
      {isOpen && byHand ? (
        <FormDrawer
          endpoint={editByHand}
          title={t(words.edit)}
          width={440}
          intro={t(words.consequence)}
          fields={[
            {
              name: 'status',
              kind: 'select',
              label: nouns.carrierStatus,
              options: byHand.statuses.map(({ word, text: name }) => ({ value: word, label: text(name, name) })),
            },
            { name: 'note', kind: 'remark', label: words.note, help: words.noteHelp },
          ]}
          initial={{ id: card.id, status: card.carrierStatus }}
          done={t(words.saved)}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </Grid>
  );
}
