import {
  CALLERS_DAYS,
  deprecateOpenInterface,
  editOpenInterface,
  listOpenInterfaces,
  OpenState,
  readOpenInterface,
} from '@cardinal/contract/api/openApi/catalogue.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Note } from '@cardinal/ui/layout/Text.tsx';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import type { FormFields } from '../../../kit/form/formFields.ts';
import { readAgain, rowAgain } from '../../../kit/form/readAgain.ts';
import { useReadAnew } from '../../../kit/useReadAnew.ts';
import { INTERFACE_CHOICES } from '../_apiPermission/apiCells.tsx';

const words = {
  edit: text('编辑接口「{name}」', 'Edit “{name}”'),
  perSecond: text('次/秒', 'a second'),
  notesZh: text('变更说明（中文）', 'Notes (Chinese)'),
  notesEn: text('变更说明（英文）', 'Notes (English)'),
  saved: text('接口已保存', 'Interface saved'),
  deprecate: text('宣布「{name}」下线', 'Announce retirement of “{name}”'),
  announce: text('宣布下线', 'Announce'),
  endsAt: text('下线时间', 'Ends'),
  endsHelp: text('此前照常应答，此后返回「接口已下线」', 'Works until then; afterwards returns “interface retired”'),
  replacedBy: text('替代接口', 'Replaced by'),
  callers: text(
    '将通知近 {days} 天调用过的 {accounts} 个账号（{keys} 个密钥）。文档立即显示日期，每次应答带 Deprecation 与 Sunset 头。',
    'Notifies {accounts} {accounts|account|accounts} ({keys} {keys|key|keys}) that called it in the last {days} days. The documentation shows the date immediately, and every response carries Deprecation and Sunset headers.',
  ),
  announced: text('已宣布', 'Announced'),
};

type Row = RowOf<typeof listOpenInterfaces>;
const { draft, online } = OpenState.values;

const isEndingOf = ({ state }: Row) => state !== draft && state !== online;
const rowOfName = (name: string) => rowAgain(listOpenInterfaces, (each) => each.name === name);
const valuesOf = (row: Row, { notesZh, notesEn }: Pick<AnswerOf<typeof readOpenInterface>, 'notesZh' | 'notesEn'>) => ({
  name: row.name,
  version: row.version,
  state: isEndingOf(row) ? online : row.state,
  titleZh: row.titleZh,
  titleEn: row.titleEn,
  callsPerSecond: row.callsPerSecond,
  ...{ notesZh, notesEn },
});

export function EditInterface({ row, onClose }: { row: Row; onClose: () => void }) {
  const t = useText();
  const detail = useReadAnew(readOpenInterface, { name: row.name });
  if (!detail) return null;
  const isEnding = isEndingOf(row);
  const fields: FormFields = [
    {
      name: 'state',
      kind: 'select',
      isDisabled: isEnding,
      options: OpenState.options.filter(({ value }) => value === draft || value === online),
    },
    { name: 'titleZh', kind: 'text', maxLength: 30 },
    { name: 'titleEn', kind: 'text', maxLength: 60 },
    { name: 'callsPerSecond', kind: 'integer', unit: words.perSecond, isRequired: false },
    { name: 'notesZh', kind: 'textarea', label: words.notesZh, maxLength: 2_000, isRequired: false },
    { name: 'notesEn', kind: 'textarea', label: words.notesEn, maxLength: 2_000, isRequired: false },
  ];
  return (
    <FormDrawer
      endpoint={editOpenInterface}
      title={t(words.edit, { name: row.title })}
      fields={fields}
      labels={listOpenInterfaces.fields}
      initial={valuesOf(row, detail)}
      anew={async () => {
        const now = await rowOfName(row.name);
        return now && valuesOf(now, await readAgain(readOpenInterface, { name: row.name }));
      }}
      done={t(words.saved)}
      onClose={onClose}
    />
  );
}

export function DeprecateInterface({ row, onClose }: { row: Row; onClose: () => void }) {
  const t = useText();
  const detail = useReadAnew(readOpenInterface, { name: row.name });
  return (
    <FormDrawer
      endpoint={deprecateOpenInterface}
      title={t(words.deprecate, { name: row.title })}
      submit={words.announce}
      isDanger
      intro={detail ? <Note>{t(words.callers, { ...detail.callers, days: CALLERS_DAYS })}</Note> : null}
      fields={[
        { name: 'endsAt', kind: 'time', label: words.endsAt, help: words.endsHelp },
        {
          name: 'replacedBy',
          kind: 'select',
          label: words.replacedBy,
          isRequired: false,
          options: INTERFACE_CHOICES.filter(({ value }) => value !== row.name),
        },
      ]}
      initial={{ name: row.name, version: row.version, replacedBy: null }}
      anew={async () => {
        const now = await rowOfName(row.name);
        return now && { name: now.name, version: now.version };
      }}
      done={t(words.announced)}
      onClose={onClose}
    />
  );
}
