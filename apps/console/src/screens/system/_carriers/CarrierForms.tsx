import {
  addCarrierAccount,
  editCarrierAccount,
  listCarrierAccounts,
  pauseCarrierAccount,
  readCarrierAccount,
  setCarrierSecret,
} from '@cardinal/contract/api/carriers/carriers.ts';
import type { Schedules } from '@cardinal/contract/carrierSchedules.ts';
import { Platform } from '@cardinal/contract/enumerations/card.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns, units, verbs } from '@cardinal/contract/words.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { useRef } from 'react';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import { bodyOf, type FormField, type FormFields, type Values } from '../../../kit/form/formFields.ts';
import { readAgain } from '../../../kit/form/readAgain.ts';
import { useReadAnew } from '../../../kit/useReadAnew.ts';
import { useShownCarriers } from '../../../shell/shownCarriers.ts';
import {
  isSchedule,
  newScheduleFields,
  offeredOnly,
  scheduleFields,
  scheduleValues,
  typedSchedules,
} from './scheduleFields.tsx';
import { useAdapters } from './useAdapters.ts';

const words = {
  adapter: text('接口类型', 'Adapter'),
  notConnected: text('{name}（未接入）', '{name} (not connected)'),
  baseUrlHelp: text('https 地址；http 仅限本机', 'An https address; http only on this machine'),
  defaults: text('留空使用该接口的默认值', 'Leave empty for the adapter’s default'),
  quietHelp: text('同一张卡两次变更之间至少间隔', 'Minimum time between two changes of the same card'),
  perDayHelp: text('留空不限', 'Leave empty for no limit'),
  day: text('日', 'day'),
  place: text('账期与时区', 'Billing cycle and time zone'),
  added: text('通道已新增，设置凭据后开始工作', 'Account added. It starts working once its credentials are set.'),
  saved: text('通道已保存', 'Carrier account saved'),
  secret: text('设置 {name} 的凭据', 'Set credentials of {name}'),
  secretNote: text(
    '先用新凭据向运营商测试，通过后才替换；不通过则原凭据继续使用。保存后不再显示。',
    'New credentials are tested with the carrier first and replace the old ones only if the test passes. They are not shown again.',
  ),
  current: text('当前：{hint}', 'Now: {hint}'),
  expireOn: text('到期日', 'Expire on'),
  tryAndSave: text('测试并保存', 'Test and save'),
  secretSaved: text('凭据已生效：{hint}', 'Credentials in effect: {hint}'),
  pauseTitle: text('暂停 {name}', 'Pause {name}'),
  pauseNote: text(
    '一秒内停止调用；排队的任务原地等待，恢复后继续，不会丢失。',
    'Calls stop within one second. Queued tasks wait and continue after resuming; nothing is lost.',
  ),
  paused: text('{name} 已暂停', '{name} paused'),
};

export type CarrierDetail = AnswerOf<typeof readCarrierAccount>;

const { fields: LABELS } = listCarrierAccounts;
const settings = (isNew: boolean): FormFields => [
  { name: 'name', kind: 'text', maxLength: 30 },
  { name: 'baseUrl', kind: 'text', label: nouns.baseAddress, help: words.baseUrlHelp, maxLength: 200 },
  {
    name: 'callsPerSecond',
    kind: 'decimal',
    section: nouns.limits,
    ...(isNew ? { help: words.defaults } : {}),
  },
  { name: 'inFlight', kind: 'integer' },
  { name: 'callsPerDay', kind: 'integer', help: words.perDayHelp },
  { name: 'timeoutMs', kind: 'integer', label: nouns.timeout, unit: units.milliseconds },
  { name: 'quietSeconds', kind: 'integer', label: nouns.changeInterval, help: words.quietHelp, unit: units.seconds },
  { name: 'cycleDay', kind: 'integer', unit: words.day, section: words.place },
  { name: 'zone', kind: 'text', label: nouns.zone, placeholder: text('Asia/Shanghai', 'Asia/Shanghai') },
  { name: 'currency', kind: 'text', label: nouns.currency, maxLength: 3, typed: (typed) => typed.toUpperCase() },
  ...(isNew ? newScheduleFields : scheduleFields),
];

function bodyOfSettings(
  endpoint: typeof addCarrierAccount | typeof editCarrierAccount,
  fields: FormFields,
  values: Values,
  /** The default of an empty schedule. */
  otherwise?: Schedules,
) {
  const given = Object.entries(values).filter(
    ([name, value]) => isSchedule(name) && value !== undefined && value !== '',
  );
  const plain = Object.fromEntries(Object.entries(values).filter(([name]) => !isSchedule(name)));
  const schedules = typedSchedules(values, otherwise);
  return { ...bodyOf(endpoint.body, fields, plain), ...(given.length > 0 ? { schedules } : {}) };
}

