import { tagOptions } from '@cardinal/contract/api/cards/tags.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Select } from 'antd';
import { useId } from 'react';
import { describedBy, Field } from './Field.tsx';
import { useRead } from './useRead.ts';

const CHOOSE = text('请选择标签', 'Please select tags');

/** Any number of the tags the caller has, by their names. */
export function TagChoice(props: {
  label: Text;
  isRequired?: boolean;
  problem?: string | undefined;
  value: readonly string[];
  onChange: (ids: string[]) => void;
}) {
  const t = useText();
  const id = useId();
  const { data } = useRead(tagOptions, {}, { isSilent: false });
  return (
    <Field id={id} label={t(props.label)} isRequired={props.isRequired ?? false} problem={props.problem}>
      <Select
        {...describedBy(id, { problem: props.problem })}
        mode="multiple"
        status={props.problem ? 'error' : ''}
        placeholder={t(CHOOSE)}
        optionFilterProp="label"
        loading={!data}
        value={[...props.value]}
        options={(data ?? []).map((tag) => ({ value: tag.id, label: tag.name }))}
        onChange={props.onChange}
      />
    </Field>
  );
}
