import {
  addSource,
  editSource,
  listSources,
  readSource,
  sourceForm,
} from '@cardinal/contract/api/externalPackages/sources.ts';
import { SourceAdapter } from '@cardinal/contract/enumerations/externalPackage.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { minorOf, typedAmount } from '../../../kit/form/amountText.ts';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import type { FormField, FormFields, Values } from '../../../kit/form/formFields.ts';
import { readAgain } from '../../../kit/form/readAgain.ts';
import { useRead } from '../../../kit/useRead.ts';
import { useReadAnew } from '../../../kit/useReadAnew.ts';

const { fields } = listSources;
const words = {
  note: text(
    '保存前先向来源测试；不通过不保存。保存后密钥不再显示。',
    'Tested at the source before it is saved; what fails is not saved. Keys are not shown again.',
  ),
  addressHelp: text(
    '对方平台的地址，如 https://partner.example.com；http 仅限本机',
    'Of the other platform, such as https://partner.example.com; http only on this machine',
  ),
  kept: text('{shown}，不填则保留', '{shown}; empty: unchanged'),
  credentials: text('密钥', 'Key'),
  rules: text('价格与提醒', 'Prices and alerts'),
  toleranceHelp: text(
    '对方涨价超出此百分比（自人工接受的价格起算），套餐立即暂停',
    'A rise beyond this, counted from the price a person accepted, suspends the package at once',
  ),
  autoHelp: text(
    '容差内的涨跌自动计入成本；会使下级结算价低于成本时仍由人工决定',
    'Moves within the tolerance change the cost by themselves, unless a child would then pay less than the cost',
  ),
  waitHelp: text(
    '来源无法下单时，订单等待这么久后退款',
    'While the source takes no orders they wait this long, then are refunded',
  ),
  lowHelp: text('对方余额不高于此金额时提醒；不填则不提醒', 'Alert at or below this balance there; empty: never'),
  added: text('来源已接入，正在同步', 'Source connected; syncing now'),
  saved: text('来源已保存', 'Source saved'),
};

type Form = AnswerOf<typeof sourceForm>;
type Detail = AnswerOf<typeof readSource>;
type Credential = Form['adapters'][number]['credentials'][number] & { readonly shown?: string | null };
const PREFIX = 'credentials.';

function useFields(asked: readonly Credential[], isNew: boolean): FormFields {
  const t = useText();
  return [
    { name: 'adapter', kind: 'select', options: SourceAdapter.options, isHidden: () => !isNew },
    { name: 'name', kind: 'text', maxLength: 60 },
    {
      name: 'baseUrl',
      kind: 'text',
      label: nouns.baseAddress,
      help: words.addressHelp,
      maxLength: 200,
      isRequired: true,
    },
    { name: 'timeoutMs', kind: 'integer' },
    ...asked.map((each, at): FormField => {
      const kept = each.shown ? t(words.kept, { shown: each.shown }) : undefined;
      return {
        name: `${PREFIX}${each.name}`,
        kind: each.isSecret ? 'password' : 'text',
        label: text(each.label.zh, each.label.en),
        maxLength: each.maxLength,
        isRequired: isNew,
        ...(each.hint ? { help: text(each.hint.zh, each.hint.en) } : {}),
        ...(kept ? { placeholder: text(kept, kept) } : {}),
        ...(at === 0 ? { section: words.credentials } : {}),
      };
    }),
    { name: 'tolerance', kind: 'decimal', help: words.toleranceHelp, section: words.rules },
    { name: 'autoAccept', kind: 'flag', help: words.autoHelp },
    { name: 'waitHours', kind: 'integer', help: words.waitHelp },
    { name: 'lowBalance', kind: 'decimal', help: words.lowHelp, isRequired: false },
  ];
}

function written(values: Values) {
  const credentials = Object.fromEntries(
    Object.entries(values)
      .filter(([name, value]) => name.startsWith(PREFIX) && typeof value === 'string' && value.trim() !== '')
      .map(([name, value]) => [name.slice(PREFIX.length), String(value).trim()]),
  );
  return {
    name: values['name'],
    baseUrl: values['baseUrl'],
    timeoutMs: Number(values['timeoutMs']),
    tolerance: values['tolerance'],
    autoAccept: values['autoAccept'] === true,
    waitHours: Number(values['waitHours']),
    lowBalance: minorOf(values['lowBalance']) ?? null,
    credentials,
  };
}

const typedOf = (source: Detail): Values => ({
  version: source.version,
  name: source.name,
  baseUrl: source.baseUrl,
  timeoutMs: source.timeoutMs,
  tolerance: source.tolerance,
  autoAccept: source.autoAccept,
  waitHours: source.waitHours,
  lowBalance: typedAmount(source.lowBalance),
});

function Add({ form, onClose }: { form: Form; onClose: () => void }) {
  const t = useText();
  const [first] = form.adapters;
  return (
    <FormDrawer
      endpoint={addSource}
      title={t(addSource.summary)}
      intro={<p>{t(words.note)}</p>}
      labels={fields}
      fields={useFields(first?.credentials ?? [], true)}
      initial={{ adapter: first?.adapter, timeoutMs: 15_000, tolerance: '10', autoAccept: false, waitHours: 24 }}
      toBody={(values) => ({ adapter: values['adapter'], ...written(values) })}
      done={t(words.added)}
      onClose={onClose}
    />
  );
}

function Edit({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useText();
  const source = useReadAnew(readSource, { id });
  const asked = useFields(source?.credentials ?? [], false);
  if (!source) return null;
  return (
    <FormDrawer
      endpoint={editSource}
      title={t(verbs.editNamed, { name: source.name })}
      intro={<p>{t(words.note)}</p>}
      labels={fields}
      fields={asked}
      initial={typedOf(source)}
      anew={async () => typedOf(await readAgain(readSource, { id }))}
      toBody={(values) => ({ id, version: values['version'], ...written(values) })}
      done={t(words.saved)}
      onClose={onClose}
    />
  );
}

/** Connects another platform, or edits how it is reached and followed. */
export default function SourceForm({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const { data } = useRead(sourceForm, {}, { isSilent: false });
  if (id !== undefined) return <Edit id={id} onClose={onClose} />;
  return data ? <Add form={data} onClose={onClose} /> : null;
}
