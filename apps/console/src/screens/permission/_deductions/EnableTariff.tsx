import { enableTariff, simulateTariff, tariffs } from '@cardinal/contract/api/deductions/tariffs.ts';
import { DeductionPayer } from '@cardinal/contract/enumerations/deduction.ts';
import { moneyWords } from '@cardinal/contract/moneyWords.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { Money, Volume } from '@cardinal/ui/Quantity.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { Button } from 'antd';
import { useChange } from '../../../kit/change.ts';
import { FactsList } from '../../../kit/FactsList.tsx';
import { NotLoaded } from '../../../kit/NotLoaded.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { deductionWords } from './deductionLooks.ts';

const words = {
  title: text('按昨日试算：{name}', 'Try on yesterday: {name}'),
  titleOn: text('启用：{name}', 'Switch on: {name}'),
  alone: text('只按 {day} 一天的用量计算，不会扣费。', 'For the usage of {day} alone. Nothing is charged.'),
  from: text(
    '启用后，从此刻起的用量计费；此前的用量不计。',
    'Once it is on, usage from this moment is charged, none before it.',
  ),
  failed: text('试算失败', 'Failed to try the tariff'),
  used: text('有用量的卡', 'Cards that used data'),
  done: text('已启用', 'Switched on'),
};

type Props = {
  readonly tariff: { readonly id: string; readonly customerName: string };
  readonly isTurning: boolean;
  readonly onClose: () => void;
};

/** What a tariff comes to for yesterday, and switching it on. */
export default function EnableTariff({ tariff, isTurning, onClose }: Props) {
  const t = useText();
  const { data, error, refetch } = useRead(simulateTariff, { id: tariff.id });
  const change = useChange(enableTariff, { done: () => t(words.done) });
  const turn = async (version: number) => {
    if (await change.run({ body: { id: tariff.id, version } })) onClose();
  };
  return (
    <Sheet
      isOpen
      title={t(isTurning ? words.titleOn : words.title, { name: tariff.customerName })}
      width={560}
      onClose={onClose}
      footer={
        isTurning ? (
          <Inline justify="end">
            <Button onClick={onClose}>{t(verbs.cancel)}</Button>
            <Button
              type="primary"
              disabled={!data}
              loading={change.isRunning}
              onClick={() => data && void turn(data.version)}
            >
              {t(verbs.enable)}
            </Button>
          </Inline>
        ) : undefined
      }
    >
      {data ? (
        <Stack gap="l">
          {isTurning ? <Paragraph>{t(words.from)}</Paragraph> : null}
          <Paragraph ink="secondary">{t(words.alone, { day: data.day })}</Paragraph>
          <FactsList
            facts={[
              { label: nouns.cardCount, value: countAmount(data.cards) },
              { label: words.used, value: countAmount(data.usedCards) },
              { label: nouns.dataUsed, value: <Volume bytes={data.bytes} /> },
              { label: deductionWords.inPackages, value: <Volume bytes={data.packageBytes} /> },
              { label: deductionWords.charged, value: <Volume bytes={data.chargedBytes} /> },
              {
                label: deductionWords.price,
                value:
                  data.unitPrice === null
                    ? t(deductionWords.noPrice)
                    : t(deductionWords.perGb, { price: data.unitPrice, currency: data.currency }),
              },
              { label: moneyWords.amount, value: <Money minor={data.amount} currency={data.currency} /> },
              {
                label: tariffs.list.fields.payer.label,
                value:
                  data.balance === null ? (
                    t(DeductionPayer.labelOf('wallet'))
                  ) : (
                    <>
                      {t(DeductionPayer.labelOf('balance'))} <Money minor={data.balance} currency={data.currency} />
                    </>
                  ),
              },
            ]}
          />
        </Stack>
      ) : (
        <NotLoaded failed={words.failed} error={error} onRetry={refetch} />
      )}
    </Sheet>
  );
}
