import {
  createScopeSet,
  deleteScopeSet,
  editScopeSet,
  listScopeSets,
} from '@cardinal/contract/api/openApi/scopeSets.ts';
import { OpenScope } from '@cardinal/contract/api/openApi/scopes.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { Button } from 'antd';
import { useState } from 'react';
import { useChange } from '../../../kit/change.ts';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import type { FormFields } from '../../../kit/form/formFields.ts';
import type { ColumnSpec } from '../../../kit/list/columns.tsx';
import { ListScreen } from '../../../kit/list/ListScreen.tsx';
import { Can } from '../../../shell/Can.tsx';
import { confirmFirst } from '../../../shell/questions.ts';
import { Scopes } from './apiCells.tsx';

const words = {
  title: text('权限模板', 'Templates'),
  add: text('新建模板', 'New template'),
  edit: verbs.edit,
  editTitle: text('编辑模板「{name}」', 'Edit the template “{name}”'),
  inUse: text(
    '{n} 个密钥使用此模板，保存后立即随之改变。',
    '{n} {n|key uses|keys use} it and {n|changes|change} with it at once.',
  ),
  remove: verbs.delete,
  removeQuestion: text('删除模板「{name}」？', 'Delete the template “{name}”?'),
  removed: text('模板已删除', 'Template deleted'),
  saved: text('模板已保存', 'Template saved'),
  none: text('还没有权限模板', 'No templates yet'),
  noneHint: text(
    '把常用的接口权限存为模板，多个密钥共用。',
    'Keep scopes that belong together, for many keys to share.',
  ),
};

type Row = RowOf<typeof listScopeSets>;
const FIELDS: FormFields = [
  { name: 'name', kind: 'text', maxLength: 30 },
  { name: 'scopes', kind: 'multiple', options: OpenScope.options },
  { name: 'remark', kind: 'remark' },
];
const COLUMNS: readonly ColumnSpec<typeof listScopeSets>[] = [
  { field: 'name', pinned: 'left', width: 200 },
  { field: 'scopes', width: 480, cell: (row) => <Scopes scopes={row.scopes} /> },
  { field: 'keys', width: 110 },
  { field: 'remark', width: 200 },
  'createdAt',
];

export function ScopeSets() {
  const t = useText();
  const [form, setForm] = useState<Row | 'new'>();
  const removing = useChange(deleteScopeSet, { done: t(words.removed) });
  const remove = async (row: Row) => {
    const isSure = await confirmFirst({
      title: t(words.removeQuestion, { name: row.name }),
      confirm: t(words.remove),
      isDanger: true,
    });
    if (isSure) await removing.run({ body: { id: row.id } });
  };
  const shared = {
    fields: FIELDS,
    labels: listScopeSets.fields,
    done: t(words.saved),
    onClose: () => setForm(undefined),
  };
  return (
    <>
      <ListScreen
        list={listScopeSets}
        title={words.title}
        columns={COLUMNS}
        rowName={(row) => row.name}
        rowActions={(row) => [
          { key: 'edit', label: t(words.edit), call: editScopeSet, onPick: () => setForm(row) },
          {
            key: 'remove',
            label: t(words.remove),
            call: deleteScopeSet,
            isDanger: true,
            onPick: () => void remove(row),
          },
        ]}
        actions={
          <Can call={createScopeSet}>
            <Button type="primary" onClick={() => setForm('new')}>
              {t(words.add)}
            </Button>
          </Can>
        }
        empty={{ title: words.none, hint: words.noneHint }}
      />
      {form === 'new' ? (
        <FormDrawer {...shared} endpoint={createScopeSet} title={t(words.add)} initial={{ scopes: [] }} />
      ) : null}
      {form && form !== 'new' ? (
        <FormDrawer
          {...shared}
          endpoint={editScopeSet}
          title={t(words.editTitle, { name: form.name })}
          intro={
            form.keys > 0 ? (
              <Paragraph ink="secondary" below="l">
                {t(words.inUse, { n: form.keys })}
              </Paragraph>
            ) : null
          }
          initial={{ name: form.name, scopes: form.scopes, remark: form.remark ?? '' }}
          toBody={({ name, scopes, remark }) => ({
            id: form.id,
            version: form.version,
            name,
            scopes,
            remark: remark || null,
          })}
        />
      ) : null}
    </>
  );
}
