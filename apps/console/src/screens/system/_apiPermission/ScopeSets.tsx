import { scopeSets } from '@cardinal/contract/api/openApi/scopeSets.ts';
import { OpenScope } from '@cardinal/contract/api/openApi/scopes.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { FormFields } from '../../../kit/form/formFields.ts';
import type { ColumnSpec } from '../../../kit/list/columns.tsx';
import { RegisterScreen } from '../../../kit/register/RegisterScreen.tsx';
import { Scopes } from './apiCells.tsx';

const words = {
  inUse: text(
    '{n} 个密钥使用此模板，保存后立即随之改变。',
    '{n} {n|key uses|keys use} it and {n|changes|change} with it at once.',
  ),
  hint: text('把常用的接口权限存为模板，多个密钥共用。', 'Save common scopes as a template shared by several keys.'),
};

const FIELDS: FormFields = [
  { name: 'name', kind: 'text', maxLength: 30 },
  { name: 'scopes', kind: 'multiple', options: OpenScope.options },
  { name: 'remark', kind: 'remark' },
];
const COLUMNS: readonly ColumnSpec<typeof scopeSets.list>[] = [
  { field: 'name', pinned: 'left', width: 200 },
  { field: 'scopes', width: 480, cell: (row) => <Scopes scopes={row.scopes} /> },
  { field: 'keys', width: 110 },
  { field: 'remark', width: 200 },
  'createdAt',
];

export function ScopeSets() {
  return (
    <RegisterScreen
      register={scopeSets}
      title={nouns.templates}
      columns={COLUMNS}
      rowName={({ name }) => name}
      form={FIELDS}
      begin={{ scopes: [] }}
      intro={(row, t) => (row?.keys ? t(words.inUse, { n: row.keys }) : null)}
      hint={words.hint}
    />
  );
}
