import {
  cardPoolChoices,
  createCardPool,
  createSubPool,
  editCardPool,
  OVERSELL,
  poolFields,
  poolLabels,
  readCardPool,
} from '@cardinal/contract/api/pools/cardPools.ts';
import { ContributionRule } from '@cardinal/contract/enumerations/pool.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { CustomerPicker } from '../../../kit/CustomerPicker.tsx';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import type { FormField, Values } from '../../../kit/form/formFields.ts';
import { readAgain } from '../../../kit/form/readAgain.ts';
import { useRead } from '../../../kit/useRead.ts';
import { useReadAnew } from '../../../kit/useReadAnew.ts';
import { poolTexts } from '../../../parts/pools/poolTexts.ts';
import { ALLOW, bytesTyped, QUOTA } from './quotaFields.ts';

const words = {
  made: text('卡池已建立', 'Pool created'),
  cut: text('子池已划出', 'Sub-pool cut'),
  saved: text('卡池已保存', 'Pool saved'),
  packageHelp: text('仅共享模式的月套餐', 'Monthly packages in shared mode only'),
  noPackage: text('没有共享模式的月套餐', 'No monthly package in shared mode'),
  ruleHelp: text(
    '卡在账期中加入时，本期贡献多少；下期起总是全额',
    'What a card brings when it joins within a cycle; from the next on always the whole',
  ),
  cycleHelp: text(
    '每月从这一天零点起，按通道时区',
    'A cycle begins at midnight of this day in the zone of the carrier account',
  ),
  oversellHelp: text(
    '子池配额合计最多为本期贡献的百分之几',
    'Quotas of sub-pools may add up to so much of what is contributed',
  ),
};

const PERCENT = { zh: '%', en: '%' };

const CODE: FormField = {
  name: 'poolCode',
  kind: 'text',
  maxLength: 32,
  help: poolTexts.madeUpCode,
  isRequired: false,
};
const OVERSELL_FIELD: FormField = {
  name: 'oversellPercent',
  kind: 'integer',
  label: poolLabels.oversell,
  help: words.oversellHelp,
  unit: PERCENT,
};
export function NewPool({ onClose }: { onClose: () => void }) {
  const t = useText();
  const { data } = useRead(cardPoolChoices, {}, { isSilent: false });
  if (!data) return null;
  const accountsOf = (values: Values) => data.packages.find(({ id }) => id === values['packageId'])?.accounts ?? [];
  const accounts = data.packages.flatMap((each) => each.accounts);
  const options = [...new Map(accounts.map((each) => [each.id, each])).values()].map(({ id, name }) => ({
    value: id,
    label: { zh: name, en: name },
  }));
  return (
    <FormDrawer
      endpoint={createCardPool}
      title={t(createCardPool.summary)}
      labels={poolFields}
      fields={[
        { name: 'name', kind: 'text', maxLength: 30 },
        CODE,
        {
          name: 'packageId',
          kind: 'select',
          isSearchable: true,
          label: poolFields.packageName.label,
          help: data.packages.length > 0 ? words.packageHelp : words.noPackage,
          options: data.packages.map(({ id, code, name }) => {
            const label = `${code} · ${name}`;
            return { value: id, label: { zh: label, en: label } };
          }),
        },
        {
          name: 'carrierAccountId',
          kind: 'select',
          label: nouns.carrierAccount,
          options,
          isHidden: (values) => accountsOf(values).length === 0,
        },
        {
          name: 'contributionRule',
          kind: 'select',
          label: ContributionRule.title,
          help: words.ruleHelp,
          options: ContributionRule.options,
        },
        { name: 'cycleDay', kind: 'integer', label: poolLabels.cycleDay, help: words.cycleHelp },
        OVERSELL_FIELD,
      ]}
      initial={{
        contributionRule: 'byDay',
        cycleDay: accounts[0]?.cycleDay ?? 1,
        oversellPercent: OVERSELL.usual,
        ...(options.length === 1 ? { carrierAccountId: options[0]?.value } : {}),
      }}
      done={t(words.made)}
      onClose={onClose}
    />
  );
}

export function NewSubPool({ parentId, onClose }: { parentId: string; onClose: () => void }) {
  const t = useText();
  return (
    <FormDrawer
      endpoint={createSubPool}
      title={t(createSubPool.summary)}
      labels={poolFields}
      fields={[
        {
          name: 'customerId',
          kind: 'own',
          label: nouns.customer,
          control: ({ id, value, onChange, problem }) => (
            <CustomerPicker id={id} value={value as string | undefined} onValue={onChange} problem={problem} />
          ),
        },
        { name: 'name', kind: 'text', maxLength: 30 },
        CODE,
        QUOTA,
        ALLOW,
      ]}
      initial={{ allowOversell: false }}
      toBody={({ quotaBytes, ...values }) => ({ parentId, ...values, quotaBytes: bytesTyped(quotaBytes) })}
      done={t(words.cut)}
      onClose={onClose}
    />
  );
}

export function EditPool({ poolCode, onClose }: { poolCode: string; onClose: () => void }) {
  const t = useText();
  const pool = useReadAnew(readCardPool, { poolCode });
  if (!pool) return null;
  const typed = (of: typeof pool): Values => ({
    version: of.version,
    name: of.name,
    oversellPercent: of.oversellPercent,
  });
  const { id } = pool;
  return (
    <FormDrawer
      endpoint={editCardPool}
      title={t(verbs.editNamed, { name: pool.name })}
      labels={poolFields}
      fields={[{ name: 'name', kind: 'text', maxLength: 30 }, OVERSELL_FIELD]}
      initial={typed(pool)}
      anew={async () => typed(await readAgain(readCardPool, { poolCode }))}
      toBody={(values) => ({ id, ...values })}
      done={t(words.saved)}
      onClose={onClose}
    />
  );
}
