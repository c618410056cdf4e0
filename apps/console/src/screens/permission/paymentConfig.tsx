import { addCollectingAccount, addMerchantToRoute } from '@cardinal/contract/api/payments/collectingAccounts.ts';
import { listPaymentRoutes, tryPaymentRoute } from '@cardinal/contract/api/payments/paymentRoutes.ts';
import { PaymentProvider, RouteCoverage } from '@cardinal/contract/enumerations/paymentRoute.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { lazy, Suspense, useState } from 'react';
import { CallButton } from '../../kit/CallButton.tsx';
import { customerFilter } from '../../kit/filters/customerFilter.tsx';
import type { ColumnSpec } from '../../kit/list/columns.tsx';
import { ListScreen } from '../../kit/list/ListScreen.tsx';
import type { Looks } from '../../kit/table/cells.tsx';
import { useShown } from '../../kit/useShown.ts';
import { routeWords } from './_routes/routeWords.ts';

const RoutePanel = lazy(() => import('./_routes/RoutePanel.tsx'));
const AccountForm = lazy(() => import('./_routes/AccountForm.tsx'));
const MerchantForm = lazy(() => import('./_routes/MerchantForm.tsx'));
const TryRoute = lazy(() => import('./_routes/TryRoute.tsx'));

const words = {
  none: text('没有下级付款', 'No children pay'),
  noneHint: text(
    '有下级客户后，这里按渠道和币种列出它们把钱付到哪里。',
    'With child customers, this lists by provider and currency where they pay.',
  ),
};

const LOOKS: Readonly<Record<string, Looks>> = {
  coverage: {
    own: { shape: 'disc', tone: 'good' },
    inherited: { shape: 'half', tone: 'neutral' },
    hole: { shape: 'cross', tone: 'bad' },
    idle: { shape: 'ring', tone: 'neutral' },
  },
};

/** Who collects from whom, into which account: a row for each customer with children, by scene and currency. */
export default function PaymentConfig() {
  const t = useText();
  const [shown, show] = useShown();
  const [open, setOpen] = useState<'add' | 'merchant' | 'try'>();
  const close = () => setOpen(undefined);
  const columns: readonly ColumnSpec<typeof listPaymentRoutes>[] = [
    { field: 'customerName', pinned: 'left', width: 180 },
    { field: 'provider', width: 110 },
    'currency',
    'coverage',
    {
      field: 'account',
      width: 220,
      cell: (row) => row.account ?? (row.coverage === 'hole' ? <Span ink="danger">{t(routeWords.hole)}</Span> : null),
    },
    {
      field: 'collectorName',
      width: 160,
      cell: (row) => row.collectorName ?? (row.coverage === 'inherited' ? t(routeWords.levelAbove) : null),
    },
    'payers',
    'backups',
    'scene',
  ];
  const { own, inherited, hole } = RouteCoverage.values;
  return (
    <>
      <ListScreen
        list={listPaymentRoutes}
        columns={columns}
        filters={[
          customerFilter('under', nouns.customerAndBelow),
          'currency',
          'coverage',
          'scene',
          'provider',
          'customerName',
        ]}
        looks={LOOKS}
        rowName={(row) => `${row.customerName} ${t(PaymentProvider.labelOf(row.provider))} ${row.currency}`}
        figures={(counted, pick) =>
          [own, inherited, hole].map((coverage) => ({
            key: coverage,
            label: t(RouteCoverage.labelOf(coverage)),
            value: countAmount(counted[coverage]),
            onPick: () => pick({ coverage }),
          }))
        }
        rowActions={(row) => [{ key: 'details', label: t(nouns.details), onPick: () => show(row.id) }]}
        actions={
          <>
            <CallButton call={tryPaymentRoute} onClick={() => setOpen('try')}>
              {t(routeWords.try)}
            </CallButton>
            <CallButton call={addMerchantToRoute} onClick={() => setOpen('merchant')}>
              {t(routeWords.addMerchant)}
            </CallButton>
            <CallButton call={addCollectingAccount} type="primary" onClick={() => setOpen('add')}>
              {t(routeWords.add)}
            </CallButton>
          </>
        }
        empty={{ title: words.none, hint: words.noneHint }}
      />
      <Suspense fallback={null}>
        {shown ? <RoutePanel id={shown} onClose={() => show(undefined)} /> : null}
        {open === 'add' ? <AccountForm onClose={close} /> : null}
        {open === 'merchant' ? <MerchantForm onClose={close} /> : null}
        {open === 'try' ? <TryRoute onClose={close} /> : null}
      </Suspense>
    </>
  );
}
