import type { Fields } from '@cardinal/contract/framework/fields.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { cutList, itemsOf, LIST_MAX } from '@cardinal/primitives/list.ts';
import { cutRemark } from '@cardinal/primitives/remark.ts';
import { text } from '@cardinal/primitives/text.ts';
import { typedDecimal, typedInteger } from '@cardinal/primitives/typing.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Input, Select, Switch } from 'antd';
import { Fragment, lazy, Suspense, useEffect, useId, useRef } from 'react';
import type * as z from 'zod';
import { describedBy, Field } from '../Field.tsx';
import { type FormField, type FormFields, isRequiredBy, labelOf } from './formFields.ts';
import type { Form } from './useForm.ts';
import './form.css';

const TimeInput = lazy(() => import('./TimeInput.tsx'));
const DayInput = lazy(() => import('./DayInput.tsx'));

const words = {
  count: text('逗号或换行分隔，最多 {max} 项，现有 {n} 项', 'Separate with commas or new lines: {n} of {max}'),
};

type ControlProps = { field: FormField; id: string; form: Form; help: string | undefined };

const written = (value: unknown): string => (value === undefined || value === null ? '' : String(value));

function Control(props: ControlProps) {
  const t = useText();
  const { field, id, form } = props;
  const value = form.values[field.name];
  const problem = form.problems[field.name];
  const set = (next: unknown) => form.set(field.name, next);
  const shared = {
    ...describedBy(id, { help: props.help, problem }),
    status: problem ? ('error' as const) : ('' as const),
    disabled: field.isDisabled ?? false,
    placeholder: field.placeholder ? t(field.placeholder) : undefined,
  };
  switch (field.kind) {
    case 'text':
    case 'password': {
      const Kind = field.kind === 'password' ? Input.Password : Input;
      return (
        <Kind
          {...shared}
          value={written(value)}
          maxLength={field.maxLength ?? 255}
          autoComplete={field.kind === 'password' ? 'new-password' : 'off'}
          onChange={(event) => set(field.typed ? field.typed(event.target.value) : event.target.value)}
        />
      );
    }
    case 'textarea':
    case 'remark':
      return (
        <Input.TextArea
          {...shared}
          value={written(value)}
          autoSize={{ minRows: 3, maxRows: 8 }}
          onChange={(event) => {
            const typed = event.target.value;
            if (field.kind === 'remark') set(cutRemark(typed));
            else set(field.typed ? field.typed(typed) : typed.slice(0, field.maxLength));
          }}
        />
      );
    case 'integer':
    case 'decimal':
      return (
        <Input
          {...shared}
          inputMode={field.kind === 'integer' ? 'numeric' : 'decimal'}
          value={written(value)}
          suffix={field.unit ? t(field.unit) : undefined}
          maxLength={20}
          onChange={(event) =>
            set(field.kind === 'integer' ? typedInteger(event.target.value) : typedDecimal(event.target.value))
          }
        />
      );
    case 'list':
      return (
        <Input.TextArea
          {...shared}
          value={written(value)}
          spellCheck={false}
          autoSize={{ minRows: 4, maxRows: 12 }}
          onChange={(event) => set((field.typed ?? cutList)(event.target.value))}
        />
      );
    case 'select':
    case 'multiple':
      return (
        <Select
          {...shared}
          placeholder={shared.placeholder ?? t(verbs.select)}
          {...(field.kind === 'multiple' ? { mode: 'multiple' as const } : {})}
          allowClear
          {...(field.isSearchable || field.options.length > 8 ? { showSearch: { optionFilterProp: 'label' } } : {})}
          value={value ?? (field.kind === 'multiple' ? [] : undefined)}
          options={field.options.map((option) => ({ value: option.value, label: t(option.label) }))}
          onChange={set}
        />
      );
    case 'flag':
      return <Switch id={id} checked={value === true} disabled={field.isDisabled ?? false} onChange={set} />;
    case 'time':
      return (
        <Suspense fallback={<Input id={id} disabled />}>
          <TimeInput id={id} value={typeof value === 'string' ? value : undefined} onChange={set} problem={problem} />
        </Suspense>
      );
    case 'day':
      return (
        <Suspense fallback={<Input id={id} disabled />}>
          <DayInput id={id} value={typeof value === 'string' ? value : undefined} onChange={set} problem={problem} />
        </Suspense>
      );
    case 'own':
      return field.control({ id, value, onChange: set, problem, problems: form.problems, values: form.values });
  }
}

/** The fields of a form in one column; after a refused submit the first invalid one gets the focus. */
export function FormBody(props: { form: Form; fields: FormFields; schema: z.ZodType; labels?: Fields | undefined }) {
  const t = useText();
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const { form, labels } = props;
  const firstWrong = Object.keys(form.problems)[0];
  useEffect(() => {
    if (firstWrong) root.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [firstWrong]);

  return (
    <div className="form-body" ref={root}>
      {props.fields.map((field) => {
        if (field.isHidden?.(form.values)) return null;
        const fieldId = `${id}-${field.name}`;
        const count = field.kind === 'list' ? itemsOf(written(form.values[field.name])).length : 0;
        const help =
          field.kind === 'list' && !field.help
            ? t(words.count, { max: field.max ?? LIST_MAX, n: count })
            : field.help && t(field.help);
        return (
          <Fragment key={field.name}>
            {field.section ? <h2 className="form-section">{t(field.section)}</h2> : null}
            <Field
              id={fieldId}
              label={t(labelOf(field, labels))}
              isRequired={isRequiredBy(props.schema, field)}
              help={help}
              problem={form.problems[field.name]}
            >
              <Control field={field} id={fieldId} form={form} help={help} />
            </Field>
          </Fragment>
        );
      })}
    </div>
  );
}
