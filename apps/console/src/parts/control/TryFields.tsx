import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Input } from 'antd';
import { lazy, Suspense, useId } from 'react';
import { Field } from '../../kit/Field.tsx';
import type { TypedVolume } from './typedVolume.ts';
import { VolumeInput } from './VolumeInput.tsx';

const DayInput = lazy(() => import('../../kit/form/DayInput.tsx'));

const words = {
  title: text('试算「{name}」', 'Try “{name}”'),
  note: text(
    '按输入的用量和日期计算，不涉及任何卡。',
    'Computed from the usage and day entered; no card is concerned.',
  ),
  usage: text('已用流量', 'Data used so far'),
  unit: text('{name}的单位', 'Unit of {name}'),
  day: text('用量日期', 'Day of this usage'),
};
export const TRY_TITLE = words.title;
export const TRY_NOTE = words.note;

/** A volume that a strategy is tried with; the one used so far unless labelled otherwise. */
export function TryVolume(props: {
  label?: string;
  help?: string;
  value: TypedVolume;
  onChange: (next: TypedVolume) => void;
}) {
  const t = useText();
  const id = useId();
  const { label = t(words.usage), help, value, onChange } = props;
  return (
    <Field id={id} label={label} {...(help === undefined ? {} : { help })}>
      <VolumeInput id={id} label={label} unitLabel={t(words.unit, { name: label })} value={value} onChange={onChange} />
    </Field>
  );
}

/** The day of the usage a strategy is tried with. */
export function TryDay(props: { value: string | undefined; onChange: (next: string | undefined) => void }) {
  const t = useText();
  const id = useId();
  return (
    <Field id={id} label={t(words.day)}>
      <Suspense fallback={<Input disabled />}>
        <DayInput id={id} value={props.value} onChange={props.onChange} problem={undefined} />
      </Suspense>
    </Field>
  );
}
