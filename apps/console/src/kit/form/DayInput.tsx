import { DatePicker } from 'antd';
import dayjs from 'dayjs';

/** One day, `yyyy-MM-dd` inside and outside. */
export default function DayInput(props: {
  id: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
  problem: string | undefined;
}) {
  return (
    <DatePicker
      id={props.id}
      style={{ width: '100%' }}
      status={props.problem ? 'error' : ''}
      aria-invalid={props.problem ? true : undefined}
      value={props.value ? dayjs(props.value) : null}
      onChange={(day) => props.onChange(day?.format('YYYY-MM-DD'))}
    />
  );
}
