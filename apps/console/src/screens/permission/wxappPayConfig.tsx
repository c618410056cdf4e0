import {
  enableProgramRoute,
  programRoutes,
  readProgramChoices,
  testProgramRoute,
} from '@cardinal/contract/api/miniPrograms/programRoutes.ts';
import { DeviceAccountType } from '@cardinal/contract/enumerations/device.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Note } from '@cardinal/ui/layout/Text.tsx';
import { StatusTag } from '@cardinal/ui/StatusTag.tsx';
import type { FormFields } from '../../kit/form/formFields.ts';
import { RegisterScreen } from '../../kit/register/RegisterScreen.tsx';
import { runOf, type Step } from '../../kit/register/registerSpec.ts';
import { enablingStep } from '../../kit/register/sharedSteps.ts';
import { useRead } from '../../kit/useRead.ts';
import { publicAccountWords } from './_publicAccounts/publicAccountWords.ts';

const words = {
  hint: text(
    '接入小程序并选择收款商户后，用户可以在小程序里购买套餐。',
    'Connect one and choose the merchant that collects; then its users buy packages in it.',
  ),
  notYours: text(
    '小程序由运营小程序业务的客户和平台配置，这里没有属于您的小程序。',
    'Mini-programs are set up by the customer that runs them and by the platform; none is yours.',
  ),
  cloud: text(
    '目前还没有云存储商品，云存储的配置先行保存。',
    'Nothing is sold as cloud storage yet; its setting is kept for then.',
  ),
  appidHelp: text('wx 开头的 18 位，须已与收款商户绑定', '18 characters from wx; bound to the merchant that collects'),
  secretHelp: text('首次接入时填写', 'When the program is connected first'),
  backupHelp: text('主商户停用或当日限额已满时使用', 'Used while the first is disabled or has reached its daily limit'),
  iosHelp: text(
    '微信不允许在 iOS 小程序内销售虚拟商品；关闭后 iPhone 上不显示购买。',
    'WeChat lets no virtual goods be sold in mini-programs on iOS; off, an iPhone is offered nothing.',
  ),
  isOff: text(
    '已停用，小程序内不再销售；已下单的照常支付',
    'Disabled; nothing more is sold in it, orders under way can be paid',
  ),
  test: text('测试下单', 'Test an order'),
  tested: text('已测试，结果见列表', 'Tested; the list shows the result'),
  failed: text('测试未通过', 'Test failed'),
  rowName: text('{name}（{type}）', '{name} ({type})'),
};

const { fields } = programRoutes.list;
type Row = RowOf<typeof programRoutes.list>;

const ofOwn = (step: Step<Row>): Step<Row> => ({ ...step, isOffered: ({ isOwn }) => isOwn });

const TESTED = {
  passed: { shape: 'disc', tone: 'good' },
  failed: { shape: 'cross', tone: 'bad' },
} as const;

/** Through whom mini-programs are paid, what each takes today, and what WeChat said to the last test. */
export default function WxappPayConfig() {
  const t = useText();
  const { data } = useRead(readProgramChoices, {});
  const runs = data?.runsPrograms ?? true;
  const merchants = (data?.merchants ?? []).map(({ id, name }) => ({ value: id, label: text(name, name) }));
  const formOf = (row: Row | undefined): FormFields => {
    // What the platform chose is kept by its owner, who cannot choose it himself.
    const kept = (id: string | null | undefined, name: string | null | undefined) =>
      id && name && !merchants.some(({ value }) => value === id) ? [{ value: id, label: text(name, name) }] : [];
    return [
      { name: 'appid', kind: 'text', maxLength: 18, help: words.appidHelp },
      { name: 'name', kind: 'text', maxLength: 30 },
      { name: 'accountType', kind: 'select', options: DeviceAccountType.options, help: words.cloud },
      {
        name: 'secret',
        kind: 'password',
        label: publicAccountWords.secret,
        maxLength: 64,
        ...(row ? { placeholder: publicAccountWords.kept } : { help: words.secretHelp }),
      },
      {
        name: 'merchantId',
        kind: 'select',
        label: fields.merchantName.label,
        options: [...kept(row?.merchantId, row?.merchantName), ...merchants],
      },
      {
        name: 'backupId',
        kind: 'select',
        label: fields.backupName.label,
        options: [...kept(row?.backupId, row?.backupName), ...merchants],
        help: words.backupHelp,
      },
      { name: 'sellsOnIos', kind: 'flag', label: fields.sellsOnIos.label, help: words.iosHelp },
      {
        name: 'apiBaseUrl',
        kind: 'text',
        label: fields.apiBaseUrl.label,
        maxLength: 200,
        help: publicAccountWords.addressHelp,
      },
    ];
  };
  return (
    <RegisterScreen
      register={runs ? programRoutes : { ...programRoutes, create: undefined }}
      columns={[
        { field: 'name', pinned: 'left', width: 180 },
        { field: 'appid', width: 190 },
        { field: 'accountType', width: 100 },
        { field: 'isEnabled', width: 80 },
        { field: 'merchantName', width: 170 },
        { field: 'backupName', width: 150 },
        { field: 'todayIncome', width: 110 },
        { field: 'users', width: 80 },
        { field: 'sellsOnIos', width: 100 },
        {
          field: 'testSaid',
          width: 300,
          cell: ({ testIsOk, testSaid }) =>
            testSaid === null ? null : (
              <StatusTag
                {...TESTED[testIsOk ? 'passed' : 'failed']}
                word={t(testIsOk ? fields.testIsOk.label : words.failed)}
                reasons={[testSaid]}
              />
            ),
        },
        'testedAt',
        { field: 'collectorName', width: 170 },
        { field: 'apiPath', width: 170 },
        { field: 'customerName', isOff: true },
        { field: 'currency', isOff: true },
        { field: 'createdAt', isOff: true },
      ]}
      filters={['name', 'appid', 'accountType', 'isEnabled']}
      rowName={(row) => t(words.rowName, { name: row.name, type: t(DeviceAccountType.labelOf(row.accountType)) })}
      form={formOf}
      begin={{ accountType: 'DEVICE', sellsOnIos: false }}
      steps={[
        ofOwn({
          key: 'test',
          label: words.test,
          runs: ({ id }) => runOf(testProgramRoute, { id }, { done: words.tested }),
        }),
        'edit',
        ofOwn(enablingStep(enableProgramRoute, words.isOff)),
      ]}
      isEditable={({ isOwn }) => isOwn}
      notice={runs ? null : <Note tone="plain">{t(words.notYours)}</Note>}
      hint={runs ? words.hint : words.notYours}
    />
  );
}
