import { flowPoolPackages, orderFlowPool } from '@cardinal/contract/api/flowPools/feeds.ts';
import {
  createFlowPool,
  editFlowPool,
  flowPoolChoices,
  flowPoolFields,
  flowPoolLabels,
  readFlowPool,
} from '@cardinal/contract/api/flowPools/flowPools.ts';
import { EffectiveType, OrderingSwitch } from '@cardinal/contract/enumerations/package.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { moneyAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { CustomerPicker } from '../../../kit/CustomerPicker.tsx';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import type { FormField, Values } from '../../../kit/form/formFields.ts';
import { readAgain } from '../../../kit/form/readAgain.ts';
import { useRead } from '../../../kit/useRead.ts';
import { useReadAnew } from '../../../kit/useReadAnew.ts';
import { poolTexts } from '../../../parts/pools/poolTexts.ts';
import { EXHAUSTED, volumeOf } from './flowPoolWords.ts';

const words = {
  made: text('流量池已建立', 'Flow pool created'),
  saved: text('流量池已保存', 'Flow pool saved'),
  ordered: text('已订购，流量池已充入', 'Ordered; the pool is filled'),
  customerHelp: text('由该客户的余额付款；不填则为本客户', 'Its balance pays; your own where empty'),
  accountHelp: text('不填则可加入任何通道的卡', 'Empty: cards of any carrier account'),
  cycleHelp: text('每月从这一天零点起统计和触发', 'Counted and fired by cycles that begin on this day'),
  thresholdHelp: text(
    '1-100 的整数，用逗号分开并递增；每账期每级通知一次',
    'Whole numbers from 1 to 100, rising, with commas; each tells once a cycle',
  ),
  exhaustedHelp: text(
    '停机：池用尽时停下池内的卡，再充入后恢复。不管控：继续使用，计为超出',
    'Stop: its cards are stopped and run again once it is filled. No control: they run on as overage',
  ),
  count: text('数量', 'Count'),
  noPackage: text('该客户没有可用的流量池套餐', 'The pool’s customer has no pool package'),
  effective: text('生效方式', 'Takes effect'),
  effectiveHelp: text('顺延：在池内最后一个池套餐到期后生效', 'Postpone: after the last pool package has ended'),
};

const TERMS: readonly FormField[] = [
  { name: 'needsPackage', kind: 'flag', label: flowPoolLabels.needsPackage },
  {
    name: 'thresholds',
    kind: 'text',
    maxLength: 40,
    label: flowPoolLabels.thresholds,
    help: words.thresholdHelp,
    isRequired: false,
  },
  {
    name: 'exhaustedAction',
    kind: 'select',
    label: flowPoolLabels.exhausted,
    help: words.exhaustedHelp,
    options: EXHAUSTED,
  },
];
const NAME: FormField = { name: 'name', kind: 'text', maxLength: 30 };

/** What is no number stays, so that it is refused where it was typed. */
const thresholdsOf = (typed: unknown): unknown[] =>
  String(typed ?? '')
    .split(/[\s,，、;；]+/)
    .filter((each) => each !== '')
    .map((each) => (/^\d+$/.test(each) ? Number(each) : each));

type Terms = { thresholds: number[]; exhaustedAction: 1 | 4; needsPackage: boolean; name: string };

