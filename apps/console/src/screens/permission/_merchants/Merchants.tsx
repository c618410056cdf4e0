import type { MerchantEndpoints } from '@cardinal/contract/api/paymentProviders/merchants.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { lazy, Suspense, useState } from 'react';
import { CallButton } from '../../../kit/CallButton.tsx';
import type { ColumnSpec } from '../../../kit/list/columns.tsx';
import { ListScreen } from '../../../kit/list/ListScreen.tsx';
import { useShown } from '../../../kit/useShown.ts';
import { useSignedIn } from '../../../shell/signedIn.ts';
import { CertificateEnds, MERCHANT_LOOKS, Success, TakesNew } from './merchantCells.tsx';
import { merchantWords } from './merchantWords.ts';
import { type Opened, useMerchantSteps } from './useMerchantSteps.tsx';

const MerchantPanel = lazy(() => import('./MerchantPanel.tsx'));
const MerchantForm = lazy(() => import('./MerchantForm.tsx'));
const DisableMerchant = lazy(() => import('./DisableMerchant.tsx'));

const words = {
  expiring: text('证书 30 天内到期', 'Certificate expires within 30 days'),
  expired: text('证书 7 天内到期', 'Certificate expires within 7 days'),
  none: text('还没有商户', 'No merchants yet'),
  noneHint: text(
    '新增商户并在「支付配置」中启用后，下级可以在线充值。',
    'Add a merchant and a route for it under Payment routing; then your children can recharge online.',
  ),
};

/** The merchants at one provider: their health, their credentials, and what is done with them. */
export function Merchants({ endpoints }: { endpoints: MerchantEndpoints }) {
  const t = useText();
  const [shown, show] = useShown();
  const [isAdding, setIsAdding] = useState(false);
  const [opened, setOpened] = useState<Opened>();
  const own = useSignedIn((state) => state.me?.customer.name);
  const { stepsOf, tested } = useMerchantSteps(endpoints, setOpened);
  const close = () => setOpened(undefined);
  const columns: readonly ColumnSpec<MerchantEndpoints['list']>[] = [
    { field: 'name', pinned: 'left', width: 180 },
    { field: 'merchantNo', width: 170 },
    { field: 'isEnabled', width: 110, cell: (row) => <TakesNew isEnabled={row.isEnabled} /> },
    { field: 'breaker', width: 100 },
    { field: 'successPercent', width: 120, cell: (row) => <Success percent={row.successPercent} /> },
    { field: 'certificateEnds', width: 190, cell: (row) => <CertificateEnds at={row.certificateEnds} /> },
    { field: 'feePercent', width: 90 },
    { field: 'customerName', width: 160 },
    { field: 'collectedBy', width: 100 },
    'credentialsSetAt',
    { field: 'credentialsSetBy', width: 110 },
    'provedAt',
    { field: 'breakerWords', isOff: true },
    { field: 'certificateSerial', isOff: true },
    { field: 'updatedAt', isOff: true },
  ];
  return (
    <>
      <ListScreen
        list={endpoints.list}
        columns={columns}
        filters={['name', 'merchantNo', 'customerName', 'isEnabled']}
        views={[
          { title: words.expiring, query: 'expiringWithinDays=30' },
          { title: words.expired, query: 'expiringWithinDays=7' },
        ]}
        looks={MERCHANT_LOOKS}
        rowName={(row) => row.name}
        rowActions={(row) => [
          { key: 'details', label: t(nouns.details), onPick: () => show(row.id) },
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
        {opened?.what === 'disable' ? (
          <DisableMerchant endpoints={endpoints} merchant={opened.merchant} onClose={close} />
        ) : null}
      </Suspense>
    </>
  );
}
