import type { Text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Input, Space } from 'antd';
import type { OwnFilter } from '../../../kit/filters/FilterForm.tsx';

const LONGEST = 32;

function Segment(props: {
  id: string;
  ends: readonly [Text, Text];
  values: readonly [string, string];
  problem: string | undefined;
  onValue: (end: 0 | 1, value: string | undefined) => void;
}) {
  const t = useText();
  return (
    <Space.Compact block>
      {([0, 1] as const).map((end) => (
        <Input
          key={end}
          {...(end === 0 ? { id: props.id } : { 'aria-label': t(props.ends[1]) })}
          inputMode="numeric"
          maxLength={LONGEST}
          placeholder={t(props.ends[end])}
          status={props.problem ? 'error' : ''}
          title={props.problem ?? ''}
          value={props.values[end]}
          onChange={(event) => props.onValue(end, event.target.value.replace(/\D/g, '') || undefined)}
        />
      ))}
    </Space.Compact>
  );
}

/** A segment of numbers by its two ends, both inclusive and of equal length. */
export const segmentFilter = (
  keys: readonly [string, string],
  label: Text,
  ends: readonly [Text, Text],
): OwnFilter => ({
  keys: [...keys],
  isWide: true,
  label,
  control: ({ id, filters, problems, change }) => (
    <Segment
      id={id}
      ends={ends}
      values={[[filters[keys[0]] ?? ''].flat()[0] ?? '', [filters[keys[1]] ?? ''].flat()[0] ?? '']}
      problem={problems[keys[0]] ?? problems[keys[1]]}
      onValue={(end, value) => change(keys[end], value)}
    />
  ),
});
