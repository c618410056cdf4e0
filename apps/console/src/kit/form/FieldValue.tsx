import { nouns } from '@cardinal/contract/words.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { ConfigProvider } from 'antd';
import { Nothing } from '../table/cells.tsx';
import type { FormField, Values } from './formFields.ts';

/** The value of a field as its form shows it, read-only. A field of its own kind is drawn by its own control. */
export function FieldValue(props: { id: string; field: FormField; value: unknown; values: Values }) {
  const t = useText();
  const { id, field, value, values } = props;
  if (field.kind === 'flag') return t(value === true ? nouns.yes : nouns.no);
  if (field.kind === 'own') {
    const onChange = () => {};
    return (
      <ConfigProvider componentDisabled>
        <fieldset disabled>{field.control({ id, value, onChange, problem: undefined, problems: {}, values })}</fieldset>
      </ConfigProvider>
    );
  }
  if (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0))
    return <Nothing />;
  if (field.kind === 'time') return <TimeText at={String(value)} />;
  if (field.kind === 'select' || field.kind === 'multiple') {
    const chosen: readonly unknown[] = Array.isArray(value) ? value : [value];
    const wordOf = (each: unknown) => field.options.find((option) => option.value === each)?.label;
    return chosen.map((each) => t(wordOf(each) ?? { zh: String(each), en: String(each) })).join(' · ');
  }
  const isFigure = field.kind === 'integer' || field.kind === 'decimal';
  return isFigure && field.unit ? `${String(value)} ${t(field.unit)}` : String(value);
}
