import { readTariff } from '@cardinal/contract/api/deductions/tariffs.ts';
import { DeductionRounding, TariffState } from '@cardinal/contract/enumerations/deduction.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { FigureCell, figures, LinesTable } from '../../../kit/LinesTable.tsx';
import { NotLoaded } from '../../../kit/NotLoaded.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { deductionWords } from './deductionLooks.ts';

const words = {
  title: text('配置版本：{name}', 'Versions: {name}'),
  failed: text('版本加载失败', 'Failed to load the versions'),
  free: text('免费（MB）', 'Free (MB)'),
};

/** What a tariff said from when on, the last first. */
export default function TariffVersions(props: { tariff: { id: string; customerName: string }; onClose: () => void }) {
  const t = useText();
  const { data, error, refetch } = useRead(readTariff, { id: props.tariff.id });
  return (
    <Sheet isOpen title={t(words.title, { name: props.tariff.customerName })} width={760} onClose={props.onClose}>
      {data ? (
        <LinesTable
          heads={[
            deductionWords.revision,
            deductionWords.from,
            nouns.state,
            figures(deductionWords.price),
            figures(words.free),
            DeductionRounding.title,
          ]}
        >
          {data.versions.map((each) => (
            <tr key={each.revision}>
              <td>{each.revision}</td>
              <td>
                <TimeText at={each.validFrom} />
                <Span ink="secondary" size="s" isBlock>
                  {each.createdBy}
                </Span>
              </td>
              <td>{t(TariffState.labelOf(each.isOn ? 'on' : 'off'))}</td>
              <FigureCell>
                {each.unitPrice === null
                  ? t(deductionWords.noPrice)
                  : t(deductionWords.perGb, { price: each.unitPrice, currency: data.currency })}
              </FigureCell>
              <FigureCell>{countAmount(each.freeMb)}</FigureCell>
              <td>{t(DeductionRounding.labelOf(each.rounding))}</td>
            </tr>
          ))}
        </LinesTable>
      ) : (
        <NotLoaded failed={words.failed} error={error} onRetry={refetch} />
      )}
    </Sheet>
  );
}
