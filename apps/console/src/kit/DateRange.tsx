import { systemClock } from '@cardinal/primitives/clock.ts';
import { text } from '@cardinal/primitives/text.ts';
import { type DateRangeOptions, dateRangeRule, lastDays, SHORTCUT_DAYS } from '@cardinal/primitives/time.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState } from 'react';

const words = {
  lastDays: text('最近 {days} 天', 'Last {days} {days|day|days}'),
  from: text('开始时间', 'From'),
  to: text('结束时间', 'To'),
};

export type RangeOptions = Omit<DateRangeOptions, 'clock' | 'zone'>;
/** Both ends as ISO 8601 with offset, or nothing. */
export type RangeValue = readonly [from: string, to: string] | undefined;

const FORMAT = 'YYYY-MM-DD HH:mm:ss';
const viewerZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * A time range, with shortcuts of 7, 30, 90 and 180 days. Past only and at most three months unless `range` says otherwise;
 * anything beyond is refused under the field.
 */
export default function DateRange(props: {
  id?: string;
  label: string;
  value: RangeValue;
  onChange: (value: RangeValue) => void;
  range?: RangeOptions | undefined;
}) {
  const t = useText();
  const [problem, setProblem] = useState<string>();
  const rule = dateRangeRule({ ...props.range, clock: systemClock, zone: viewerZone });
  const mode = props.range?.mode ?? 'past';

  const pick = (picked: readonly [Dayjs | null, Dayjs | null] | null) => {
    const [from, to] = picked ?? [];
    if (!from || !to) {
      setProblem(undefined);
      props.onChange(undefined);
      return;
    }
    const found = rule({ start: from.toDate(), end: to.toDate() });
    setProblem(found && t(found.text, found.facts));
    if (!found) props.onChange([from.format(), to.format()]);
  };

  return (
    <Stack as="span" gap="none">
      <DatePicker.RangePicker
        {...(props.id ? { id: { start: props.id, end: `${props.id}-end` } } : {})}
        aria-label={props.label}
        value={props.value ? [dayjs(props.value[0]), dayjs(props.value[1])] : null}
        onChange={pick}
        format={FORMAT}
        showTime={{ defaultValue: [dayjs().startOf('day'), dayjs().endOf('day')] }}
        placeholder={[t(words.from), t(words.to)]}
        status={problem ? 'error' : ''}
        needConfirm={false}
        disabledDate={(day) =>
          mode === 'past'
            ? day.isAfter(dayjs().endOf('day')) || day.year() < 2000
            : mode !== 'any' && day.isBefore(dayjs().startOf('day'))
        }
        presets={
          mode === 'past' || mode === 'any'
            ? SHORTCUT_DAYS.map((days) => {
                const { start, end } = lastDays(days, systemClock);
                return { label: t(words.lastDays, { days }), value: [dayjs(start), dayjs(end)] };
              })
            : []
        }
      />
      {problem ? (
        <span className="field-error" role="alert">
          {problem}
        </span>
      ) : null}
    </Stack>
  );
}