export function NewFlowPool({ onClose }: { onClose: () => void }) {
  const t = useText();
  const { data } = useRead(flowPoolChoices, {}, { isSilent: false });
  if (!data) return null;
  return (
    <FormDrawer
      endpoint={createFlowPool}
      title={t(createFlowPool.summary)}
      labels={flowPoolFields}
      fields={[
        NAME,
        { name: 'poolCode', kind: 'text', maxLength: 32, help: poolTexts.madeUpCode, isRequired: false },
        {
          name: 'customerId',
          kind: 'own',
          label: nouns.customer,
          help: words.customerHelp,
          isRequired: false,
          control: ({ id, value, onChange, problem }) => (
            <CustomerPicker id={id} value={value as string | undefined} onValue={onChange} problem={problem} />
          ),
        },
        {
          name: 'carrierAccountId',
          kind: 'select',
          isSearchable: true,
          label: nouns.carrierAccount,
          help: words.accountHelp,
          isRequired: false,
          options: data.accounts.map(({ id, name }) => ({ value: id, label: { zh: name, en: name } })),
        },
        { name: 'cycleDay', kind: 'integer', label: flowPoolLabels.cycleDay, help: words.cycleHelp },
        ...TERMS,
      ]}
      initial={{ cycleDay: 1, thresholds: '80, 95', exhaustedAction: EXHAUSTED[0]?.value, needsPackage: false }}
      toBody={(values) => ({ ...values, thresholds: thresholdsOf(values['thresholds']) })}
      done={t(words.made)}
      onClose={onClose}
    />
  );
}

export function EditFlowPool({ of, onClose }: { of: { id: string; poolCode: string }; onClose: () => void }) {
  const t = useText();
  const query = { poolCode: of.poolCode, poolId: of.id };
  const pool = useReadAnew(readFlowPool, query);
  if (!pool) return null;
  const typed = (one: typeof pool): Values => ({
    version: one.version,
    name: one.name,
    needsPackage: one.needsPackage,
    thresholds: one.thresholds.join(', '),
    exhaustedAction: one.exhaustedAction as Terms['exhaustedAction'],
  });
  return (
    <FormDrawer
      endpoint={editFlowPool}
      title={t(verbs.editNamed, { name: pool.name })}
      labels={flowPoolFields}
      fields={[NAME, ...TERMS]}
      initial={typed(pool)}
      anew={async () => typed(await readAgain(readFlowPool, query))}
      toBody={(values) => ({ id: pool.id, ...values, thresholds: thresholdsOf(values['thresholds']) })}
      done={t(words.saved)}
      onClose={onClose}
    />
  );
}

export function OrderForPool({ of, onClose }: { of: { id: string; name: string }; onClose: () => void }) {
  const t = useText();
  const { data } = useRead(flowPoolPackages, { poolId: of.id }, { isSilent: false });
  if (!data) return null;
  const chosen = (values: Values) => data.packages.find(({ id }) => id === values['packageId']);
  return (
    <FormDrawer
      endpoint={orderFlowPool}
      title={`${t(orderFlowPool.summary)} · ${of.name}`}
      submit={orderFlowPool.summary}
      fields={[
        {
          name: 'packageId',
          kind: 'select',
          isSearchable: true,
          label: nouns.package,
          ...(data.packages.length === 0 ? { help: words.noPackage } : {}),
          options: data.packages.map(({ id, name, bytes, price, currency, whyNot }) => {
            const facts = `${name} · ${volumeOf(bytes)} · ${moneyAmount(price, currency)}`;
            const why = whyNot ? OrderingSwitch.labelOf(whyNot) : undefined;
            return {
              value: id,
              label: { zh: why ? `${facts}（${why.zh}）` : facts, en: why ? `${facts} (${why.en})` : facts },
            };
          }),
        },
        { name: 'count', kind: 'integer', label: words.count },
        {
          name: 'effectiveType',
          kind: 'select',
          label: words.effective,
          help: words.effectiveHelp,
          options: EffectiveType.options,
        },
        {
          name: 'total',
          kind: 'own',
          label: nouns.total,
          isRequired: false,
          isHidden: (values) => chosen(values) === undefined,
          control: ({ id, values }) => {
            const found = chosen(values);
            const count = /^[0-9]+$/.test(String(values['count'] ?? '')) ? BigInt(String(values['count'])) : 0n;
            const sum = found ? moneyAmount(String(BigInt(found.price) * count), found.currency) : '';
            return <output id={id}>{sum}</output>;
          },
        },
      ]}
      initial={{ count: 1, effectiveType: EffectiveType.values.now }}
      toBody={({ total: _, ...values }) => ({ poolId: of.id, ...values })}
      done={t(words.ordered)}
      onClose={onClose}
    />
  );
}
