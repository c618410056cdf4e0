import { reminderChoices, type usageReminders } from '@cardinal/contract/api/usageReminders/rules.ts';
import { RemindKind, RemindReceiver, RemindWay } from '@cardinal/contract/enumerations/reminder.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { CustomerPicker } from '../../../kit/CustomerPicker.tsx';
import type { FormFields, Values } from '../../../kit/form/formFields.ts';
import { useRead } from '../../../kit/useRead.ts';
import { BELOW_TOO } from '../../../parts/control/scopeWords.ts';
import { WHEN, WHICH_CARDS } from '../../../parts/control/strategyForms.ts';
import { PreviewText } from './PreviewText.tsx';

const words = {
  thresholdsHelp: text(
    '从小到大，用逗号分开，最多 5 个：百分比 1-100、剩余 MB，或到期前 1-30 天',
    'Rising, with commas, at most 5: percent from 1 to 100, MB left, or 1 to 30 days before the end',
  ),
  quietHelp: text(
    '北京时间，如 22:00-08:00；期间的站内通知到点合并成一条，事件推送不等待',
    'China’s time, such as 22:00-08:00. Notices wait for its end and come as one; events do not wait',
  ),
  whom: text('告诉谁、怎样告诉', 'Whom, and how'),
  receiversHelp: text('各客户中可查看流量提醒的账号', 'Accounts of these customers that may see usage reminders'),
  waysHelp: text(
    '事件推送：写入该客户的开放接口事件，由其系统读取',
    'Events: written for the customer’s systems, which read them in the open interface',
  ),
  said: text('说什么', 'What it says'),
};

/** What is no number stays, so that it is refused where it was typed. */
export const thresholdsTyped = (typed: unknown): unknown[] =>
  String(typed ?? '')
    .split(/[\s,，、;；]+/)
    .filter((each) => each !== '')
    .map((each) => (/^\d+$/.test(each) ? Number(each) : each));

const isOfPools = ({ kind }: Values): boolean => kind === 'poolPercent';

/** The fields of a rule: when, whom, which cards, and what it says. */
export function useReminderForm(row: RowOf<typeof usageReminders.list> | undefined): FormFields {
  const { data } = useRead(reminderChoices, row ? { id: row.id } : {});
  return [
    { name: 'name', kind: 'text', maxLength: 30 },
    { name: 'kind', kind: 'select', section: WHEN, options: RemindKind.options },
    { name: 'thresholds', kind: 'text', maxLength: 60, help: words.thresholdsHelp, isRequired: true },
    {
      name: 'receivers',
      kind: 'multiple',
      section: words.whom,
      options: RemindReceiver.options,
      help: words.receiversHelp,
    },
    { name: 'ways', kind: 'multiple', options: RemindWay.options, help: words.waysHelp },
    { name: 'quietHours', kind: 'text', maxLength: 11, help: words.quietHelp },
    {
      name: 'customerIds',
      kind: 'own',
      section: WHICH_CARDS,
      help: BELOW_TOO,
      isRequired: false,
      control: ({ id, value, onChange, problem }) => (
        <CustomerPicker id={id} isMany value={(value ?? []) as string[]} problem={problem} onValue={onChange} />
      ),
    },
    {
      name: 'productCodes',
      kind: 'multiple',
      isSearchable: true,
      isRequired: false,
      options: (data?.products ?? []).map(({ id, name }) => ({ value: id, label: text(name, name) })),
      isHidden: isOfPools,
    },
    { name: 'textZh', kind: 'textarea', section: words.said, maxLength: 255 },
    { name: 'textEn', kind: 'textarea', maxLength: 255 },
    {
      name: 'previewed',
      kind: 'own',
      label: verbs.preview,
      isRequired: false,
      control: ({ id, values }) => <PreviewText id={id} values={values} />,
    },
  ];
}
