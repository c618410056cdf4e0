import { addRegion, editRegion, listRegions } from '@cardinal/contract/api/settings/countries.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import type { FormFields } from '../../../kit/form/formFields.ts';
import { useCountryChoices } from './useCountryChoices.ts';

const words = {
  add: text('新增地区', 'New region'),
  copy: text('复制「{name}」', 'Copy “{name}”'),
  edit: text('编辑「{name}」', 'Edit “{name}”'),
  codeHelp: text('字母、数字、- 和 _，保存后不能修改', 'Letters, digits, - and _; cannot be changed after saving'),
  versionNote: text(
    '增减国家会生成新版本 v{n}；已经售出的仍按原版本执行。',
    'Changing countries creates version v{n}. Items already sold keep their version.',
  ),
  saved: text('地区已保存', 'Region saved'),
};

type Row = RowOf<typeof listRegions>;
export type RegionTask = { readonly kind: 'add' } | { readonly kind: 'copy' | 'edit'; readonly row: Row };

export function RegionForm(props: { task: RegionTask; onClose: () => void }) {
  const t = useText();
  const { task, onClose } = props;
  const row = task.kind === 'add' ? undefined : task.row;
  const countries = useCountryChoices(row?.countries);
  const names: FormFields = [
    { name: 'zh', kind: 'text', maxLength: 30 },
    { name: 'en', kind: 'text', maxLength: 60 },
    { name: 'countries', kind: 'multiple', isSearchable: true, options: countries },
  ];
  const shared = { labels: listRegions.fields, done: t(words.saved), onClose };
  const initial = row && { zh: row.zh, en: row.en, countries: row.countries.map(({ code }) => code) };
  if (task.kind === 'edit') {
    return (
      <FormDrawer
        {...shared}
        endpoint={editRegion}
        title={t(words.edit, { name: t(task.row) })}
        intro={t(words.versionNote, { n: task.row.version + 1 })}
        fields={names}
        initial={{ ...initial, regionId: task.row.id, version: task.row.version }}
      />
    );
  }
  return (
    <FormDrawer
      {...shared}
      endpoint={addRegion}
      title={row ? t(words.copy, { name: t(row) }) : t(words.add)}
      fields={[{ name: 'code', kind: 'text', help: words.codeHelp, maxLength: 32 }, ...names]}
      initial={initial}
    />
  );
}
