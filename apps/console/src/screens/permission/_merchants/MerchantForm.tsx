import type { MerchantEndpoints } from '@cardinal/contract/api/paymentProviders/merchants.ts';
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
  addressHelp: text('仅在非生产环境可改，用于模拟或沙箱。', 'Only outside production, for a simulator or sandbox.'),
  feeHelp: text('0 到 5，最多四位小数；用于毛利统计。', '0 to 5, at most four decimals; used for margins.'),
  added: text('商户已接入', 'Merchant connected'),
  saved: text('商户已保存', 'Merchant saved'),
};

type Credential = MerchantDetail['credentials'][number];
type Asked = Omit<Credential, 'shown'> & { readonly shown?: string | null };
const PREFIX = 'credentials.';

function useFields(asked: readonly Asked[], isNew: boolean, mayChangeAddress: boolean): FormFields {
  const t = useText();
  const shownOf = ({ isPem, shown }: Asked) => (isPem ? t(merchantWords.configured) : (shown ?? ''));
  return [
    { name: 'name', kind: 'text', maxLength: 60 },
    ...asked.map((each, at): FormField => {
      const kept = !isNew && each.shown ? t(words.kept, { shown: shownOf(each) }) : undefined;
      const common = {
        name: `${PREFIX}${each.name}`,
        label: text(each.label.zh, each.label.en),
        isRequired: isNew && !each.isOptional,
        ...(each.hint ? { help: text(each.hint.zh, each.hint.en) } : {}),
        ...(kept ? { placeholder: text(kept, kept) } : {}),
        ...(at === 0 ? { section: merchantWords.credentials } : {}),
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
      help: words.addressHelp,
      maxLength: 200,
      isHidden: () => !mayChangeAddress,
    },
    { name: 'feePercent', kind: 'decimal', help: words.feeHelp, isRequired: false },
  ];
}

function bodyOfMerchant(endpoint: MerchantEndpoints['add' | 'edit'], fields: FormFields, values: Values) {
  const plain = Object.fromEntries(Object.entries(values).filter(([name]) => !name.startsWith(PREFIX)));
  const credentials = Object.fromEntries(
    Object.entries(values)
      .filter(([name, value]) => name.startsWith(PREFIX) && typeof value === 'string' && value.trim() !== '')
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
type Form = { baseUrl: string; mayChangeAddress: boolean; credentials: readonly Asked[] };

function Add(props: Asking & { form: Form; onAdded?: ((id: string) => void) | undefined }) {
  const t = useText();
  const { endpoints, form } = props;
  const fields = useFields(form.credentials, true, form.mayChangeAddress);
  return (
    <FormDrawer
      endpoint={endpoints.add}
      title={t(merchantWords.add)}
      intro={<p>{t(words.note)}</p>}
      labels={endpoints.list.fields}
      fields={fields}
      initial={{ noticeBaseUrl: window.location.origin, baseUrl: form.baseUrl, feePercent: '0.6' }}
      toBody={(values) => bodyOfMerchant(endpoints.add, fields, values)}
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
  const fields = useFields(merchant?.credentials ?? [], false, form.mayChangeAddress);
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
      toBody={(values) => bodyOfMerchant(endpoints.edit, fields, values)}
      done={t(words.saved)}
      onClose={props.onClose}
    />
  );
}

/** Connects a merchant, or edits one; what its credentials are the provider's adapter says. */
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
