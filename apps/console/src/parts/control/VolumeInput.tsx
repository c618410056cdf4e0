import { typedDecimal } from '@cardinal/primitives/typing.ts';
import { Input, Select, Space } from 'antd';
import { TYPED_UNITS, type TypedVolume } from './typedVolume.ts';

/** A volume as a number and its unit. */
export function VolumeInput(props: {
  id?: string;
  label: string;
  unitLabel: string;
  value: TypedVolume;
  isWrong?: boolean;
  onChange: (next: TypedVolume) => void;
}) {
  const { value, unit } = props.value;
  const units = TYPED_UNITS.some((each) => each === unit) ? TYPED_UNITS : [unit, ...TYPED_UNITS];
  return (
    <Space.Compact block>
      <Input
        {...(props.id ? { id: props.id } : {})}
        aria-label={props.label}
        aria-invalid={props.isWrong ? true : undefined}
        status={props.isWrong ? 'error' : ''}
        inputMode="decimal"
        maxLength={15}
        value={value}
        onChange={(event) => props.onChange({ value: typedDecimal(event.target.value), unit })}
      />
      <Select
        aria-label={props.unitLabel}
        value={unit}
        options={units.map((each) => ({ value: each, label: each }))}
        onChange={(next) => props.onChange({ value, unit: next })}
        popupMatchSelectWidth={false}
      />
    </Space.Compact>
  );
}
