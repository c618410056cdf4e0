import { Platform } from '@cardinal/contract/enumerations/card.ts';
import type { Field } from '@cardinal/contract/framework/fields.ts';
import { offeredChoices } from '@cardinal/contract/routes/menuRules.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { Input, Select } from 'antd';
import { lazy, type ReactNode, Suspense } from 'react';
import { useHiddenCarriers } from '../../shell/shownCarriers.ts';
import type { RangeOptions } from '../DateRange.tsx';
import type { FilterControl, Filters } from '../listState.ts';
import { CarrierName } from '../table/CarrierName.tsx';

const DateRange = lazy(() => import('../DateRange.tsx'));

const words = {
  least: text('最小', 'Min'),
  most: text('最大', 'Max'),
};

export type ControlProps = {
  readonly id: string;
  readonly label: string;
  readonly filters: Filters;
  readonly problems: Readonly<Record<string, string>>;
  readonly change: (key: string, value: string | readonly string[] | undefined) => void;
};

const one = (filters: Filters, key: string): string => [filters[key] ?? ''].flat()[0] ?? '';

export function TextControl(props: ControlProps & { filterKey: string; prefix?: ReactNode; placeholder?: string }) {
  const { id, filterKey, filters, problems, change } = props;
  const problem = problems[filterKey];
  return (
    <Input
      id={id}
      allowClear
      maxLength={255}
      value={one(filters, filterKey)}
      status={problem ? 'error' : ''}
      title={problem}
      aria-invalid={problem ? true : undefined}
      prefix={props.prefix}
      placeholder={props.placeholder}
      onChange={(event) => change(filterKey, event.target.value)}
    />
  );
}

/** Any number of choices, found by typing. */
export function ManyChoices(props: {
  id: string;
  value: readonly string[];
  options: readonly { readonly value: string; readonly label: string }[];
  isLoading?: boolean;
  draw?: ((value: string) => ReactNode) | undefined;
  onValue: (values: string[]) => void;
}) {
  const t = useText();
  const { draw } = props;
  return (
    <Select
      id={props.id}
      mode="multiple"
      allowClear
      maxTagCount="responsive"
      placeholder={t(nouns.all)}
      showSearch={{ optionFilterProp: 'label' }}
      loading={props.isLoading ?? false}
      value={[...props.value]}
      options={[...props.options]}
      {...(draw ? { optionRender: ({ value }) => draw(String(value)) } : {})}
      onChange={props.onValue}
    />
  );
}

function ChoicesControl(props: ControlProps & { filterKey: string; field: Field }) {
  const t = useText();
  const { id, filterKey, filters, change, field } = props;
  const chosen = [filters[filterKey] ?? []].flat();
  const offered = offeredChoices(field.choices ?? [], useHiddenCarriers(), chosen);
  return (
    <ManyChoices
      id={id}
      value={chosen}
      options={offered.map((choice) => ({ value: String(choice.value), label: t(choice.label) }))}
      draw={
        field.choices === Platform.options ? (value) => <CarrierName platform={Number(value) as Platform} /> : undefined
      }
      onValue={(values) => change(filterKey, values)}
    />
  );
}

function FlagControl(props: ControlProps & { filterKey: string }) {
  const t = useText();
  const { id, filterKey, filters, change } = props;
  return (
    <Select
      id={id}
      allowClear
      placeholder={t(nouns.all)}
      value={one(filters, filterKey) || undefined}
      options={[
        { value: 'true', label: t(nouns.yes) },
        { value: 'false', label: t(nouns.no) },
      ]}
      onChange={(value: string | undefined) => change(filterKey, value)}
    />
  );
}

/** From and to, whole numbers. */
export function NumbersControl(props: ControlProps & { from: string; to: string }) {
  const t = useText();
  const { id, label, from, to, filters, problems, change } = props;
  const typed = (value: string) => value.replace(/[^\d-]/g, '').slice(0, 20);
  return (
    <Inline as="span" isOneLine gap="xs">
      <Input
        id={id}
        inputMode="numeric"
        placeholder={t(words.least)}
        value={one(filters, from)}
        status={problems[from] ? 'error' : ''}
        onChange={(event) => change(from, typed(event.target.value))}
      />
      <span aria-hidden="true">–</span>
      <Input
        aria-label={`${label} ${t(words.most)}`}
        inputMode="numeric"
        placeholder={t(words.most)}
        value={one(filters, to)}
        status={problems[to] ? 'error' : ''}
        onChange={(event) => change(to, typed(event.target.value))}
      />
    </Inline>
  );
}

/** The control a field's kind asks for. */
export function FieldControl(
  props: ControlProps & { field: Field; control: FilterControl; range?: RangeOptions | undefined },
) {
  const { control, field, range, ...rest } = props;
  switch (control.kind) {
    case 'choices':
      return <ChoicesControl {...rest} field={field} filterKey={control.key} />;
    case 'flag':
      return <FlagControl {...rest} filterKey={control.key} />;
    case 'text':
      return <TextControl {...rest} filterKey={control.key} />;
    case 'numbers':
      return <NumbersControl {...rest} from={control.from} to={control.to} />;
    case 'times':
    case 'days': {
      const [from, to] = [one(rest.filters, control.from), one(rest.filters, control.to)];
      const cut = (moment: string | undefined) => (control.kind === 'days' ? moment?.slice(0, 10) : moment);
      return (
        <Suspense fallback={<Input id={rest.id} disabled />}>
          <DateRange
            id={rest.id}
            label={rest.label}
            range={range}
            value={from && to ? [from, to] : undefined}
            onChange={(picked) => {
              rest.change(control.from, cut(picked?.[0]));
              rest.change(control.to, cut(picked?.[1]));
            }}
          />
        </Suspense>
      );
    }
  }
}
