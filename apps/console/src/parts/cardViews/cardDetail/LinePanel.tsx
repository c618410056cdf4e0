import { askLine, type LineReading } from '@cardinal/contract/api/cardLookups/lineReading.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { Identifier } from '@cardinal/ui/Identifier.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph, Span } from '@cardinal/ui/layout/Text.tsx';
import { wallTime } from '@cardinal/ui/moments.ts';
import { StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { useChange } from '../../../kit/change.ts';
import { Panel } from '../../../kit/Panel.tsx';
import { Facts } from '../Facts.tsx';
import type { CardView } from '../useCard.ts';
import { AllowancesTable } from './AllowancesTable.tsx';
import { OfferButton } from './OfferButton.tsx';

const words = {
  asked: text('已按运营商的回答更新', 'Updated from the carrier'),
  never: text('还没有向运营商查询过。', 'The carrier has not been queried yet.'),
  binding: text('机卡绑定', 'Device'),
  separated: text('机卡分离', 'In another device'),
  inPlace: text('机卡一致', 'In the bound device'),
  notBound: text('未绑定，或运营商未告知', 'Not bound, or not reported by the carrier'),
  on: text('正常', 'On'),
  off: text('暂停', 'Paused'),
};

const SERVICES: Readonly<Record<NonNullable<LineReading['services']>[number]['service'], Text>> = {
  data: nouns.data,
  voice: nouns.voice,
  sms: nouns.sms,
  roaming: text('漫游', 'Roaming'),
};

function Binding({ binding }: { binding: NonNullable<LineReading['binding']> }) {
  const t = useText();
  const { boundImei, isSeparated, separatedAt } = binding;
  if (boundImei === null && isSeparated === null) return <>{t(words.notBound)}</>;
  return (
    <Inline as="span" isWithin>
      {boundImei ? <Identifier value={boundImei} /> : null}
      {isSeparated === null ? null : (
        <StatusTag
          shape={isSeparated ? 'square' : 'disc'}
          tone={isSeparated ? 'bad' : 'good'}
          word={t(isSeparated ? words.separated : words.inPlace)}
          origin={separatedAt ? wallTime(separatedAt) : undefined}
        />
      )}
    </Inline>
  );
}

/** Services, stop reason and device of the line in the carrier's terms, as last read. */
export function LinePanel({ view }: { view: CardView }) {
  const t = useText();
  const asking = useChange(askLine, { done: t(words.asked) });
  const { ask, reading } = view.line;
  if (!reading && ask?.why !== null) return null;
  return (
    <Panel
      title={t(nouns.atTheCarrier)}
      asOf={reading?.readAt}
      aside={
        <OfferButton
          offer={ask}
          label={t(verbs.askNow)}
          isRunning={asking.isRunning}
          onPick={() => void asking.run({ body: { id: view.card.id } })}
        />
      }
    >
      {reading ? (
        <>
          <Facts
            facts={[
              ...(reading.services ?? []).map(({ service, isOn, apn }) => ({
                label: apn ? `${t(SERVICES[service])} · ${apn}` : t(SERVICES[service]),
                value: (
                  <StatusTag
                    shape={isOn ? 'disc' : 'ring'}
                    tone={isOn ? 'good' : 'neutral'}
                    word={t(isOn ? words.on : words.off)}
                  />
                ),
              })),
              ...(reading.stopReason && (reading.stopReason.code !== null || view.card.lifecycle === 'stopped')
                ? [
                    {
                      label: nouns.stopReason,
                      value: (
                        <>
                          {reading.stopReason.words}
                          {reading.stopReason.code ? (
                            <Span as="small" isMono>
                              {' '}
                              {reading.stopReason.code}
                            </Span>
                          ) : null}
                        </>
                      ),
                    },
                  ]
                : []),
              ...(reading.binding ? [{ label: words.binding, value: <Binding binding={reading.binding} /> }] : []),
            ]}
          />
          {reading.allowances ? <AllowancesTable allowances={reading.allowances} card={view.card} /> : null}
        </>
      ) : (
        <Paragraph ink="secondary">{t(words.never)}</Paragraph>
      )}
    </Panel>
  );
}
