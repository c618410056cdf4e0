import { listBlocked } from '@cardinal/contract/api/renewals/blocked.ts';
import { readRule, renewalRules, ruleChoices, switchRule, tryRenewal } from '@cardinal/contract/api/renewals/rules.ts';
import { SalesChannel } from '@cardinal/contract/enumerations/package.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { lazy } from 'react';
import { choiceFilter } from '../../kit/filters/choiceFilter.tsx';
import { customerFilter } from '../../kit/filters/customerFilter.tsx';
import { typedAmount } from '../../kit/form/amountText.ts';
import { OpenLink } from '../../kit/OpenLink.tsx';
import { RegisterScreen } from '../../kit/register/RegisterScreen.tsx';
import type { Step } from '../../kit/register/registerSpec.ts';
import { useRead } from '../../kit/useRead.ts';
import { WANTED } from '../../parts/control/brakeWords.ts';
import { STATE_LOOKS, STATE_STEPS, STATE_WAYS, type Target } from '../../parts/control/strategyStates.ts';
import { TRY_ICCID } from '../../parts/control/TryCard.tsx';
import { useRuleForm } from './_renewals/useRuleForm.tsx';

const BlockedSheet = lazy(() => import('./_renewals/BlockedSheet.tsx'));
const RulePanel = lazy(() => import('./_renewals/RulePanel.tsx'));
const SwitchRule = lazy(() => import('./_renewals/SwitchRule.tsx'));
const TryRenewal = lazy(() => import('./_renewals/TryRenewal.tsx'));

const words = {
  hint: text(
    '写下哪些套餐、在哪些渠道、怎样才能续费，先试运行看拦截多少，再启用。',
    'Write down which packages may be renewed where and how, run it in shadow to see what it refuses, then turn it on.',
  ),
};
type Row = RowOf<typeof renewalRules.list>;

function Name({ row }: { row: Row }) {
  const t = useText();
  return (
    <Stack gap="none">
      <span>{row.name}</span>
      {row.wantedBy === null ? null : (
        <Span ink="secondary" size="s">
          {t(WANTED, { name: row.wantedBy })}
        </Span>
      )}
    </Stack>
  );
}

/** The cards of a rule that are about to lose their package. */
function endingsOf({ packageNames, productCodes, customerIds }: Row): string {
  const [name] = packageNames;
  const query = new URLSearchParams();
  if (name !== undefined && packageNames.length === 1) query.set('packageNameContains', name);
  for (const code of productCodes) query.append('productCode', code);
  for (const id of customerIds) query.append('customerId', id);
  return `/cardsManagement/packageEndTips?${query}`;
}

const turnTo = (to: Target): Step<Row> => ({
  key: to,
  label: STATE_STEPS[to],
  call: switchRule,
  isOffered: ({ state }) => STATE_WAYS[state].includes(to),
  opens: (row, onClose) => <SwitchRule of={row} to={to} onClose={onClose} />,
});

const choicesOf = (of: 'packages' | 'products') => () =>
  (useRead(ruleChoices, {}).data?.[of] ?? []).map(({ id, name }) => ({ value: id, label: name }));
const FILTERS = [
  'name',
  'state',
  choiceFilter('packageId', nouns.package, choicesOf('packages')),
  choiceFilter('productCode', nouns.product, choicesOf('products')),
  'channels',
  customerFilter('customerId', renewalRules.list.fields.customerName.label),
];

/** What cards may be renewed with, by whom and when. */
export default function PackageRenewalControl() {
  return (
    <RegisterScreen
      register={renewalRules}
      columns={[
        { field: 'name', pinned: 'left', width: 170, cell: (row) => <Name row={row} /> },
        { field: 'state', width: 100 },
        {
          field: 'sentence',
          width: 420,
          cell: ({ sentence }) => (
            <Stack gap="none" size="s">
              <span>{sentence}</span>
            </Stack>
          ),
        },
        { field: 'blocked', width: 90 },
        { field: 'shadowed', width: 120 },
        {
          field: 'cards',
          width: 110,
          cell: (row) => <OpenLink to={endingsOf(row)}>{countAmount(row.cards)}</OpenLink>,
        },
        { field: 'replacement', width: 130 },
        { field: 'fromDay', width: 110 },
        { field: 'toDay', width: 110 },
        { field: 'customerName', width: 130 },
        { field: 'messageZh', isOff: true },
        { field: 'messageEn', isOff: true },
        { field: 'channels', isOff: true },
        { field: 'limits', isOff: true },
        { field: 'revision', isOff: true },
        { field: 'createdBy', isOff: true },
        'updatedAt',
      ]}
      filters={FILTERS}
      looks={{ state: STATE_LOOKS }}
      rowName={({ name }) => name}
      form={useRuleForm}
      width={640}
      begin={{
        packageIds: [],
        productCodes: [],
        customerIds: [],
        channels: SalesChannel.options.map(({ value }) => value),
        limits: ['forbid'],
        listedIds: [],
      }}
      values={({ minPrice }) => ({ minPrice: minPrice === null ? undefined : typedAmount(minPrice) })}
      tools={[
        { key: 'try', label: TRY_ICCID, call: tryRenewal, opens: (onClose) => <TryRenewal onClose={onClose} /> },
        {
          key: 'blocked',
          label: listBlocked.summary,
          call: listBlocked,
          opens: (onClose) => <BlockedSheet onClose={onClose} />,
        },
      ]}
      steps={[
        {
          key: 'open',
          label: verbs.open,
          call: readRule,
          opens: (row, onClose) => <RulePanel id={row.id} onClose={onClose} />,
        },
        'edit',
        {
          key: 'try',
          label: verbs.try,
          call: tryRenewal,
          opens: (row, onClose) => <TryRenewal rule={row} onClose={onClose} />,
        },
        turnTo('shadow'),
        turnTo('on'),
        turnTo('off'),
      ]}
      isEditable={({ state }) => state !== 'on'}
      hint={words.hint}
    />
  );
}
