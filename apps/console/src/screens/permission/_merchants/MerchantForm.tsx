import type { MerchantEndpoints } from '@cardinal/contract/api/paymentProviders/merchants.ts';
import { PaymentProvider } from '@cardinal/contract/enumerations/paymentRoute.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import { bodyOf, type FormField, type FormFields, type Values } from '../../../kit/form/formFields.ts';
import { readAgain } from '../../../kit/form/readAgain.ts';
import { useRead } from '../../../kit/useRead.ts';
import { useReadAnew } from '../../../kit/useReadAnew.ts';
import { merchantWords } from './merchantWords.ts';
import { PemField } from './PemField.tsx';
import type { MerchantDetail } from './useMerchantSteps.tsx';

const words = {
  note: text(
    '保存前先向支付渠道测试；不通过不保存。保存后密钥不再显示。',
    'Tested at the provider before it is saved; what fails is not saved. Keys are not shown again.',
  ),
  others: text('通知与费率', 'Notices and fee'),
  kept: text('{shown}，留空不变', '{shown}; leave empty to keep'),
  noticeHelp: text(
    '支付渠道从公网访问本平台的地址，须为 https（http 仅限本机）。',
    'Where the provider reaches this platform from the internet: https (http only on this machine).',
  ),
  addressHelp: text(
    '留空用渠道的正式地址；仅在非生产环境可改，用于模拟或沙箱。',
    'Empty: the provider’s own address. Only outside production, for a simulator or sandbox.',
  ),
  feeHelp: text('0 到 5，最多四位小数；用于毛利统计。', '0 to 5, at most four decimals; used for margins.'),
  added: text('商户已接入', 'Merchant connected'),
  saved: text('商户已保存', 'Merchant saved'),
};

type Credential = MerchantDetail['credentials'][number];
type Form = AnswerOf<MerchantEndpoints['form']>;
type Asked = Omit<Credential, 'shown'> & {
  readonly shown?: string | null;
  /** Whose it is, in the form of a new merchant. */
  readonly provider?: PaymentProvider;
};
const PREFIX = 'credentials.';

/** What is asked for at each provider; the same name at two of them are alternatives. */
const askedOf = ({ providers }: Form): readonly Asked[] =>
  providers.flatMap(({ provider, credentials }) => credentials.map((each) => ({ ...each, provider })));

const isFor = ({ provider }: Asked, values: Values): boolean =>
  provider === undefined || values['provider'] === undefined || provider === values['provider'];

function useFields(asked: readonly Asked[], isNew: boolean, form: Form): FormFields {
  const t = useText();
  const { mayChangeAddress, providers } = form;
  const shownOf = ({ isPem, shown }: Asked) => (isPem ? t(merchantWords.configured) : (shown ?? ''));
  return [
    {
      name: 'provider',
      kind: 'select',
      options: providers.map(({ provider }) => ({ value: provider, label: PaymentProvider.labelOf(provider) })),
      isHidden: () => !isNew || providers.length === 1,
    },
    { name: 'name', kind: 'text', maxLength: 60 },
    ...asked.map((each, at): FormField => {
      const kept = !isNew && each.shown ? t(words.kept, { shown: shownOf(each) }) : undefined;
      const common = {
        name: `${PREFIX}${each.name}`,
        label: text(each.label.zh, each.label.en),
        isRequired: isNew && !each.isOptional,
        isHidden: (values: Values) => !isFor(each, values),
        ...(each.hint ? { help: text(each.hint.zh, each.hint.en) } : {}),
        ...(kept ? { placeholder: text(kept, kept) } : {}),
        ...(each.provider !== asked[at - 1]?.provider || at === 0 ? { section: merchantWords.credentials } : {}),
      };
      if (!each.isPem)
        return { ...common, kind: each.isSecret ? 'password' : 'text', maxLength: each.maxLength } as const;
      return {
        ...common,
        kind: 'own',
        isTyped: true,
        control: (own) => (
          <PemField
            own={own}
            maxLength={each.maxLength}
            placeholder={kept}
            help={each.hint ? t(text(each.hint.zh, each.hint.en)) : undefined}
          />
        ),
      };
    }),
    {
      name: 'noticeBaseUrl',
      kind: 'text',
      label: merchantWords.noticeAddress,
      help: words.noticeHelp,
      maxLength: 200,
      section: words.others,
    },
    {
      name: 'baseUrl',
      kind: 'text',
      label: nouns.baseAddress,
      isRequired: false,
      help: words.addressHelp,
      maxLength: 200,
      isHidden: () => !mayChangeAddress,
    },
    { name: 'feePercent', kind: 'decimal', help: words.feeHelp, isRequired: false },
  ];
}

