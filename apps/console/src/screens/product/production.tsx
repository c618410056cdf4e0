import { listCarrierAccounts } from '@cardinal/contract/api/carriers/carriers.ts';
import { createProduct, listProducts } from '@cardinal/contract/api/catalogue/products.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { Identifier } from '@cardinal/ui/Identifier.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { useState } from 'react';
import { CardBulkSheet } from '../../kit/bulk/CardBulkSheet.tsx';
import { CallButton } from '../../kit/CallButton.tsx';
import { choiceFilter } from '../../kit/filters/choiceFilter.tsx';
import { customerFilter } from '../../kit/filters/customerFilter.tsx';
import type { ColumnSpec } from '../../kit/list/columns.tsx';
import { ListScreen } from '../../kit/list/ListScreen.tsx';
import { useRead } from '../../kit/useRead.ts';
import { useShown } from '../../kit/useShown.ts';
import { Link } from '../../shell/Link.tsx';
import { mayCall } from '../../shell/permissions.ts';
import { applyTerms } from './_products/applyTerms.ts';
import { DistributeForm } from './_products/DistributeForm.tsx';
import { AddProduct, CopyProduct, EditProduct, NarrowProduct, type ProductDetail } from './_products/ProductForm.tsx';
import { ProductPanel } from './_products/ProductPanel.tsx';
import { Completeness, cardsPath, PRODUCT_LOOKS } from './_products/productWords.tsx';
import { type ProductStep, useProductSteps } from './_products/useProductSteps.ts';

const words = {
  search: text('编码或名称', 'Code or name'),
  incomplete: text('待完善', 'Incomplete'),
  distributedTo: text('下发给', 'Given to'),
  none: text('还没有产品', 'No products yet'),
  noneHint: text(
    '产品决定一张卡怎样被驱动和销售；建立并上架后，卡才能归入它。',
    'A product defines how a card is operated and sold. Cards can use it once it is published.',
  ),
};

const LOOKS = { state: PRODUCT_LOOKS };

const COLUMNS: readonly ColumnSpec<typeof listProducts>[] = [
  { field: 'code', pinned: 'left', width: 160, cell: (row) => <Identifier value={row.code} groupOf={64} /> },
  { field: 'name', width: 168 },
  { field: 'state', width: 112 },
  { field: 'myReservePrice', width: 104 },
  { field: 'cardPrice', width: 104 },
  {
    field: 'cards',
    width: 80,
    cell: (row) => (row.cards > 0 ? <Link to={cardsPath(row)}>{countAmount(row.cards)}</Link> : '0'),
  },
  { field: 'activated', width: 80 },
  { field: 'gaps', title: nouns.completeness, width: 200, cell: (row) => <Completeness gaps={row.gaps} /> },
  { field: 'platform', width: 116 },
  { field: 'carrierAccountName', width: 130 },
  { field: 'kind', width: 84 },
  { field: 'distributed', width: 88 },
  { field: 'version', width: 72 },
  { field: 'updatedAt', width: 150 },
  { field: 'sizes', isOff: true },
  { field: 'businessMode', isOff: true },
  { field: 'realNameMode', isOff: true },
  { field: 'imeiLock', isOff: true },
  { field: 'isOwn', isOff: true },
  { field: 'currency', isOff: true },
  { field: 'createdAt', isOff: true },
];

const GIVEN_TO = customerFilter('distributedTo', words.distributedTo);
/** The visible carrier accounts; none without the permission. */
function useCarrierAccounts() {
  const { data } = useRead(listCarrierAccounts, { pageSize: 200 }, { enabled: mayCall(listCarrierAccounts) });
  return (data?.list ?? []).map(({ id, name }) => ({ value: id, label: name }));
}
const ACCOUNT = choiceFilter('carrierAccountId', listProducts.fields.carrierAccountName.label, useCarrierAccounts);
const FILTERS = [
  'state',
  'platform',
  ACCOUNT,
  'kind',
  'sizes',
  GIVEN_TO,
  'isOwn',
  'realNameMode',
  'imeiLock',
  'updatedAt',
] as const;

export default function Products() {
  const t = useText();
  const [shown, show] = useShown();
  const [isAdding, setIsAdding] = useState(false);
  const [step, setStep] = useState<ProductStep>();
  const [applied, setApplied] = useState<Pick<ProductDetail, 'code' | 'kind' | 'cards'>>();
  const stepsOf = useProductSteps(setStep);
  const close = () => setStep(undefined);
  const mayAdd = mayCall(createProduct) && mayCall(listCarrierAccounts);

  return (
    <>
      <ListScreen
        list={listProducts}
        columns={COLUMNS}
        filters={FILTERS}
        looks={LOOKS}
        search={{ key: 'keyword', label: words.search }}
        views={[{ title: words.incomplete, query: 'incomplete=true' }]}
        filterNames={{ incomplete: words.incomplete }}
        rowName={(row) => row.name}
        rowActions={(row) => [{ key: 'details', label: t(nouns.details), onPick: () => show(row.id) }, ...stepsOf(row)]}
        actions={
          mayAdd ? (
            <CallButton call={createProduct} type="primary" onClick={() => setIsAdding(true)}>
              {t(createProduct.summary)}
            </CallButton>
          ) : null
        }
        empty={{ title: words.none, hint: words.noneHint }}
      />
      <ProductPanel
        id={shown}
        steps={(product) => stepsOf({ ...product, isOwn: product.offered.copy })}
        onApply={setApplied}
        onClose={() => show(undefined)}
      />
      {isAdding ? <AddProduct onMade={show} onClose={() => setIsAdding(false)} /> : null}
      {step?.what === 'edit' ? (
        <EditProduct
          id={step.product.id}
          onSaved={(cards, product) => {
            if (cards > 0) setApplied({ code: step.product.code, kind: product.kind, cards });
          }}
          onClose={close}
        />
      ) : null}
      {step?.what === 'narrow' ? <NarrowProduct id={step.product.id} onMade={show} onClose={close} /> : null}
      {step?.what === 'copy' ? <CopyProduct product={step.product} onMade={show} onClose={close} /> : null}
      {step?.what === 'distribute' ? <DistributeForm product={step.product} onClose={close} /> : null}
      {applied ? (
        <CardBulkSheet
          {...applyTerms(applied, t)}
          onClose={() => setApplied(undefined)}
          onStarted={() => setApplied(undefined)}
        />
      ) : null}
    </>
  );
}
