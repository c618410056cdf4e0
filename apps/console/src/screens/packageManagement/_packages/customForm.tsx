import { customPackageBases, customPackages } from '@cardinal/contract/api/packages/customPackages.ts';
import { SalesChannel } from '@cardinal/contract/enumerations/package.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { sentences } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { Money } from '@cardinal/ui/Quantity.tsx';
import { Select } from 'antd';
import type { FormFields, OwnControl, Values } from '../../../kit/form/formFields.ts';
import { useRead } from '../../../kit/useRead.ts';
import { bytesTyped, type TypedVolume, volumeTyped } from '../../../parts/control/typedVolume.ts';
import { NO_VOLUME, volumeField } from '../../../parts/control/volumeField.tsx';
import { PackageVolume, validityOf } from '../../../parts/packages/packageTerms.tsx';

const words = {
  unitsHelp: text('卡上依次排队的套餐个数，1-24', 'Packages that wait one behind the other on the card, 1-24'),
  flowHelp: text(
    '不填则与基础套餐相同，只能更少；基础套餐不限量时必填',
    'Empty: as the base. It can only be less. Required where the base is unlimited.',
  ),
  each: text('每份', 'Each'),
};

type Row = RowOf<typeof customPackages.list>;
type Base = { id: string; code: string; name: string };

/** The values of the form that are not the row's as they are. */
export const typedOf = (row: Row): Values => ({ flowBytes: row.flowBytes ? volumeTyped(row.flowBytes) : NO_VOLUME });

export const NEW: Values = { units: 3, channels: ['platform', 'api'], flowBytes: NO_VOLUME };

export const writtenOf = ({ flowBytes, units, ...values }: Values): Values => ({
  ...values,
  units: Number(units),
  flowBytes: bytesTyped(flowBytes as TypedVolume) || null,
});

/** What the base has, and what so many of it cost. */
function BaseChoice({ own, bases }: { own: OwnControl; bases: readonly (Base & Priced)[] }) {
  const t = useText();
  const chosen = bases.find(({ id }) => id === own.value);
  const units = Number(own.values['units']);
  return (
    <Stack gap="xs">
      <Select
        id={own.id}
        showSearch={{ optionFilterProp: 'label' }}
        placeholder={t(sentences.findPackages)}
        status={own.problem ? 'error' : ''}
        value={(own.value as string | undefined) ?? null}
        options={bases.map(({ id, code, name }) => ({ value: id, label: `${code} ${name}` }))}
        onChange={(next) => own.onChange(next)}
      />
      {chosen ? <CostLine base={chosen} units={units} /> : null}
    </Stack>
  );
}

type Priced = {
  readonly flowBytes: string | null;
  readonly cost: string | null;
  readonly currency: string;
} & Parameters<typeof validityOf>[0];

function CostLine({ base, units }: { base: Priced; units: number }) {
  const t = useText();
  const isCount = Number.isInteger(units) && units > 0;
  return (
    <Span ink="secondary" size="s">
      {t(words.each)}{' '}
      {base.flowBytes === '0' ? null : (
        <>
          <PackageVolume bytes={base.flowBytes} /> ·{' '}
        </>
      )}
      {t(...validityOf(base))}
      {base.cost !== null && isCount ? (
        <>
          {' · '}
          {t(customPackages.list.fields.cost.label)} <Money minor={base.cost} currency={base.currency} /> × {units} ={' '}
          <Money minor={String(BigInt(base.cost) * BigInt(units))} currency={base.currency} />
        </>
      ) : null}
    </Span>
  );
}

/** A hook: what packages can be made from is read. */
export function useCustomForm(): FormFields {
  const { data = [] } = useRead(customPackageBases, {}, { isSilent: false });
  return [
    { name: 'code', kind: 'text', maxLength: 32, help: sentences.codeForGood },
    { name: 'name', kind: 'text', maxLength: 30 },
    {
      name: 'basePackageId',
      kind: 'own',
      label: customPackages.list.fields.baseName.label,
      control: (own) => <BaseChoice own={own} bases={data} />,
    },
    { name: 'units', kind: 'integer', help: words.unitsHelp },
    volumeField({ name: 'flowBytes', label: customPackages.list.fields.flowBytes.label, help: words.flowHelp }),
    { name: 'channels', kind: 'multiple', options: SalesChannel.options },
  ];
}
