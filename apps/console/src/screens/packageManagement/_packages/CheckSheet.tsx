import { type CheckedTerm, checkFields, checkSystemPackages } from '@cardinal/contract/api/packages/carrierChecks.ts';
import { systemPackages } from '@cardinal/contract/api/packages/systemPackages.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { Note, Paragraph, Span } from '@cardinal/ui/layout/Text.tsx';
import { Volume } from '@cardinal/ui/Quantity.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { TimeAgo } from '@cardinal/ui/TimeText.tsx';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useChange } from '../../../kit/change.ts';
import { LinesTable } from '../../../kit/LinesTable.tsx';
import { PackageValidity, PackageVolume } from '../../../parts/packages/packageTerms.tsx';
import { CHECK_WORDS, type CheckedRow, Verdict } from './CarrierVerdict.tsx';

const words = {
  title: text('「{name}」与运营商核对', '“{name}” and the carrier'),
  note: text(
    '读取通道的可订套餐清单，与本套餐比较；不改动套餐。',
    'Reads the plans the carrier account can order and compares them. The package is not changed.',
  ),
  term: text('比较内容', 'Compared'),
  here: text('本套餐', 'This package'),
  notTold: text('未提供', 'Not told'),
  never: text('尚未核对', 'Not checked yet'),
};
const { fields } = systemPackages.list;

type Checked = AnswerOf<typeof checkSystemPackages>['checked'][number];

/** The last check of a package beside what it says itself, and the check anew. */
export default function CheckSheet(props: { row: CheckedRow; onClose: () => void }) {
  const t = useText();
  const { row } = props;
  const [fresh, setFresh] = useState<Checked>();
  const { carrierCheck, checkDiffers, checkedAt, carrierPlan } = fresh ?? row;
  const checking = useChange(checkSystemPackages, { onDone: ({ checked }) => setFresh(checked[0]) });
  const nothing = <Span ink="secondary">{t(words.notTold)}</Span>;
  const line = (label: { zh: string; en: string }, own: ReactNode, theirs: ReactNode, term?: CheckedTerm) => (
    <tr key={label.en}>
      <td>{t(label)}</td>
      <td>{own}</td>
      <td className={term && checkDiffers.includes(term) ? 'ink-danger' : undefined}>{theirs}</td>
    </tr>
  );
  const period =
    carrierPlan?.validityUnit && carrierPlan.validityCount
      ? { validityUnit: carrierPlan.validityUnit, validityCount: carrierPlan.validityCount }
      : undefined;
  return (
    <Sheet
      isOpen
      title={t(words.title, { name: row.name })}
      width={560}
      onClose={props.onClose}
      footer={
        <Inline justify="end">
          <Button onClick={props.onClose}>{t(verbs.close)}</Button>
          <Button
            type="primary"
            loading={checking.isRunning}
            onClick={() => void checking.run({ body: { ids: [row.id] } })}
          >
            {t(CHECK_WORDS.now)}
          </Button>
        </Inline>
      }
    >
      <Paragraph ink="secondary" below="m">
        {t(words.note)}
      </Paragraph>
      {checkedAt === null ? (
        <Note tone="plain">{t(words.never)}</Note>
      ) : (
        <>
          <Paragraph below="m">
            <Verdict of={{ carrierCheck, checkDiffers }} />{' '}
            <Span ink="secondary" size="s">
              · {row.carrierAccountName} · <TimeAgo at={checkedAt} /> {fresh ? null : row.checkedBy}
            </Span>
          </Paragraph>
          <LinesTable heads={[words.term, words.here, checkFields.carrierPlan.label]}>
            {line(
              fields.carrierPackageCode.label,
              <Span isMono>{row.carrierPackageCode}</Span>,
              carrierPlan ? <Span isMono>{row.carrierPackageCode}</Span> : '—',
            )}
            {carrierPlan ? (
              <>
                {line(fields.name.label, row.name, carrierPlan.name ?? nothing, 'name')}
                {line(
                  fields.flowBytes.label,
                  <PackageVolume bytes={row.flowBytes} />,
                  carrierPlan.bytes === null ? nothing : <Volume bytes={carrierPlan.bytes} />,
                  'allowance',
                )}
                {line(
                  fields.validityCount.label,
                  <PackageValidity of={row} />,
                  period ? <PackageValidity of={period} /> : nothing,
                  'period',
                )}
              </>
            ) : null}
          </LinesTable>
        </>
      )}
    </Sheet>
  );
}
