import {
  listProducts,
  PRODUCT_TERMS,
  readProduct,
  readProductVersions,
} from '@cardinal/contract/api/catalogue/products.ts';
import { CardKind, CardSize, Lifecycle, RealNameMode, RealNameType } from '@cardinal/contract/enumerations/card.ts';
import { ImeiLock, ProductState } from '@cardinal/contract/enumerations/product.ts';
import { BusinessMode } from '@cardinal/contract/enumerations/settlement.ts';
import { nouns, units } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { Identifier } from '@cardinal/ui/Identifier.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { ShareBar } from '@cardinal/ui/layout/Bar.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Note, Span } from '@cardinal/ui/layout/Text.tsx';
import { Money } from '@cardinal/ui/Quantity.tsx';
import { EmptyState } from '@cardinal/ui/States.tsx';
import { StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { Button } from 'antd';
import { DetailSheet } from '../../../kit/DetailSheet.tsx';
import { FactsList } from '../../../kit/FactsList.tsx';
import { NotLoaded } from '../../../kit/NotLoaded.tsx';
import type { RowAction } from '../../../kit/table/RowActions.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { guardOf } from '../../../parts/cardBatches/cardBulk.tsx';
import { Can } from '../../../shell/Can.tsx';
import { Link } from '../../../shell/Link.tsx';
import { DistributionTree } from './DistributionTree.tsx';
import type { ProductDetail } from './ProductForm.tsx';
import { Completeness, cardsPath, PRODUCT_LOOKS } from './productWords.tsx';

const words = {
  failed: text('产品加载失败', 'Failed to load the product'),
  overview: text('概要', 'Overview'),
  distribution: text('下发', 'Given to'),
  versions: text('版本', 'Versions'),
  narrows: text('收窄自', 'Narrows'),
  testTerm: text('测试期', 'Test period'),
  silentTerm: text('静默期', 'Silent period'),
  noRealName: text('不要求', 'Not required'),
  years: text('{n} 年', '{n} {n|year|years}'),
  noCards: text('还没有卡使用该产品', 'No cards use this product yet'),
  inList: text('在卡列表中查看', 'View in card list'),
  older: text('{n} 张卡仍按旧版本', '{n} {n|card goes|cards go} by older terms'),
  apply: text('应用到这些卡', 'Apply to these cards'),
  version: text('版本 {n}', 'Version {n}'),
  first: text('新建', 'Created'),
};

type Opened = { product: ProductDetail; apply: (product: ProductDetail) => void };

/** One product: its terms, its cards, its holders, its history. */
export function ProductPanel(props: {
  id: string | undefined;
  steps: (product: ProductDetail) => readonly RowAction[];
  onApply: (product: ProductDetail) => void;
  onClose: () => void;
}) {
  const t = useText();
  const { id = '' } = props;
  const state = useRead(readProduct, id !== '' && { id });
  return (
    <DetailSheet
      isOpen={props.id !== undefined}
      state={state}
      title={nouns.product}
      failed={words.failed}
      width={760}
      steps={props.steps}
      tabs={(data) => [
        { key: 'overview', title: t(words.overview), content: () => <Overview product={data} /> },
        {
          key: 'cards',
          title: t(nouns.cardItems),
          count: data.cards,
          content: () => <Cards product={data} apply={props.onApply} />,
        },
        {
          key: 'distribution',
          title: t(words.distribution),
          count: data.distributed,
          content: () => <DistributionTree id={data.id} />,
        },
        ...(data.offered.copy
          ? [
              {
                key: 'versions',
                title: t(words.versions),
                count: data.version,
                content: () => <Versions id={data.id} />,
              },
            ]
          : []),
      ]}
      onClose={props.onClose}
    />
  );
}

function Overview({ product }: { product: ProductDetail }) {
  const t = useText();
  const { fields } = listProducts;
  const T = PRODUCT_TERMS;
  const days = (n: number) => t(units.nDays, { n });
  const price = (minor: string) => <Money minor={minor} currency={product.currency} showCurrency />;
  return (
    <FactsList
      facts={[
        { label: fields.code.label, value: <Identifier value={product.code} groupOf={64} /> },
        {
          label: fields.state.label,
          value: <StatusTag {...PRODUCT_LOOKS[product.state]} word={t(ProductState.labelOf(product.state))} />,
        },
        { label: nouns.completeness, value: <Completeness gaps={product.gaps} /> },
        ...(product.baseCode ? [{ label: words.narrows, value: product.baseCode }] : []),
        { label: T.carrierAccountId, value: product.carrierAccountName },
        { label: T.kind, value: t(CardKind.labelOf(product.kind)) },
        { label: T.sizes, value: product.sizes.map((size) => t(CardSize.labelOf(size))).join(' · ') },
        { label: T.communicationPlan, value: product.communicationPlan },
        { label: T.ratePlan, value: product.ratePlan },
        { label: T.apn, value: product.apn },
        { label: T.businessMode, value: t(BusinessMode.labelOf(product.businessMode)) },
        {
          label: T.realNameMode,
          value: product.realNameMode === null ? t(words.noRealName) : t(RealNameMode.labelOf(product.realNameMode)),
        },
        {
          label: T.realNameChannel,
          value: product.realNameChannel === null ? null : t(RealNameType.labelOf(product.realNameChannel)),
        },
        { label: T.imeiLock, value: t(ImeiLock.labelOf(product.imeiLock)) },
        { label: words.testTerm, value: days(product.testDays) },
        { label: words.silentTerm, value: days(product.silentDays) },
        {
          label: T.serviceYears,
          value: product.serviceYears === null ? null : t(words.years, { n: product.serviceYears }),
        },
        { label: T.cardPrice, value: product.cardPrice === null ? null : price(product.cardPrice) },
        ...(product.myReservePrice === null
          ? []
          : [{ label: nouns.myReservePrice, value: price(product.myReservePrice) }]),
        { label: fields.updatedAt.label, value: <TimeText at={product.updatedAt} /> },
      ]}
    />
  );
}

function Cards({ product, apply }: Opened) {
  const t = useText();
  if (product.cards === 0) return <EmptyState title={t(words.noCards)} />;
  return (
    <>
      {product.olderCards > 0 ? (
        <Note as="div" tone="plain" below="l">
          <Inline justify="between" isOneLine>
            <span>{t(words.older, { n: countAmount(product.olderCards) })}</span>
            <Can call={guardOf('change_product')}>
              <Button size="small" onClick={() => apply(product)}>
                {t(words.apply)}
              </Button>
            </Can>
          </Inline>
        </Note>
      ) : null}
      <Stack gap="s" below="l">
        {product.lifecycles.map(({ lifecycle, cards }) => (
          <Inline isOneLine gap="m" key={lifecycle}>
            <Span width="xs">{t(Lifecycle.labelOf(lifecycle))}</Span>
            <ShareBar share={cards / product.cards} isThick />
            <Span width="xs" align="end">
              {cards > 0 ? <Link to={cardsPath(product, lifecycle)}>{countAmount(cards)}</Link> : '0'}
            </Span>
          </Inline>
        ))}
      </Stack>
      <Link to={cardsPath(product)}>{t(words.inList)}</Link>
    </>
  );
}

function Versions({ id }: { id: string }) {
  const t = useText();
  const { data, error, refetch } = useRead(readProductVersions, { id });
  if (!data) return <NotLoaded error={error} onRetry={refetch} />;
  return data.map((version) => (
    <Stack key={version.version} as="section" gap="xs" below="l">
      <h3>
        {t(words.version, { n: version.version })}{' '}
        <small>
          <TimeText at={version.at} /> · {version.by}
        </small>
      </h3>
      {version.changes.length === 0 ? (
        <p className="field-help">{t(words.first)}</p>
      ) : (
        <FactsList
          facts={version.changes.map((change) => ({
            label: text(change.label, change.label),
            value: (
              <>
                <del>{change.from}</del> → {change.to}
              </>
            ),
          }))}
        />
      )}
    </Stack>
  ));
}
