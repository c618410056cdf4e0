import { createApiKey, editApiKey, listApiKeys, rotateApiKey } from '@cardinal/contract/api/openApi/keys.ts';
import { scopeSetOptions } from '@cardinal/contract/api/openApi/scopeSets.ts';
import { MOST_OVERLAP_HOURS, OpenScope } from '@cardinal/contract/api/openApi/scopes.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { units, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import type { FormFields, Values } from '../../../kit/form/formFields.ts';
import { rowAgain } from '../../../kit/form/readAgain.ts';
import { useRead } from '../../../kit/useRead.ts';
import { useShownCarriers } from '../../../shell/shownCarriers.ts';

const words = {
  edit: text('编辑密钥「{name}」', 'Edit key “{name}”'),
  set: text('权限模板', 'Template'),
  setHelp: text(
    '模板改动后密钥随之改变；不选则在下方单独勾选',
    'The key follows the template. Leave empty to choose scopes below.',
  ),
  scopes: text('接口权限', 'Scopes'),
  addresses: text('IP 白名单', 'Addresses'),
  addressesHelp: text(
    'IPv4，一行一个，最多 100 个；留空不限',
    'IPv4 addresses, one per line, up to 100. Empty means no restriction.',
  ),
  expires: text('到期时间', 'Expires'),
  expiresHelp: text('留空长期有效，最长 3 年', 'Leave empty for no expiry; at most 3 years'),
  limits: text('额度与范围', 'Quota and scope'),
  perDay: text('次/天', 'a day'),
  quotaHelp: text('超出后当日拒绝调用；留空不限', 'Calls beyond it are refused for the day. Empty means unlimited.'),
  reachHelp: text(
    '不选则不限；其他卡对该密钥不存在',
    'Empty means no restriction. Other cards do not exist for the key.',
  ),
  productsHelp: text('产品编码，一行一个；留空不限', 'Product codes, one per line. Empty means no restriction.'),
  limit: text(
    '每个密钥每分钟最多 {n} 次。密钥以您的账号身份操作，权限不超过您本人。',
    'At most {n} calls per minute per key. A key acts as your account and never has more permissions than you.',
  ),
  made: text('密钥已创建', 'Key created'),
  saved: text('密钥已保存', 'Key saved'),
  rotate: text('轮换密钥「{name}」', 'Rotate key “{name}”'),
  overlap: text('旧密钥继续有效', 'Old secret stays valid'),
  overlapHelp: text('0 至 {n} 小时；疑似泄露时填 0', '0 to {n} hours; use 0 if it may have leaked'),
  rotated: text('已生成新密钥', 'New secret created'),
};

type Row = RowOf<typeof listApiKeys>;
type Told = { appKey: string; secret: string };

const separate = (typed: unknown): string[] =>
  typeof typed === 'string' ? typed.split(/[\s,，;]+/).filter(Boolean) : [];

const bodyOf = ({ addresses, productCodes, dailyQuota, scopes, scopeSetId, ...values }: Values) => ({
  ...values,
  addresses: separate(addresses),
  productCodes: separate(productCodes),
  dailyQuota: dailyQuota ? Number(dailyQuota) : null,
  ...(scopeSetId ? { scopeSetId } : { scopeSetId: null, scopes: scopes ?? [] }),
});

const valuesOf = ({ scopeSetId, scopes, addresses, expiresAt, productCodes, ...row }: Row): Values => ({
  version: row.version,
  name: row.name,
  scopeSetId: scopeSetId ?? undefined,
  scopes: scopeSetId ? [] : scopes,
  addresses: addresses.join('\n'),
  expiresAt: expiresAt ?? undefined,
  dailyQuota: row.dailyQuota,
  platforms: row.platforms,
  productCodes: productCodes.join('\n'),
});
const anewOf = async (id: string, values: (row: Row) => Values) => {
  const now = await rowAgain(listApiKeys, (each) => each.id === id);
  return now && values(now);
};

export function ApiKeyForm(props: { row: Row | undefined; onMade: (told: Told) => void; onClose: () => void }) {
  const t = useText();
  const { row, onClose } = props;
  const { data } = useRead(scopeSetOptions, {}, { isSilent: false });
  const platforms = useShownCarriers();
  const allowed = OpenScope.options.filter(({ value }) => data?.allowed.includes(value) ?? true);
  const fields: FormFields = [
    { name: 'name', kind: 'text', maxLength: 30 },
    {
      name: 'scopeSetId',
      kind: 'select',
      label: words.set,
      help: words.setHelp,
      options: (data?.sets ?? []).map(({ id, name }) => ({ value: id, label: text(name, name) })),
    },
    {
      name: 'scopes',
      kind: 'multiple',
      label: words.scopes,
      isRequired: true,
      isHidden: (values) => Boolean(values['scopeSetId']),
      options: allowed,
    },
    {
      name: 'addresses',
      kind: 'textarea',
      label: words.addresses,
      help: words.addressesHelp,
      isRequired: false,
      typed: (typed) => typed.replace(/[^\d.\s,，;]/g, ''),
    },
    { name: 'expiresAt', kind: 'time', label: words.expires, help: words.expiresHelp },
    {
      name: 'dailyQuota',
      kind: 'integer',
      section: words.limits,
      unit: words.perDay,
      help: words.quotaHelp,
      isRequired: false,
    },
    { name: 'platforms', kind: 'multiple', help: words.reachHelp, isRequired: false, options: platforms },
    {
      name: 'productCodes',
      kind: 'textarea',
      help: words.productsHelp,
      isRequired: false,
    },
  ];
  const shared = {
    fields,
    labels: listApiKeys.fields,
    intro: data ? (
      <Paragraph ink="secondary" below="l">
        {t(words.limit, { n: data.callsPerMinute })}
      </Paragraph>
    ) : null,
    onClose,
  };
  if (!row) {
    return (
      <FormDrawer
        {...shared}
        endpoint={createApiKey}
        title={t(verbs.newKey)}
        submit={verbs.newKey}
        initial={{ addresses: '', scopes: [], platforms: [], productCodes: '' }}
        toBody={bodyOf}
        done={t(words.made)}
        onDone={props.onMade}
      />
    );
  }
  const { id, name } = row;
  return (
    <FormDrawer
      {...shared}
      endpoint={editApiKey}
      title={t(words.edit, { name })}
      initial={valuesOf(row)}
      anew={() => anewOf(id, valuesOf)}
      toBody={(values) => ({ ...bodyOf(values), id })}
      done={t(words.saved)}
    />
  );
}

export function RotateForm(props: { row: Row; onMade: (told: Told) => void; onClose: () => void }) {
  const t = useText();
  const { id, version, name } = props.row;
  const help = { n: MOST_OVERLAP_HOURS };
  return (
    <FormDrawer
      endpoint={rotateApiKey}
      title={t(words.rotate, { name })}
      submit={verbs.rotate}
      fields={[
        {
          name: 'overlapHours',
          kind: 'integer',
          label: words.overlap,
          unit: units.hours,
          help: text(
            words.overlapHelp.zh.replace('{n}', String(help.n)),
            words.overlapHelp.en.replace('{n}', String(help.n)),
          ),
        },
      ]}
      initial={{ overlapHours: 24, version }}
      anew={() => anewOf(id, (now) => ({ version: now.version }))}
      toBody={({ overlapHours, version }) => ({ id, version, overlapHours: Number(overlapHours) })}
      done={t(words.rotated)}
      onDone={props.onMade}
      onClose={props.onClose}
    />
  );
}
