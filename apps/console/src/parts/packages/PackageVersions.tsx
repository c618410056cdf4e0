import { systemPackages, systemPackageVersions } from '@cardinal/contract/api/packages/systemPackages.ts';
import { EffectiveType, RefundRule } from '@cardinal/contract/enumerations/package.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount, durationAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { FigureCell, figures, LinesTable } from '../../kit/LinesTable.tsx';
import { NotLoaded } from '../../kit/NotLoaded.tsx';
import type { Step } from '../../kit/register/registerSpec.ts';
import { useRead } from '../../kit/useRead.ts';
import { PackageValidity, PackageVolume } from './packageTerms.tsx';

const words = {
  versions: text('版本', 'Versions'),
  title: text('{name} 的版本', 'Versions of {name}'),
  note: text(
    '卖出的内容不会改变：卡上的套餐按购买时的版本；新订单按最新版本。',
    'What was sold never changes: packages on cards keep the version they were bought with. New orders take the latest.',
  ),
  number: text('版本', 'Version'),
  made: text('建立', 'Made'),
};

type Versioned = { readonly id: string; readonly name: string };

/** The versions of a package as they were sold, the newest first, with how many cards have each. */
function PackageVersions(props: { of: Versioned; onClose: () => void }) {
  const t = useText();
  const { data, error, refetch } = useRead(systemPackageVersions, { id: props.of.id });
  const { fields } = systemPackages.list;
  return (
    <Sheet isOpen title={t(words.title, { name: props.of.name })} width={820} onClose={props.onClose}>
      <Paragraph ink="secondary" below="m">
        {t(words.note)}
      </Paragraph>
      {data ? (
        <LinesTable
          heads={[
            words.number,
            figures(fields.flowBytes.label),
            figures(fields.voiceSeconds.label),
            figures(fields.smsCount.label),
            fields.validityCount.label,
            EffectiveType.title,
            RefundRule.title,
            figures(fields.onCards.label),
            words.made,
          ]}
        >
          {data.map((each) => (
            <tr key={each.number}>
              <td>{each.number}</td>
              <FigureCell>
                <PackageVolume bytes={each.flowBytes} />
              </FigureCell>
              <FigureCell>{each.voiceSeconds === null ? '—' : durationAmount(each.voiceSeconds)}</FigureCell>
              <FigureCell>{each.smsCount ?? '—'}</FigureCell>
              <td>
                <PackageValidity of={each} />
              </td>
              <td>{t(EffectiveType.labelOf(each.effectiveType))}</td>
              <td>{t(RefundRule.labelOf(each.refundRule))}</td>
              <FigureCell>{countAmount(each.onCards)}</FigureCell>
              <td>
                <TimeText at={each.at} /> {each.by}
              </td>
            </tr>
          ))}
        </LinesTable>
      ) : (
        <NotLoaded error={error} onRetry={refetch} />
      )}
    </Sheet>
  );
}

/** Opens them. */
export const VERSIONS_STEP: Step<Versioned> = {
  key: 'versions',
  label: words.versions,
  opens: (row, close) => <PackageVersions of={row} onClose={close} />,
};