export function AddCarrier(props: { onAdded: (id: string, needsProfile: boolean) => void; onClose: () => void }) {
  const t = useText();
  const { data } = useAdapters();
  const shown = new Set(useShownCarriers().map((carrier) => carrier.value));
  const picked = useRef('');
  const fields: FormFields = [
    {
      name: 'adapter',
      kind: 'select',
      label: words.adapter,
      isSearchable: true,
      options: (data ?? [])
        .filter((adapter) => shown.has(adapter.platform))
        .map((adapter) => {
          const { zh, en } = Platform.labelOf(adapter.platform);
          const named = text(`${zh} · ${adapter.name.zh}`, `${en} · ${adapter.name.en}`);
          const said: Text =
            adapter.isConnected || adapter.isConfigured
              ? named
              : text(
                  words.notConnected.zh.replace('{name}', named.zh),
                  words.notConnected.en.replace('{name}', named.en),
                );
          return { value: adapter.key, label: said };
        }),
    },
    ...settings(true),
  ];
  return (
    <FormDrawer
      endpoint={addCarrierAccount}
      title={t(verbs.newCarrierAccount)}
      labels={LABELS}
      fields={fields}
      toBody={(values) => {
        picked.current = String(values['adapter'] ?? '');
        const adapter = data?.find(({ key }) => key === picked.current);
        const offered = adapter ? offeredOnly(values, adapter.readings) : values;
        return bodyOfSettings(addCarrierAccount, fields, offered, adapter?.schedules);
      }}
      done={t(words.added)}
      onDone={(answer) =>
        props.onAdded(answer.accountId, data?.find(({ key }) => key === picked.current)?.isConfigured ?? false)
      }
      onClose={props.onClose}
    />
  );
}

export function EditCarrier(props: { id: string; onClose: () => void }) {
  const t = useText();
  const account = useReadAnew(readCarrierAccount, { accountId: props.id });
  if (!account) return null;
  const fields = settings(false);
  const valuesOf = (of: CarrierDetail): Values => ({
    accountId: of.id,
    version: of.version,
    ...Object.fromEntries(
      fields
        .filter(({ name }) => !isSchedule(name))
        .map(({ name }) => [name, of[name as keyof CarrierDetail] ?? undefined]),
    ),
    callsPerDay: of.callsPerDay,
    ...scheduleValues(of.schedules),
  });
  return (
    <FormDrawer
      endpoint={editCarrierAccount}
      title={t(verbs.editNamed, { name: account.name })}
      labels={LABELS}
      fields={fields}
      initial={valuesOf(account)}
      anew={async () => valuesOf(await readAgain(readCarrierAccount, { accountId: props.id }))}
      toBody={(values) => bodyOfSettings(editCarrierAccount, fields, values)}
      done={t(words.saved)}
      onClose={props.onClose}
    />
  );
}

type Account = Pick<CarrierDetail, 'id' | 'name' | 'adapter' | 'credentialsHint'>;

/** Write-only: typed values are tested first and never returned. */
export function CarrierSecret(props: { account: Account; onClose: () => void }) {
  const t = useText();
  const { account } = props;
  // A configured account asks for the fields of its own description.
  const adapter = useReadAnew(readCarrierAccount, { accountId: account.id });
  if (!adapter) return null;
  const fields: FormFields = [
    ...adapter.credentials.map(
      (credential): FormField => ({
        name: `credentials.${credential.name}`,
        kind: credential.isSecret ? 'password' : 'text',
        label: text(credential.label.zh, credential.label.en),
        maxLength: credential.maxLength,
        isRequired: !credential.isOptional,
      }),
    ),
    { name: 'expireOn', kind: 'day', label: words.expireOn },
  ];
  return (
    <FormDrawer
      endpoint={setCarrierSecret}
      title={t(words.secret, { name: account.name })}
      intro={
        <Stack gap="none">
          <p>{t(words.secretNote)}</p>
          {account.credentialsHint ? <p>{t(words.current, { hint: account.credentialsHint })}</p> : null}
        </Stack>
      }
      fields={fields}
      toBody={(values) => ({
        accountId: account.id,
        credentials: Object.fromEntries(
          adapter.credentials
            .map(({ name, isOptional }) => [name, String(values[`credentials.${name}`] ?? ''), isOptional] as const)
            .flatMap(([name, typed, isOptional]) => (isOptional && typed === '' ? [] : [[name, typed]])),
        ),
        ...(values['expireOn'] ? { expireOn: values['expireOn'] } : {}),
      })}
      submit={words.tryAndSave}
      done={(answer) => t(words.secretSaved, { hint: answer.hint })}
      onClose={props.onClose}
    />
  );
}

export function PauseCarrier(props: { account: Account; onClose: () => void }) {
  const t = useText();
  const { account } = props;
  return (
    <FormDrawer
      endpoint={pauseCarrierAccount}
      title={t(words.pauseTitle, { name: account.name })}
      intro={t(words.pauseNote)}
      initial={{ accountId: account.id }}
      fields={[{ name: 'reason', kind: 'text', label: nouns.reason, maxLength: 120 }]}
      submit={verbs.pause}
      isDanger
      done={t(words.paused, { name: account.name })}
      onClose={props.onClose}
    />
  );
}