function bodyOfMerchant(
  endpoint: MerchantEndpoints['add' | 'edit'],
  asked: readonly Asked[],
  fields: FormFields,
  values: Values,
) {
  const names = new Set(asked.filter((each) => isFor(each, values)).map(({ name }) => `${PREFIX}${name}`));
  const plain = Object.fromEntries(Object.entries(values).filter(([name]) => !name.startsWith(PREFIX)));
  const credentials = Object.fromEntries(
    Object.entries(values)
      .filter(([name, value]) => names.has(name) && typeof value === 'string' && value.trim() !== '')
      .map(([name, value]) => [name.slice(PREFIX.length), String(value).trim()]),
  );
  const isEdit = endpoint.name.endsWith('.edit');
  return {
    ...bodyOf(endpoint.body, fields, plain),
    ...(isEdit && Object.keys(credentials).length === 0 ? {} : { credentials }),
  };
}

const valuesOf = ({ id, version, name, noticeBaseUrl, baseUrl, feePercent }: MerchantDetail): Values => ({
  id,
  version,
  name,
  noticeBaseUrl,
  baseUrl,
  feePercent,
});

type Asking = { endpoints: MerchantEndpoints; onClose: () => void };

function Add(props: Asking & { form: Form; onAdded?: ((id: string) => void) | undefined }) {
  const t = useText();
  const { endpoints, form } = props;
  const asked = askedOf(form);
  const fields = useFields(asked, true, form);
  const [first, ...more] = form.providers;
  return (
    <FormDrawer
      endpoint={endpoints.add}
      title={t(merchantWords.add)}
      intro={<p>{t(words.note)}</p>}
      labels={endpoints.list.fields}
      fields={fields}
      initial={{
        noticeBaseUrl: window.location.origin,
        feePercent: '0.6',
        // Of several, each has its own address, which is taken where none is given.
        ...(more.length > 0 ? { provider: first?.provider } : { baseUrl: first?.baseUrl }),
      }}
      toBody={(values) => bodyOfMerchant(endpoints.add, asked, fields, values)}
      done={t(words.added)}
      onDone={(answer) => props.onAdded?.(answer.id)}
      onClose={props.onClose}
    />
  );
}

function Edit(props: Asking & { id: string; form: Form }) {
  const t = useText();
  const { endpoints, id, form } = props;
  const merchant = useReadAnew(endpoints.detail, { id });
  const asked = merchant?.credentials ?? [];
  const fields = useFields(asked, false, form);
  if (!merchant) return null;
  return (
    <FormDrawer
      endpoint={endpoints.edit}
      title={t(verbs.editNamed, { name: merchant.name })}
      intro={<p>{t(words.note)}</p>}
      labels={endpoints.list.fields}
      fields={fields}
      initial={valuesOf(merchant)}
      anew={async () => valuesOf(await readAgain(endpoints.detail, { id }))}
      toBody={(values) => bodyOfMerchant(endpoints.edit, asked, fields, values)}
      done={t(words.saved)}
      onClose={props.onClose}
    />
  );
}

/** Connects a merchant, or edits one; what its credentials are, its provider's adapter says. */
export default function MerchantForm(
  props: Asking & { id?: string | undefined; onAdded?: ((id: string) => void) | undefined },
) {
  const { data } = useRead(props.endpoints.form, {}, { isSilent: false });
  if (!data) return null;
  return props.id === undefined ? (
    <Add endpoints={props.endpoints} form={data} onAdded={props.onAdded} onClose={props.onClose} />
  ) : (
    <Edit endpoints={props.endpoints} id={props.id} form={data} onClose={props.onClose} />
  );
}
