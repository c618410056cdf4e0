import {
  addNotice,
  editNotice,
  listNotices,
  NoticeKind,
  readNotice,
  WRITTEN_KINDS,
} from '@cardinal/contract/api/notices/notices.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Alert } from 'antd';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import type { FormFields, Values } from '../../../kit/form/formFields.ts';
import { readAgain } from '../../../kit/form/readAgain.ts';
import { useReadAnew } from '../../../kit/useReadAnew.ts';
import { audienceFields } from './audienceFields.tsx';
import { NoticeTextField } from './NoticeTextField.tsx';

const words = {
  body: text('正文', 'Text'),
  english: text('英文（选填）', 'English (optional)'),
  bodyEn: text('英文正文', 'English text'),
  terms: text('时间与确认', 'Time and confirmation'),
  mustReadHelp: text('登录后须先确认才能继续使用。', 'Must be confirmed after sign-in before continuing.'),
  fromHelp: text('晚于现在时，发送后等到此时送达。', 'If in the future, the notice is delivered at that time.'),
  toHelp: text(
    '过后不再拦截登录，也不再发给新账号。',
    'Afterwards it no longer blocks sign-in and is not sent to new accounts.',
  ),
  sentNote: text(
    '已发送的通知保存后成为第 {n} 版：所有接收者会重新看到未读，必读的须重新确认。',
    'Already sent. Saving creates version {n}: unread again for all recipients, and must-read notices must be confirmed again.',
  ),
  saved: text('通知已保存', 'Notice saved'),
};

type Detail = AnswerOf<typeof readNotice>;

const fieldsFor = (isSent: boolean): FormFields => [
  {
    name: 'kind',
    kind: 'select',
    options: NoticeKind.options.filter((option) => (WRITTEN_KINDS as readonly string[]).includes(option.value)),
    isDisabled: isSent,
  },
  { name: 'titleZh', kind: 'text', label: nouns.title, maxLength: 30 },
  { name: 'bodyZh', kind: 'own', isTyped: true, label: words.body, control: (own) => <NoticeTextField own={own} /> },
  ...audienceFields(isSent),
  { name: 'isMustRead', kind: 'flag', section: words.terms, help: words.mustReadHelp },
  { name: 'validFrom', kind: 'time', help: words.fromHelp, isHidden: () => isSent },
  { name: 'validTo', kind: 'time', help: words.toHelp },
  { name: 'titleEn', kind: 'text', section: words.english, label: nouns.englishTitle, maxLength: 60 },
  { name: 'bodyEn', kind: 'own', isTyped: true, label: words.bodyEn, control: (own) => <NoticeTextField own={own} /> },
];

const NEW: Values = { kind: 'announcement', audience: 'all', isMustRead: false };

const valuesOf = (notice: Detail): Values => ({
  kind: notice.kind,
  titleZh: notice.titleZh,
  titleEn: notice.titleEn ?? '',
  bodyZh: notice.bodyZh,
  bodyEn: notice.bodyEn ?? '',
  audience: notice.audience,
  customerKinds: notice.customerKinds,
  customerIds: notice.customers.map(({ id }) => id),
  roleNames: notice.roleNames,
  tagIds: notice.tags.map(({ id }) => id),
  isMustRead: notice.isMustRead,
  validFrom: notice.validFrom ?? undefined,
  validTo: notice.validTo ?? undefined,
});

const editedOf = (notice: Detail): Values => ({ ...valuesOf(notice), id: notice.id, version: notice.version });

export type Writing = { readonly kind: 'add' } | { readonly kind: 'edit' | 'copy'; readonly id: string };

export function NoticeForm(props: { writing: Writing; onClose: () => void }) {
  const t = useText();
  const { writing, onClose } = props;
  if (writing.kind === 'add') {
    return (
      <FormDrawer
        title={t(verbs.newNotice)}
        endpoint={addNotice}
        fields={fieldsFor(false)}
        labels={listNotices.fields}
        initial={NEW}
        width={720}
        done={t(words.saved)}
        onClose={onClose}
      />
    );
  }
  return <FromNotice writing={writing} onClose={onClose} />;
}

function FromNotice(props: { writing: Exclude<Writing, { kind: 'add' }>; onClose: () => void }) {
  const t = useText();
  const { writing, onClose } = props;
  const notice = useReadAnew(readNotice, { id: writing.id });
  if (!notice) return null;
  const shared = { labels: listNotices.fields, width: 720, done: t(words.saved), onClose };
  if (writing.kind === 'copy') {
    const initial = { ...valuesOf(notice), validFrom: undefined, validTo: undefined };
    return (
      <FormDrawer
        {...shared}
        title={t(verbs.newNotice)}
        endpoint={addNotice}
        fields={fieldsFor(false)}
        initial={initial}
      />
    );
  }
  const isSent = notice.state === 'sent';
  return (
    <FormDrawer
      {...shared}
      title={t(editNotice.summary)}
      endpoint={editNotice}
      fields={fieldsFor(isSent)}
      initial={editedOf(notice)}
      anew={async () => editedOf(await readAgain(readNotice, { id: notice.id }))}
      intro={
        isSent ? <Alert type="warning" showIcon title={t(words.sentNote, { n: notice.revision + 1 })} /> : undefined
      }
    />
  );
}
