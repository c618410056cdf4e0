import {
  shelveVirtualPackages,
  virtualPackages,
  warnVirtualPackage,
} from '@cardinal/contract/api/packages/virtualPackages.ts';
import { ControlAction } from '@cardinal/contract/enumerations/package.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { Identifier } from '@cardinal/ui/Identifier.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { Volume, VolumeBar } from '@cardinal/ui/Quantity.tsx';
import type { FormFields } from '../../kit/form/formFields.ts';
import type { ColumnSpec } from '../../kit/list/columns.tsx';
import { RegisterScreen } from '../../kit/register/RegisterScreen.tsx';
import { askedForm } from '../../kit/register/registerSpec.ts';
import { bytesTyped, type TypedVolume, volumeTyped } from '../../parts/control/typedVolume.ts';
import { NO_VOLUME, volumeField } from '../../parts/control/volumeField.tsx';
import { VERSIONS_STEP } from '../../parts/packages/PackageVersions.tsx';
import { PackageValidity, PackageVolume } from '../../parts/packages/packageTerms.tsx';
import { SoldDays } from '../../parts/packages/SoldDays.tsx';
import { usePackageRegister } from '../../parts/packages/usePackageRegister.tsx';
import { COPY_STEP, NEW, PACKAGE_FORM, usePackageForm } from './_packages/packageForm.ts';

const { fields } = virtualPackages.list;

const words = {
  hint: text(
    '从一个运营商套餐或流量池里切出用量销售，由本平台计量和管控。',
    'Sell parts of a carrier’s plan or pool, counted and enforced here.',
  ),
  plan: text('运营商侧付费的套餐或流量池', 'The plan or pool at the carrier that pays'),
  ageHelp: text('超过这个时延的读数不用来管控', 'Older readings enforce nothing'),
  tooSeldom: text('读数每 {n} 分钟一次，不够', 'Read every {n} {n|minute|minutes}: too seldom'),
  never: text('该通道不读用量', 'No usage is read from this account'),
  warn: text('超卖预警', 'Oversell warning'),
  warnTitle: text('「{name}」的超卖预警', 'Oversell warning of “{name}”'),
  boughtHelp: text(
    '每个账期从运营商采购的流量；不填则不比较',
    'Bought from the carrier for a cycle. Empty: nothing is compared.',
  ),
  warnHelp: text('在用流量超过采购流量的这个比例时标为超卖', 'Marked oversold beyond this share of what was bought'),
};

type Row = RowOf<typeof virtualPackages.list>;

/** How much of what was bought is sold. */
function Sold({ row }: { row: Row }) {
  const t = useText();
  return (
    <Stack gap="xs">
      <span>
        <Volume bytes={row.soldBytes} />
        {row.isOversold ? (
          <Span ink="danger" size="s">
            {' '}
            {t(fields.isOversold.label)}
          </Span>
        ) : null}
      </span>
      {row.boughtBytes === null ? null : (
        <VolumeBar used={row.soldBytes} total={row.boughtBytes} label={t(fields.soldBytes.label)} />
      )}
    </Stack>
  );
}

/** Readings that come more seldom than the package allows cannot enforce it. */
function Age({ row }: { row: Row }) {
  const t = useText();
  const { readingMinutes, maxReadingAgeMinutes } = row;
  const problem =
    readingMinutes === null
      ? t(words.never)
      : readingMinutes > maxReadingAgeMinutes
        ? t(words.tooSeldom, { n: readingMinutes })
        : undefined;
  return (
    <Stack gap="xs">
      <span>{countAmount(maxReadingAgeMinutes)}</span>
      {problem ? (
        <Span ink="danger" size="s">
          {problem}
        </Span>
      ) : null}
    </Stack>
  );
}

