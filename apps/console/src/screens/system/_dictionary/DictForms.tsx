import {
  addDictItem,
  addDictType,
  editDictItem,
  editDictType,
  listDictItems,
} from '@cardinal/contract/api/settings/dictionaries.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import type { FormFields } from '../../../kit/form/formFields.ts';
import { COLOR_CHOICES } from '../../../kit/form/labelColors.ts';
import { rowAgain } from '../../../kit/form/readAgain.ts';
import type { DictType } from './TypeList.tsx';

const words = {
  editType: text('编辑字典「{name}」', 'Edit dictionary “{name}”'),
  code: text('字典编码', 'Code'),
  codeHelp: text('字母、数字、- 和 _，保存后不能修改', 'Letters, digits, - and _; cannot be changed after saving'),
  zh: text('中文名称', 'Chinese name'),
  en: text('英文名称', 'English name'),
  addItem: text('在「{name}」中新增', 'New entry in “{name}”'),
  editItem: text('编辑「{name}」', 'Edit “{name}”'),
  valueHelp: text('系统保存的值，保存后不能修改', 'Stored value; cannot be changed after saving'),
  systemNote: text(
    '系统字典的值及其含义不变，只改显示的文字。保存后所有列表、筛选和导出立即使用新文字。',
    'Values of system dictionaries and their meaning stay the same; only the displayed text changes. All lists, filters and exports use it immediately.',
  ),
  typeSaved: text('字典已保存', 'Dictionary saved'),
  itemSaved: text('字典项已保存', 'Entry saved'),
};

const NAMES: FormFields = [
  { name: 'zh', kind: 'text', label: words.zh, maxLength: 60 },
  { name: 'en', kind: 'text', label: words.en, maxLength: 60 },
];
const WORDS: FormFields = [
  { name: 'zh', kind: 'text', maxLength: 60 },
  { name: 'en', kind: 'text', maxLength: 60 },
];
const REST: FormFields = [
  {
    name: 'color',
    kind: 'select',
    options: COLOR_CHOICES,
  },
  { name: 'sort', kind: 'integer' },
  { name: 'isEnabled', kind: 'flag' },
];

export function TypeForm(props: { type: DictType | undefined; onClose: () => void }) {
  const t = useText();
  const { type } = props;
  return type ? (
    <FormDrawer
      endpoint={editDictType}
      title={t(words.editType, { name: t(type) })}
      fields={NAMES}
      initial={{ code: type.code, zh: type.zh, en: type.en }}
      done={t(words.typeSaved)}
      onClose={props.onClose}
    />
  ) : (
    <FormDrawer
      endpoint={addDictType}
      title={t(addDictType.summary)}
      fields={[{ name: 'code', kind: 'text', label: words.code, help: words.codeHelp, maxLength: 40 }, ...NAMES]}
      done={t(words.typeSaved)}
      onClose={props.onClose}
    />
  );
}

export function ItemForm(props: { type: DictType; row: RowOf<typeof listDictItems> | undefined; onClose: () => void }) {
  const t = useText();
  const { type, row } = props;
  if (!row) {
    return (
      <FormDrawer
        endpoint={addDictItem}
        title={t(words.addItem, { name: t(type) })}
        labels={listDictItems.fields}
        fields={[{ name: 'value', kind: 'text', help: words.valueHelp, maxLength: 60 }, ...WORDS, ...REST]}
        initial={{ type: type.code, isEnabled: true, sort: (type.items + 1) * 10 }}
        done={t(words.itemSaved)}
        onClose={props.onClose}
      />
    );
  }
  const valuesOf = ({ value, zh, en, color, sort, isEnabled, version }: typeof row) => ({
    ...{ type: type.code, value, zh, en, version },
    ...(type.isSystem ? {} : { color, sort, isEnabled }),
  });
  const anew = async () => {
    const now = await rowAgain(listDictItems, (each) => each.value === row.value, { type: type.code });
    return now && valuesOf(now);
  };
  return (
    <FormDrawer
      endpoint={editDictItem}
      title={t(words.editItem, { name: t(row) })}
      labels={listDictItems.fields}
      intro={type.isSystem && t(words.systemNote)}
      fields={type.isSystem ? WORDS : [...WORDS, ...REST]}
      initial={valuesOf(row)}
      anew={anew}
      done={t(words.itemSaved)}
      onClose={props.onClose}
    />
  );
}
