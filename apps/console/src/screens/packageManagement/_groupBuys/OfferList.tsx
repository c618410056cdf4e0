import { issueCodes } from '@cardinal/contract/api/groupBuys/codes.ts';
import {
  addGroupBuyOffer,
  editGroupBuyOffer,
  enableGroupBuyOffer,
  listGroupBuyOffers,
} from '@cardinal/contract/api/groupBuys/offers.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { money, moneyText } from '@cardinal/primitives/money.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount, moneyAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { lazy, Suspense, useState } from 'react';
import { CallButton } from '../../../kit/CallButton.tsx';
import { useChange } from '../../../kit/change.ts';
import type { ColumnSpec } from '../../../kit/list/columns.tsx';
import { ListScreen } from '../../../kit/list/ListScreen.tsx';
import { WholeCode } from '../../../kit/table/cells.tsx';
import type { OfferRow } from './OfferForm.tsx';

const OfferForm = lazy(() => import('./OfferForm.tsx'));
const IssueForm = lazy(() => import('./IssueForm.tsx'));

const words = {
  none: text('还没有团购', 'No offers yet'),
  noneHint: text(
    '把套餐按数量阶梯价卖给下级：下级一次购买一批兑换码，兑换到卡时才开通套餐。',
    'Sell a package to children at prices that fall with the count: a child buys codes at once, and a card gets the package when one is redeemed.',
  ),
  step: text('{from} 起 {price}', 'From {from}: {price}'),
  offers: text('团购数', 'Offers'),
  sold: text('已售码', 'Codes sold'),
  open: text('未兑换', 'Not redeemed'),
  liability: text('未兑换负债', 'Unredeemed liability'),
  disable: text('停用「{name}」？', 'Disable “{name}”?'),
  stays: text('不再发码；已售出的码仍可兑换。', 'No more codes are issued; those sold can still be redeemed.'),
};

/** In one line: «10 起 9.00 · 1,000 起 8.50». */
function Steps({ row }: { row: OfferRow }) {
  const t = useText();
  const said = row.steps.map(({ from, price }) =>
    t(words.step, { from: countAmount(from), price: moneyText(money(BigInt(price), row.currency)) }),
  );
  return said.join(' · ');
}

const COLUMNS: readonly ColumnSpec<typeof listGroupBuyOffers>[] = [
  { field: 'name', pinned: 'left', width: 150 },
  { field: 'packageCode', width: 120, cell: (row) => <WholeCode value={row.packageCode} /> },
  { field: 'packageName', width: 140 },
  { field: 'salesPlatform', width: 100 },
  { field: 'isOn', width: 80 },
  { field: 'steps', width: 230, cell: (row) => <Steps row={row} /> },
  { field: 'sold', width: 80 },
  { field: 'redeemed', width: 90 },
  { field: 'open', width: 110 },
  { field: 'liability', width: 130 },
  { field: 'voided', width: 80 },
  { field: 'expired', width: 80 },
  { field: 'validDays', width: 90 },
  { field: 'expiry', width: 120 },
  { field: 'perCard', width: 110 },
  { field: 'offerNo', width: 150 },
  { field: 'updatedAt', width: 150 },
  { field: 'currency', isOff: true },
];

/** What the caller sells in bulk. */
export function OfferList() {
  const t = useText();
  const [opened, setOpened] = useState<OfferRow | 'new'>();
  const [issuing, setIssuing] = useState<OfferRow>();
  const enabling = useChange(enableGroupBuyOffer);
  const add = (
    <CallButton call={addGroupBuyOffer} type="primary" onClick={() => setOpened('new')}>
      {t(addGroupBuyOffer.summary)}
    </CallButton>
  );
  const toggle = ({ id, name, isOn }: OfferRow) => {
    const sends = { body: { id, isOn: !isOn } };
    void (isOn
      ? enabling.confirm({
          title: t(words.disable, { name }),
          body: <p>{t(words.stays)}</p>,
          confirm: t(verbs.disable),
          sends,
        })
      : enabling.run(sends));
  };
  return (
    <>
      <ListScreen
        list={listGroupBuyOffers}
        columns={COLUMNS}
        filters={['name', 'packageName', 'packageCode', 'salesPlatform', 'isOn', 'expiry', 'offerNo']}
        rowName={(row) => row.name}
        figures={({ offers, sold, open, liability }) => [
          { key: 'offers', label: t(words.offers), value: countAmount(offers) },
          { key: 'sold', label: t(words.sold), value: countAmount(sold) },
          { key: 'open', label: t(words.open), value: countAmount(open) },
          ...liability.map(({ currency, amount }) => ({
            key: currency,
            label: t(words.liability),
            value: moneyAmount(amount, currency),
            unit: currency,
          })),
        ]}
        rowActions={(row) => [
          ...(row.isOn
            ? [{ key: 'issue', label: t(issueCodes.summary), call: issueCodes, onPick: () => setIssuing(row) }]
            : []),
          { key: 'edit', label: t(verbs.edit), call: editGroupBuyOffer, onPick: () => setOpened(row) },
          {
            key: 'enable',
            label: t(row.isOn ? verbs.disable : verbs.enable),
            call: enableGroupBuyOffer,
            onPick: () => toggle(row),
          },
        ]}
        actions={add}
        empty={{ title: words.none, hint: words.noneHint, action: add }}
      />
      <Suspense fallback={null}>
        {opened ? <OfferForm row={opened === 'new' ? undefined : opened} onClose={() => setOpened(undefined)} /> : null}
        {issuing ? <IssueForm row={issuing} onClose={() => setIssuing(undefined)} /> : null}
      </Suspense>
    </>
  );
}