const COLUMNS: readonly ColumnSpec<typeof virtualPackages.list>[] = [
  { field: 'code', pinned: 'left', width: 150, cell: (row) => <Identifier value={row.code} groupOf={64} /> },
  { field: 'name', width: 180 },
  { field: 'shelfState', width: 100 },
  { field: 'costPrice', width: 90 },
  { field: 'flowBytes', width: 90, cell: (row) => <PackageVolume bytes={row.flowBytes} /> },
  { field: 'enforcement', width: 90 },
  { field: 'soldBytes', width: 130, cell: (row) => <Sold row={row} /> },
  { field: 'boughtBytes', width: 100 },
  { field: 'maxReadingAgeMinutes', width: 170, cell: (row) => <Age row={row} /> },
  { field: 'carrierPackageCode', width: 120 },
  { field: 'carrierAccountName', width: 130 },
  { field: 'platform', width: 116 },
  { field: 'validityCount', width: 90, cell: (row) => <PackageValidity of={row} /> },
  { field: 'distributed', width: 90 },
  { field: 'onCards', width: 90, cell: (row) => countAmount(row.onCards) },
  { field: 'soldCards', width: 150, cell: (row) => <SoldDays days={row.soldByDay} /> },
  { field: 'soldAmount', width: 120 },
  { field: 'updatedAt', width: 150 },
  { field: 'type', isOff: true },
  { field: 'readingMinutes', isOff: true },
  { field: 'warnPercent', isOff: true },
  { field: 'productCodes', isOff: true, cell: (row) => row.productCodes.join('、') },
  { field: 'refundRule', isOff: true },
  { field: 'channels', isOff: true },
  { field: 'number', isOff: true },
];

/** The fields of any package, with the plan beneath and what happens when it is used up. */
function useVirtualForm(row: Row | undefined): FormFields {
  const shared = usePackageForm(row).map((field) => {
    if (field.name === 'carrierPackageCode')
      return { ...field, label: fields.carrierPackageCode.label, help: words.plan };
    if (field.name === 'carrierAccountId' || field.name === 'flowSpecId') return { ...field, isRequired: true };
    return field;
  });
  const at = shared.findIndex(({ name }) => name === 'effectiveType');
  const control: FormFields = [
    {
      name: 'enforcement',
      kind: 'select',
      options: ControlAction.options.filter(({ value }) => value !== ControlAction.values.NO_CONTROL),
    },
    { name: 'maxReadingAgeMinutes', kind: 'integer', help: words.ageHelp },
  ];
  return [...shared.slice(0, at), ...control, ...shared.slice(at)];
}

/** Allowances the carrier does not know. */
export default function VirtualPackages() {
  const t = useText();
  const { steps, sheet, shared } = usePackageRegister<Row>(shelveVirtualPackages);
  return (
    <>
      <RegisterScreen
        {...shared}
        {...PACKAGE_FORM}
        register={virtualPackages}
        columns={COLUMNS}
        filters={['shelfState', 'platform', 'enforcement', 'isOversold', 'carrierPackageCode', 'channels']}
        form={useVirtualForm}
        begin={{ ...NEW, enforcement: ControlAction.values.STOP, maxReadingAgeMinutes: 60 }}
        steps={[
          'edit',
          ...steps,
          {
            key: 'warn',
            label: words.warn,
            call: warnVirtualPackage,
            asks: (row) =>
              askedForm({
                endpoint: warnVirtualPackage,
                title: t(words.warnTitle, { name: row.name }),
                fields: [
                  volumeField({ name: 'boughtBytes', label: fields.boughtBytes.label, help: words.boughtHelp }),
                  { name: 'warnPercent', kind: 'integer', label: fields.warnPercent.label, help: words.warnHelp },
                ],
                initial: {
                  boughtBytes: row.boughtBytes === null ? NO_VOLUME : volumeTyped(row.boughtBytes),
                  warnPercent: row.warnPercent,
                },
                toBody: (values) => ({
                  id: row.id,
                  boughtBytes: bytesTyped(values['boughtBytes'] as TypedVolume) || null,
                  warnPercent: Number(values['warnPercent']),
                }),
              }),
          },
          VERSIONS_STEP,
          COPY_STEP,
          'delete',
        ]}
        hint={words.hint}
      />
      {sheet}
    </>
  );
}
