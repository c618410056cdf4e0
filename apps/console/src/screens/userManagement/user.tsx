import { listCustomers } from '@cardinal/contract/api/customers/customers.ts';
import { addCustomer } from '@cardinal/contract/api/identity/addCustomer.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns, sentences, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { Identifier } from '@cardinal/ui/Identifier.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Columns } from '@cardinal/ui/layout/Grid.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { Money } from '@cardinal/ui/Quantity.tsx';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { CallButton } from '../../kit/CallButton.tsx';
import { choiceFilter } from '../../kit/filters/choiceFilter.tsx';
import { textFilter } from '../../kit/filters/textFilter.tsx';
import type { ColumnSpec } from '../../kit/list/columns.tsx';
import { ListScreen } from '../../kit/list/ListScreen.tsx';
import { OneTimeSecret, type Secret } from '../../kit/OneTimeSecret.tsx';
import { useShown } from '../../kit/useShown.ts';
import { useSearch } from '../../shell/screenContext.ts';
import { useSignedIn } from '../../shell/signedIn.ts';
import { AddCustomer, EditCustomer } from './_customers/CustomerForms.tsx';
import { CustomerPanel } from './_customers/CustomerPanel.tsx';
import { CustomerStatus } from './_customers/CustomerStatus.tsx';
import { CustomerTree } from './_customers/CustomerTree.tsx';
import { useCustomerSteps } from './_customers/useCustomerSteps.tsx';

const CreditForm = lazy(() => import('./_customers/CreditForm.tsx'));
const MoveCustomer = lazy(() => import('./_customers/MoveCustomer.tsx'));
const StopCards = lazy(() => import('./_customers/StopCards.tsx'));

const words = {
  dormant: text('未登录', 'Not signed in'),
  balanceBelow: text('余额低于', 'Balance below'),
  days: text('{n} 天以上', '{n} days or more'),
  none: text('还没有下级客户', 'No child customers yet'),
  noneHint: text(
    '新增下级客户时会同时建立它的主角色和首个账号。',
    'Creating a child customer also creates its main role and first account.',
  ),
};

const COLUMNS: readonly ColumnSpec<typeof listCustomers>[] = [
  { field: 'name', pinned: 'left', width: 160 },
  { field: 'status', width: 88, cell: (row) => <CustomerStatus status={row.status} /> },
  { field: 'parentName', width: 140 },
  { field: 'cards', width: 72 },
  { field: 'cardsActivated', width: 80 },
  { field: 'cardsStopped', width: 80 },
  { field: 'balance', width: 110 },
  { field: 'creditLimit', width: 110 },
  { field: 'spendable', width: 110 },
  { field: 'profit', width: 110 },
  { field: 'kind', width: 104 },
  { field: 'code', width: 104, cell: (row) => <Identifier value={row.code} groupOf={64} /> },
  'lastSignInAt',
  { field: 'children', width: 88 },
  { field: 'businessMode', width: 100 },
  { field: 'settlementMode', width: 100 },
  { field: 'editions', width: 150 },
  { field: 'contactName', width: 100 },
  { field: 'contactPhone', width: 120 },
  { field: 'salesperson', width: 100 },
  'createdAt',
  { field: 'currency', isOff: true },
  { field: 'level', isOff: true },
  { field: 'remark', isOff: true },
];
/** No account of the customer has signed in for this many days. */
const DORMANT = choiceFilter('dormantDays', words.dormant, () => {
  const t = useText();
  return ['7', '30', '90', '180'].map((n) => ({ value: n, label: t(words.days, { n }) }));
});

const FILTERS = [
  'kind',
  'status',
  'businessMode',
  'settlementMode',
  textFilter('balanceBelow', words.balanceBelow),
  'currency',
  'editions',
  'contactName',
  'contactPhone',
  'salesperson',
  DORMANT,
  'lastSignInAt',
  'createdAt',
] as const;

/** Currencies are never added: each has its line. */
function sumsOf(
  sums: AnswerOf<typeof listCustomers>['summary']['money'],
  total: string,
): Readonly<Record<string, ReactNode>> {
  const of = (name: 'balance' | 'creditLimit' | 'profit') =>
    sums.map((sum) => (
      <Span key={sum.currency} isBlock>
        <Money minor={sum[name]} currency={sum.currency} showCurrency />
      </Span>
    ));
  return { name: total, balance: of('balance'), creditLimit: of('creditLimit'), profit: of('profit') };
}

export default function Customers() {
  const t = useText();
  const [search, write] = useSearch();
  const [shown, show] = useShown();
  const own = useSignedIn((state) => state.me?.customer.id);
  const [addBelow, setAddBelow] = useState<{ parentId: string | undefined }>();
  const [edited, setEdited] = useState<string>();
  const [secret, setSecret] = useState<Secret>();
  const [moved, setMoved] = useState<string>();
  const [stopping, setStopping] = useState<{ customerId: string; cards: number }>();
  const [credited, setCredited] = useState<string>();
  const stepsOf = useCustomerSteps({
    onEdit: setEdited,
    onCredit: setCredited,
    onAddBelow: (parentId) => setAddBelow({ parentId }),
    onMove: setMoved,
    onStopCards: setStopping,
    onPassword: (account, password) => tell(account, password),
  });
  const under = search.get('under') ?? undefined;

  const pick = (id: string | undefined) => {
    const next = new URLSearchParams(search);
    next.delete('pageNum');
    if (id) next.set('under', id);
    else next.delete('under');
    write(next);
  };
  const tell = (account: string, password: string | null) => {
    if (password === null) return;
    setSecret({ title: t(sentences.passwordOf, { account }), label: nouns.oneTimePassword, value: password });
  };

  return (
    <Columns side="m">
      <CustomerTree picked={under} onPick={pick} />
      <ListScreen
        list={listCustomers}
        columns={COLUMNS}
        filters={FILTERS}
        sums={({ summary }) => (summary.money.length > 0 ? sumsOf(summary.money, t(nouns.total)) : undefined)}
        search={{ key: 'keyword', label: nouns.nameOrCode }}
        rowName={(row) => row.name}
        rowActions={(row) => [{ key: 'details', label: t(nouns.details), onPick: () => show(row.id) }, ...stepsOf(row)]}
        actions={
          <CallButton call={addCustomer} type="primary" onClick={() => setAddBelow({ parentId: under ?? own })}>
            {t(verbs.newChildCustomer)}
          </CallButton>
        }
        empty={{ title: words.none, hint: words.noneHint }}
      />
      <CustomerPanel id={shown} steps={stepsOf} onClose={() => show(undefined)} />
      {addBelow ? (
        <AddCustomer parentId={addBelow.parentId} onMade={tell} onClose={() => setAddBelow(undefined)} />
      ) : null}
      {edited ? <EditCustomer id={edited} onClose={() => setEdited(undefined)} /> : null}
      <Suspense fallback={null}>
        {moved ? <MoveCustomer id={moved} onClose={() => setMoved(undefined)} /> : null}
        {credited ? <CreditForm id={credited} onClose={() => setCredited(undefined)} /> : null}
      </Suspense>
      {stopping ? (
        <Suspense fallback={null}>
          <StopCards {...stopping} onClose={() => setStopping(undefined)} />
        </Suspense>
      ) : null}
      {secret ? <OneTimeSecret secret={secret} onClose={() => setSecret(undefined)} /> : null}
    </Columns>
  );
}
