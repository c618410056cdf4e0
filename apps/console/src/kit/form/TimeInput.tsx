import { DatePicker } from 'antd';
import dayjs from 'dayjs';

/** One moment, ISO 8601 with offset outside, `yyyy-MM-dd HH:mm:ss` inside. */
export default function TimeInput(props: {
  id: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
  problem: string | undefined;
}) {
  return (
    <DatePicker
      id={props.id}
      showTime
      needConfirm={false}
      format="YYYY-MM-DD HH:mm:ss"
      style={{ width: '100%' }}
      status={props.problem ? 'error' : ''}
      aria-invalid={props.problem ? true : undefined}
      value={props.value ? dayjs(props.value) : null}
      onChange={(moment) => props.onChange(moment ? moment.format() : undefined)}
    />
  );
}
