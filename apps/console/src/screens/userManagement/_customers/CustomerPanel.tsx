import { listOperations } from '@cardinal/contract/api/audit/audit.ts';
import { listCards } from '@cardinal/contract/api/cards/cardList.ts';
import { readCustomerAccounts } from '@cardinal/contract/api/customerAccounts/terms.ts';
import { listCustomers, readCustomer } from '@cardinal/contract/api/customers/customers.ts';
import { listAccounts } from '@cardinal/contract/api/identity/accounts.ts';
import { listPackageDistributions } from '@cardinal/contract/api/packages/packageDistributions.ts';
import { CardKind } from '@cardinal/contract/enumerations/card.ts';
import { CustomerKind, Edition } from '@cardinal/contract/enumerations/customer.ts';
import { Currency } from '@cardinal/contract/enumerations/money.ts';
import { BusinessMode, SettlementMode } from '@cardinal/contract/enumerations/settlement.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { Identifier } from '@cardinal/ui/Identifier.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { PartsBar } from '@cardinal/ui/layout/Bar.tsx';
import { Paragraph, Span } from '@cardinal/ui/layout/Text.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { lazy, type ReactNode, Suspense } from 'react';
import { DetailSheet } from '../../../kit/DetailSheet.tsx';
import { FactsList } from '../../../kit/FactsList.tsx';
import type { RowAction } from '../../../kit/table/RowActions.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { OperationLines } from '../../../parts/audit/OperationLines.tsx';
import { Link } from '../../../shell/Link.tsx';
import { mayCall } from '../../../shell/permissions.ts';
import { useSignedIn } from '../../../shell/signedIn.ts';
import { CustomerStatus } from './CustomerStatus.tsx';
import { Licence } from './Licence.tsx';

const AccountsTab = lazy(() => import('./AccountsTab.tsx'));
const MoneyTab = lazy(() => import('./MoneyTab.tsx'));
const PackagesTab = lazy(() => import('./PackagesTab.tsx'));

const words = {
  money: text('结算与资金', 'Settlement and money'),
  failed: text('客户加载失败', 'Failed to load the customer'),
  log: text('操作日志', 'Log'),
  licence: text('营业执照', 'Licence'),
  updated: text('更新时间', 'Updated at'),
  cards: text('自有流量卡', 'Own data cards'),
  cardFigures: text(
    '{total} 张，已激活 {activated}，已停机 {stopped}',
    '{total}: {activated} activated, {stopped} stopped',
  ),
};

export type CustomerDetail = AnswerOf<typeof readCustomer>;
const SHOWN = 20;

/** One customer: its data, its accounts, its packages and money, its history. */
export function CustomerPanel(props: {
  id: string | undefined;
  steps: (customer: CustomerDetail) => readonly RowAction[];
  onClose: () => void;
}) {
  const t = useText();
  const { id = '' } = props;
  const own = useSignedIn((signedIn) => signedIn.me?.customer.id);
  const state = useRead(readCustomer, id !== '' && { id });
  const tab = (isOffered: boolean, key: string, title: Text, shown: ReactNode) =>
    isOffered ? [{ key, title: t(title), content: () => <Suspense fallback={null}>{shown}</Suspense> }] : [];
  return (
    <DetailSheet
      isOpen={props.id !== undefined}
      state={state}
      title={nouns.customer}
      failed={words.failed}
      width={880}
      steps={props.steps}
      tabs={(data) => [
        { key: 'overview', title: t(nouns.overview), content: () => <Overview customer={data} /> },
        ...tab(mayCall(listAccounts), 'accounts', nouns.accounts, <AccountsTab customerId={data.id} />),
        // What one's own customer has is a screen of its own.
        ...tab(
          mayCall(listPackageDistributions) && data.id !== own,
          'packages',
          nouns.packagesAndPrices,
          <PackagesTab customer={data} />,
        ),
        ...tab(mayCall(readCustomerAccounts), 'money', words.money, <MoneyTab customerId={data.id} />),
        ...tab(
          mayCall(listOperations),
          'log',
          words.log,
          <OperationLines of={{ customerId: data.id }} more={`customerId=${data.id}`} />,
        ),
      ]}
      onClose={props.onClose}
    />
  );
}

function Overview({ customer }: { customer: CustomerDetail }) {
  const t = useText();
  const { fields } = listCustomers;
  return (
    <>
      <Paragraph ink="secondary" below="m">
        {customer.path.map((step) => step.name).join(' / ')}
      </Paragraph>
      <FactsList
        facts={[
          { label: fields.code.label, value: <Identifier value={customer.code} groupOf={64} /> },
          { label: fields.status.label, value: <CustomerStatus status={customer.status} /> },
          { label: fields.kind.label, value: t(CustomerKind.labelOf(customer.kind)) },
          { label: fields.children.label, value: countAmount(customer.children) },
          ...(mayCall(listCards) ? [{ label: words.cards, value: <Cards customerId={customer.id} /> }] : []),
          {
            label: fields.editions.label,
            value: customer.editions.map((edition) => t(Edition.labelOf(edition))).join(' · '),
          },
          { label: fields.businessMode.label, value: t(BusinessMode.labelOf(customer.businessMode)) },
          { label: fields.settlementMode.label, value: t(SettlementMode.labelOf(customer.settlementMode)) },
          { label: fields.currency.label, value: t(Currency.labelOf(customer.currency)) },
          { label: fields.salesperson.label, value: customer.salesperson },
          { label: fields.contactName.label, value: customer.contactName },
          { label: fields.contactPhone.label, value: customer.contactPhone },
          { label: nouns.email, value: customer.contactEmail },
          { label: nouns.contactAddress, value: customer.contactAddress },
          { label: nouns.businessLicenseName, value: customer.licenceName },
          { label: nouns.licenceCode, value: customer.licenceCode },
          ...(customer.hasLicence || customer.offered.edit
            ? [{ label: words.licence, value: <Licence customer={customer} /> }]
            : []),
          { label: fields.remark.label, value: customer.remark },
          { label: fields.createdAt.label, value: <TimeText at={customer.createdAt} /> },
          { label: words.updated, value: <TimeText at={customer.updatedAt} /> },
        ]}
      />
    </>
  );
}

/** The number of the customer's own cards, as their list counts them, with a link. */
function Cards({ customerId }: { customerId: string }) {
  const t = useText();
  const query = { kind: [CardKind.values.flow], customerId: [customerId], pageNum: 1, pageSize: SHOWN as 20 };
  const { data, error } = useRead(listCards, query);
  if (error) return '—';
  if (!data) return <i className="bone" />;
  const { total, activated, stopped, unactivated } = data.summary;
  return (
    <>
      <Link to={`/cardsManagement/flowCardManagement?customerId=${customerId}`}>
        {t(words.cardFigures, {
          total: countAmount(total),
          activated: countAmount(activated),
          stopped: countAmount(stopped),
        })}
      </Link>
      {total > 0 ? (
        <Span isBlock width="m">
          <PartsBar
            parts={[
              { key: 'activated', amount: activated, tone: 'success' },
              { key: 'stopped', amount: stopped, tone: 'danger' },
              { key: 'unactivated', amount: unactivated, tone: 'edge' },
              { key: 'cancelled', amount: total - activated - stopped - unactivated, tone: 'faint' },
            ]}
          />
        </Span>
      ) : null}
    </>
  );
}
