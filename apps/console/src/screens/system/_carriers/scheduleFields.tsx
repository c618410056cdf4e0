import { ReadingKind } from '@cardinal/contract/api/carriers/carrierMonitor.ts';
import { POOLS_AT_CARRIER } from '@cardinal/contract/api/carriers/carrierPools.ts';
import type { Schedules } from '@cardinal/contract/carrierSchedules.ts';
import { nouns, sentences, units } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { typedInteger } from '@cardinal/primitives/typing.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Input } from 'antd';
import { describedBy } from '../../../kit/Field.tsx';
import type { FormField, OwnControl, Values } from '../../../kit/form/formFields.ts';
import { useAdapters } from './useAdapters.ts';

const words = {
  every: text('每隔这么久读取一次，0 为不执行', 'Reading interval; 0 disables it'),
  everyNew: text(
    '每隔这么久读取一次，0 为不执行；留空使用灰色的默认值',
    'Reading interval; 0 disables it. Leave empty for the default shown in grey.',
  ),
  seconds: units.seconds,
};

/** The scheduled readings, by their name in the body. */
export const SCHEDULES = [
  ...ReadingKind.options.map(({ value: name, label }) => ({ name, label })),
  { name: 'pools', label: POOLS_AT_CARRIER } as const,
];

const PREFIX = 'schedules.';
export const isSchedule = (name: string): boolean => name.startsWith(PREFIX);

/** Schedules as fields of a form. */
export const scheduleValues = (schedules: Schedules): Values =>
  Object.fromEntries(SCHEDULES.map(({ name }) => [`${PREFIX}${name}`, schedules[name]]));

/** Drops values typed for a previously chosen interface that this one does not offer. */
export const offeredOnly = (values: Values, readings: readonly string[]): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => !isSchedule(name) || readings.includes(name.slice(PREFIX.length))),
  );

/** The typed values of those fields; empty ones from `otherwise`. */
export const typedSchedules = (values: Values, otherwise: Schedules | undefined): Schedules =>
  Object.fromEntries(
    SCHEDULES.map(({ name }) => {
      const typed = values[`${PREFIX}${name}`];
      return [name, typed === undefined || typed === '' ? (otherwise?.[name] ?? 0) : Number(typed)];
    }),
  ) as Schedules;

/** Of an existing account. */
export const scheduleFields: readonly FormField[] = SCHEDULES.map(({ name, label }, at) => ({
  name: `${PREFIX}${name}`,
  kind: 'integer',
  label,
  unit: words.seconds,
  isRequired: true,
  ...(at === 0 ? { section: nouns.schedules, help: words.every } : {}),
}));

/** Of one interface: unsupported readings are disabled with a reason; an empty field shows its default. */
export const adapterScheduleFields = (readings: readonly string[], usual: Schedules): readonly FormField[] =>
  SCHEDULES.map(({ name, label }, at) => {
    const seconds = String(usual[name]);
    const isOffered = readings.includes(name);
    return {
      name: `${PREFIX}${name}`,
      kind: 'integer',
      label,
      unit: words.seconds,
      isRequired: false,
      isDisabled: !isOffered,
      placeholder: isOffered ? text(seconds, seconds) : sentences.notSupported,
      ...(at === 0 ? { help: words.everyNew } : {}),
    };
  });

/** Of a new account: its interface is chosen in the same form. */
export const newScheduleFields: readonly FormField[] = SCHEDULES.map(({ name, label }, at) => ({
  name: `${PREFIX}${name}`,
  kind: 'own',
  isTyped: true,
  label,
  isRequired: false,
  ...(at === 0 ? { section: nouns.schedules, help: words.everyNew } : {}),
  control: (own) => <NewSchedule name={name} own={own} help={at === 0 ? words.everyNew : undefined} />,
}));

function NewSchedule(props: { name: keyof Schedules; own: OwnControl; help: typeof words.everyNew | undefined }) {
  const { id, value, onChange, problem, values } = props.own;
  const t = useText();
  const { data } = useAdapters();
  const adapter = data?.find(({ key }) => key === values['adapter']);
  const isOffered = adapter?.readings.includes(props.name) ?? true;
  const usual = adapter ? String(adapter.schedules[props.name]) : '';
  return (
    <Input
      {...describedBy(id, { help: props.help && t(props.help), problem })}
      inputMode="numeric"
      maxLength={12}
      status={problem ? 'error' : ''}
      suffix={t(words.seconds)}
      disabled={!isOffered}
      placeholder={isOffered ? usual : t(sentences.notSupported)}
      value={isOffered && typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(typedInteger(event.target.value))}
    />
  );
}
