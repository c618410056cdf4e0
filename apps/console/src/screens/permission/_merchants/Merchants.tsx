import type { MerchantEndpoints } from '@cardinal/contract/api/paymentProviders/merchants.ts';
import { listSubAccounts } from '@cardinal/contract/api/subAccounts/subAccounts.ts';
import { Currency } from '@cardinal/contract/enumerations/money.ts';
import { PaymentProvider } from '@cardinal/contract/enumerations/paymentRoute.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { lazy, Suspense, useState } from 'react';
import { CallButton } from '../../../kit/CallButton.tsx';
import { choiceFilter } from '../../../kit/filters/choiceFilter.tsx';
import type { ColumnSpec } from '../../../kit/list/columns.tsx';
import { ListScreen } from '../../../kit/list/ListScreen.tsx';
import { useShown } from '../../../kit/useShown.ts';
import { useSearch } from '../../../shell/screenContext.ts';
import { useSignedIn } from '../../../shell/signedIn.ts';
import { subAccountsPath } from '../_subAccounts/subAccountWords.ts';
import { CapUsed, CertificateEnds, MERCHANT_LOOKS, Success, TakesNew } from './merchantCells.tsx';
import { merchantWords } from './merchantWords.ts';
import { statementWords } from './statementWords.ts';
import { type Opened, useMerchantSteps } from './useMerchantSteps.tsx';

const MerchantPanel = lazy(() => import('./MerchantPanel.tsx'));
const MerchantForm = lazy(() => import('./MerchantForm.tsx'));
const CapForm = lazy(() => import('./CapForm.tsx'));
const DisableMerchant = lazy(() => import('./DisableMerchant.tsx'));

type Row = RowOf<MerchantEndpoints['list']>;

const words = {
  expiring: text('证书 30 天内到期', 'Certificate expires within 30 days'),
  expired: text('证书 7 天内到期', 'Certificate expires within 7 days'),
  subAccounts: text('子账户', 'Sub-accounts'),
  none: text('还没有商户', 'No merchants yet'),
  noneHint: text(
    '新增商户并在「支付配置」中启用后，下级可以在线充值。',
    'Add a merchant and a route for it under Payment routing; then your children can recharge online.',
  ),
};

const CERTIFICATES = [
  { title: words.expiring, query: 'expiringWithinDays=30' },
  { title: words.expired, query: 'expiringWithinDays=7' },
];

/** Which provider, and which currency it takes, where a screen has several. */
const channelFilters = (providers: readonly PaymentProvider[]) => [
  choiceFilter('provider', PaymentProvider.title, () => {
    const t = useText();
    return providers.map((value) => ({ value: String(value), label: t(PaymentProvider.labelOf(value)) }));
  }),
  choiceFilter('currency', nouns.currency, () => {
    const t = useText();
    return Currency.options.map(({ value, label }) => ({ value, label: t(label) }));
  }),
];

/** The merchants of a screen: their health, their credentials, and what is done with them. `providers`: where it has several. */
export function Merchants(props: { endpoints: MerchantEndpoints; providers?: readonly PaymentProvider[] }) {
  const { endpoints, providers } = props;
  const t = useText();
  const [shown, show] = useShown();
  const [search, write] = useSearch();
  const [isAdding, setIsAdding] = useState(false);
  const [opened, setOpened] = useState<Opened>();
  const own = useSignedIn((state) => state.me?.customer.name);
  const { stepsOf, tested } = useMerchantSteps(endpoints, setOpened);
  const [filters] = useState(() => (providers ? channelFilters(providers) : []));
  const close = () => setOpened(undefined);
  const reconcile = (id: string) => {
    const next = new URLSearchParams(search);
    next.set('shown', id);
    next.set('tab', 'statements');
    write(next);
  };
  const columns: readonly ColumnSpec<MerchantEndpoints['list']>[] = [
    { field: 'name', pinned: 'left', width: 180 },
    ...(providers ? ([{ field: 'provider', width: 110 }] as const) : []),
    { field: 'merchantNo', width: 170 },
    { field: 'isEnabled', width: 110, cell: (row) => <TakesNew isEnabled={row.isEnabled} /> },
    { field: 'breaker', width: 100 },
    { field: 'successPercent', width: 120, cell: (row) => <Success percent={row.successPercent} /> },
    ...(providers
      ? ([
          { field: 'failures', width: 110 },
          { field: 'currencies', width: 160 },
          { field: 'scenes', width: 170 },
          'lastNoticeAt',
        ] as const)
      : [
          {
            field: 'certificateEnds',
            width: 190,
            cell: (row: Row) => <CertificateEnds at={row.certificateEnds} />,
          } as const,
        ]),
    { field: 'collectedToday', width: 150 },
    ...(endpoints.cap
      ? ([
          { field: 'capUsedPercent', width: 130, cell: (row: Row) => <CapUsed percent={row.capUsedPercent} /> },
        ] as const)
      : []),
    { field: 'feePercent', width: 90 },
    { field: 'customerName', width: 160 },
    { field: 'collectedBy', width: 100 },
    'credentialsSetAt',
    { field: 'credentialsSetBy', width: 110 },
    'provedAt',
    { field: 'breakerWords', isOff: true },
    { field: 'forgedNotices', isOff: true },
    ...(providers
      ? []
      : ([
          { field: 'certificateSerial', isOff: true },
          { field: 'failures', isOff: true },
          { field: 'scenes', isOff: true },
          { field: 'lastNoticeAt', isOff: true },
        ] as const)),
    { field: 'updatedAt', isOff: true },
  ];
  return (
    <>
      <ListScreen
        list={endpoints.list}
        columns={columns}
        filters={[...filters, 'name', 'merchantNo', 'customerName', 'isEnabled']}
        views={providers ? [] : CERTIFICATES}
        looks={MERCHANT_LOOKS}
        rowName={(row) => row.name}
        rowActions={(row) => [
          { key: 'details', label: t(nouns.details), onPick: () => show(row.id) },
          { key: 'statements', label: t(statementWords.title), onPick: () => reconcile(row.id) },
          ...(row.provider === PaymentProvider.values.lianlian
            ? [{ key: 'subAccounts', label: t(words.subAccounts), call: listSubAccounts, to: subAccountsPath(row.id) }]
            : []),
          ...(row.customerName === own ? stepsOf(row) : []),
        ]}
        actions={
          <CallButton call={endpoints.add} type="primary" onClick={() => setIsAdding(true)}>
            {t(merchantWords.add)}
          </CallButton>
        }
        empty={{ title: words.none, hint: words.noneHint }}
      />
      <Suspense fallback={null}>
        {shown ? (
          <MerchantPanel
            endpoints={endpoints}
            id={shown}
            steps={stepsOf}
            tested={tested}
            onClose={() => show(undefined)}
          />
        ) : null}
        {isAdding ? <MerchantForm endpoints={endpoints} onAdded={show} onClose={() => setIsAdding(false)} /> : null}
        {opened?.what === 'edit' ? (
          <MerchantForm endpoints={endpoints} id={opened.merchant.id} onClose={close} />
        ) : null}
        {opened?.what === 'cap' ? <CapForm merchant={opened.merchant} onClose={close} /> : null}
        {opened?.what === 'disable' ? (
          <DisableMerchant endpoints={endpoints} merchant={opened.merchant} onClose={close} />
        ) : null}
      </Suspense>
    </>
  );
}
