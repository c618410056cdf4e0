import {
  distributeProducts,
  editDistributionPrice,
  listDistributions,
  MatrixFind,
  MOST_IN_MATRIX,
  readDistributionMatrix,
} from '@cardinal/contract/api/catalogue/productDistributions.ts';
import { DistributionState } from '@cardinal/contract/enumerations/product.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { moneyWords } from '@cardinal/contract/moneyWords.ts';
import { nouns, sentences, verbs } from '@cardinal/contract/words.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { classNames } from '@cardinal/ui/classNames.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { TextButton } from '@cardinal/ui/layout/Choices.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { Money } from '@cardinal/ui/Quantity.tsx';
import { EmptyState } from '@cardinal/ui/States.tsx';
import { StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { Input, Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import { minorOf } from '../../../kit/form/amountText.ts';
import { Pagination } from '../../../kit/table/Pagination.tsx';
import { DISTRIBUTION_LOOKS } from '../../../parts/catalogue/distributionCells.tsx';
import { can, mayCall } from '../../../shell/permissions.ts';
import { useShownCarriers } from '../../../shell/shownCarriers.ts';
import { DistributeForm, PriceForm } from './DistributeForm.tsx';
import { TreeSheet } from './DistributionTree.tsx';
import './matrix.css';
import { NotLoaded } from '../../../kit/NotLoaded.tsx';
import { useRead } from '../../../kit/useRead.ts';

const words = {
  child: text('下级客户名称或编码', 'Child customer name or code'),
  product: text('产品编码或名称', 'Product code or name'),
  below: text('毛利低于（元）', 'Margin below (CNY)'),
  costs: text('我的底价', 'Costs me'),
  mine: text('自建', 'My own'),
  giveTo: text('把 {code} 下发给 {name}', 'Distribute {code} to {name}'),
  reprice: text('调整 {name} 的 {code} 价格', 'Change price of {code} for {name}'),
  more: text(
    '还有 {n} 个产品未列出，请按产品或运营商筛选',
    '{n} more {n|product is|products are} not shown. Filter by product or carrier.',
  ),
  none: text('没有符合条件的下级客户', 'No matching child customers'),
  noProducts: text('没有可下发的产品', 'No products to distribute'),
};

type Told = AnswerOf<typeof readDistributionMatrix>;
type Product = Told['products'][number];
type Child = Told['children'][number];
type Cell = Child['cells'][number];
type Opened =
  | { what: 'give'; child: Child; product: Product }
  | { what: 'price'; child: Child; product: Product; cell: Cell }
  | { what: 'tree'; product: Product };

/** Children against products: who has what at which price, who lacks it, and where the margin is too low. */
export default function Matrix() {
  const t = useText();
  const [child, setChild] = useState('');
  const [product, setProduct] = useState('');
  const [platform, setPlatform] = useState<number>();
  const [find, setFind] = useState<MatrixFind>();
  const [below, setBelow] = useState('1.00');
  const [pageNum, setPageNum] = useState(1);
  const [opened, setOpened] = useState<Opened>();
  const carriers = useShownCarriers();
  const isBelow = find === MatrixFind.values.belowMargin;
  const asked = useDeferredValue({
    pageNum,
    ...(child.trim() ? { child: child.trim() } : {}),
    ...(product.trim() ? { product: product.trim() } : {}),
    ...(platform === undefined ? {} : { platform }),
    ...(find ? { find } : {}),
    ...(isBelow ? { marginBelow: String(minorOf(below) ?? '0') } : {}),
  });
  const { data, error, isPlaceholderData, refetch } = useRead(readDistributionMatrix, asked, { keepsPrevious: true });
  const first = <T,>(set: (value: T) => void) => {
    return (value: T) => {
      setPageNum(1);
      set(value);
    };
  };
  const hasMoney = can(listDistributions.fields.margin.permission ?? '');
  const close = () => setOpened(undefined);
  return (
    <Stack>
      <Inline>
        <Finder label={words.child} value={child} onFind={first(setChild)} />
        <Finder label={words.product} value={product} onFind={first(setProduct)} />
        <Select
          allowClear
          aria-label={t(nouns.carrier)}
          placeholder={t(nouns.carrier)}
          value={platform}
          options={carriers.map(({ value, label }) => ({ value: value as number, label: t(label) }))}
          onChange={first(setPlatform)}
        />
        <Select
          allowClear
          aria-label={t(verbs.find)}
          placeholder={t(verbs.find)}
          value={find}
          options={MatrixFind.options
            .filter(({ value }) => hasMoney || value !== MatrixFind.values.belowMargin)
            .map(({ value, label }) => ({ value, label: t(label) }))}
          onChange={first(setFind)}
        />
        {isBelow ? (
          <Input
            aria-label={t(words.below)}
            className="width-s"
            inputMode="decimal"
            suffix="CNY"
            value={below}
            onChange={(event) => first(setBelow)(event.target.value)}
          />
        ) : null}
      </Inline>
      {!data ? (
        <NotLoaded error={error} onRetry={refetch} outline="table" />
      ) : data.products.length === 0 ? (
        <EmptyState title={t(words.noProducts)} />
      ) : data.children.length === 0 ? (
        <EmptyState title={t(words.none)} />
      ) : (
        <>
          <MatrixTable
            told={data}
            isFormer={isPlaceholderData}
            marked={(cell) => isBelow && Number(cell.margin ?? 0) < Number(minorOf(below) ?? 0)}
            open={setOpened}
          />
          {data.moreProducts > 0 ? (
            <Paragraph ink="secondary" size="m">
              {t(words.more, { n: countAmount(data.moreProducts) })}
            </Paragraph>
          ) : null}
        </>
      )}
      {data && data.total > MOST_IN_MATRIX.children ? (
        <Pagination
          total={data.total}
          isEstimate={false}
          pageNum={pageNum}
          pageSize={data.pageSize}
          onPage={setPageNum}
        />
      ) : null}
      {opened?.what === 'give' ? (
        <DistributeForm product={opened.product} customerId={opened.child.id} onClose={close} />
      ) : null}
      {opened?.what === 'price' ? (
        <PriceForm
          given={{ ...opened.cell, customerName: opened.child.name, productCode: opened.product.code }}
          onClose={close}
        />
      ) : null}
      {opened?.what === 'tree' ? <TreeSheet product={opened.product} onClose={close} /> : null}
    </Stack>
  );
}

function Finder(props: { label: Text; value: string; onFind: (typed: string) => void }) {
  const label = useText()(props.label);
  return (
    <Input
      allowClear
      aria-label={label}
      placeholder={label}
      value={props.value}
      maxLength={60}
      onChange={(event) => props.onFind(event.target.value)}
    />
  );
}

function MatrixTable(props: {
  told: Told;
  isFormer: boolean;
  marked: (cell: Cell) => boolean;
  open: (opened: Opened) => void;
}) {
  const t = useText();
  const { told, open } = props;
  const look = classNames('matrix-scroll', props.isFormer && 'is-former');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={look} tabIndex={0} aria-label={t(nouns.child)}>
      <table className="matrix-table">
        <thead>
          <tr>
            <th scope="col">{t(nouns.child)}</th>
            {told.products.map((product) => (
              <th key={product.id} scope="col" title={product.name}>
                <TextButton
                  title={t(sentences.distributionTree, { code: product.code })}
                  onClick={() => open({ what: 'tree', product })}
                >
                  {product.code}
                </TextButton>
                <small>{product.name}</small>
                <small>
                  {product.myReservePrice === null ? (
                    t(words.mine)
                  ) : (
                    <>
                      {t(words.costs)} <Money minor={product.myReservePrice} currency={product.currency} />
                    </>
                  )}
                </small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {told.children.map((child) => (
            <tr key={child.id}>
              <th scope="row">{child.name}</th>
              {told.products.map((product) => {
                const cell = child.cells.find(({ productId }) => productId === product.id);
                return (
                  <td key={product.id} className={cell && props.marked(cell) ? 'is-marked' : undefined}>
                    {cell && cell.state !== DistributionState.values.recalled ? (
                      <Held child={child} product={product} cell={cell} open={open} />
                    ) : (
                      <NotHeld child={child} product={product} cell={cell} open={open} />
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type CellProps = { child: Child; product: Product; open: (opened: Opened) => void };

function Held({ child, product, cell, open }: CellProps & { cell: Cell }) {
  const t = useText();
  const price =
    cell.reservePrice === null ? (
      <StatusTag {...DISTRIBUTION_LOOKS[cell.state]} word={t(DistributionState.labelOf(cell.state))} />
    ) : (
      <Money minor={cell.reservePrice} currency={cell.currency} />
    );
  return (
    <>
      {mayCall(editDistributionPrice) ? (
        <button
          type="button"
          className="matrix-price"
          title={t(words.reprice, { name: child.name, code: product.code })}
          onClick={() => open({ what: 'price', child, product, cell })}
        >
          {price}
        </button>
      ) : (
        price
      )}
      {cell.state === DistributionState.values.toReprice && cell.reservePrice !== null ? (
        <span className="matrix-state">
          <StatusTag {...DISTRIBUTION_LOOKS.toReprice} word={t(DistributionState.labelOf(cell.state))} />
        </span>
      ) : null}
      <small>
        {cell.margin === null ? null : (
          <>
            {t(moneyWords.margin)} <Money minor={cell.margin} currency={cell.currency} /> ·{' '}
          </>
        )}
        {t(sentences.cards, { n: countAmount(cell.cards) })}
      </small>
    </>
  );
}

function NotHeld({ child, product, cell, open }: CellProps & { cell: Cell | undefined }) {
  const t = useText();
  return (
    <>
      {mayCall(distributeProducts) ? (
        <button
          type="button"
          className="link-button matrix-give"
          title={t(words.giveTo, { code: product.code, name: child.name })}
          onClick={() => open({ what: 'give', child, product })}
        >
          + {t(verbs.give)}
        </button>
      ) : (
        '—'
      )}
      {cell ? <small>{t(DistributionState.labelOf(cell.state))}</small> : null}
    </>
  );
}
