import { listPackageDistributions } from '@cardinal/contract/api/packages/packageDistributions.ts';
import { OrderingSwitch, PackageType } from '@cardinal/contract/enumerations/package.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { Duration, Money } from '@cardinal/ui/Quantity.tsx';
import { EmptyState } from '@cardinal/ui/States.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { FigureCell, figures, LinesTable } from '../../../kit/LinesTable.tsx';
import { NotLoaded } from '../../../kit/NotLoaded.tsx';
import { CarrierName } from '../../../kit/table/CarrierName.tsx';
import { ChoiceCell, WholeCode } from '../../../kit/table/cells.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { DISTRIBUTION_LOOKS, WaitingPrice } from '../../../parts/catalogue/distributionCells.tsx';
import { CAN_ORDER, Orderable } from '../../../parts/packages/Orderable.tsx';
import { PackageValidity, PackageVolume } from '../../../parts/packages/packageTerms.tsx';
import { Link } from '../../../shell/Link.tsx';
import { useSignedIn } from '../../../shell/signedIn.ts';
import type { CustomerDetail } from './CustomerPanel.tsx';

const words = {
  none: text('没有分配给该客户的套餐', 'No packages given to this customer'),
  noneHint: text(
    '请在套餐分配中把套餐分配给直属下级并定价。',
    'Give packages to direct child customers, with prices, in package distribution.',
  ),
  byParent: text('该客户的套餐由其上级 {name} 分配', '{name} gives this customer its packages'),
  byParentHint: text(
    '您只能看到自己给直属下级的套餐和价格。',
    'You see only the packages and prices that you give your own direct child customers.',
  ),
  all: text('在套餐分配中查看全部 {n} 项', 'View all {n} in package distribution'),
};

const SHOWN = 100;
const SCREEN = '/packageManagement/packageDistribute';
const { fields } = listPackageDistributions;
/** What the customer owes, the least it may charge and what it is advised to charge. */
const PRICES = ['reservePrice', 'minPrice', 'suggestPrice'] as const;

type Given = RowOf<typeof listPackageDistributions>;

/** What a customer was given by the caller's customer, and at which price. What another gave it is not answered. */
export default function PackagesTab({ customer }: { customer: CustomerDetail }) {
  const t = useText();
  const own = useSignedIn((state) => state.me?.customer.id);
  const { data, error, refetch } = useRead(listPackageDistributions, {
    customerId: [customer.id],
    sort: 'packageCode',
    pageNum: 1,
    pageSize: SHOWN as 100,
  });
  if (!data) return <NotLoaded error={error} onRetry={refetch} />;
  if (data.list.length === 0) {
    return customer.parentId === own ? (
      <EmptyState
        title={t(words.none)}
        hint={t(words.noneHint)}
        action={<Link to={SCREEN}>{t(listPackageDistributions.summary)}</Link>}
      />
    ) : (
      <EmptyState
        title={t(words.byParent, { name: customer.parentName ?? t(nouns.unknown) })}
        hint={t(words.byParentHint)}
      />
    );
  }
  return (
    <>
      <LinesTable
        heads={[
          nouns.package,
          fields.state.label,
          CAN_ORDER,
          ...PRICES.map((name) => figures(fields[name].label)),
          nouns.waiting,
          nouns.allowance,
          nouns.carrier,
        ]}
      >
        {data.list.map((row) => (
          <Line key={row.id} row={row} />
        ))}
      </LinesTable>
      <Stack as="p" above="m">
        <Link to={`${SCREEN}?customerId=${customer.id}`}>{t(words.all, { n: countAmount(data.total) })}</Link>
      </Stack>
    </>
  );
}

function Line({ row }: { row: Given }) {
  const t = useText();
  const { whyNot } = row;
  return (
    <tr className={row.state === 'recalled' ? 'is-past' : undefined}>
      <td>
        <WholeCode value={row.packageCode} />
        <Span isBlock size="s" ink="secondary">
          {row.packageName}
        </Span>
      </td>
      <td>
        <ChoiceCell field={fields.state} value={row.state} looks={DISTRIBUTION_LOOKS} />
        <Span isBlock size="s" ink="secondary">
          <TimeText at={row.state === 'recalled' ? row.recalledAt : row.givenAt} />
        </Span>
      </td>
      {whyNot === null ? (
        <td>
          <Orderable whyNot={null} />
        </td>
      ) : (
        <td className="is-prose">
          <Span ink="warning">{t(OrderingSwitch.labelOf(whyNot))}</Span>
        </td>
      )}
      {PRICES.map((name) => (
        <FigureCell key={name}>
          <Money minor={row[name]} currency={row.currency} showCurrency />
        </FigureCell>
      ))}
      <td>
        <WaitingPrice row={row} />
      </td>
      <td>
        <Allowance row={row} />
      </td>
      <td>
        <CarrierName platform={row.platform} />
        <Span isBlock size="s" ink="secondary">
          {t(PackageType.labelOf(row.type))}
        </Span>
      </td>
    </tr>
  );
}

/** Data, calls or both, and how long they last. */
function Allowance({ row }: { row: Given }) {
  const hasCalls = row.voiceSeconds !== null && row.voiceSeconds !== '0';
  return (
    <>
      {hasCalls && row.flowBytes === '0' ? null : <PackageVolume bytes={row.flowBytes} units={row.units} />}
      {hasCalls ? (
        <Span isBlock>
          <Duration seconds={row.voiceSeconds ?? '0'} />
        </Span>
      ) : null}
      <Span isBlock size="s" ink="secondary">
        <PackageValidity of={row} />
      </Span>
    </>
  );
}
