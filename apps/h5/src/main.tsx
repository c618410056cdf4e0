import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { AddCard } from './AddCard.tsx';
import { RECEIVE, readCards, readGate, signIn, signOut } from './api.ts';
import { BalancePage } from './Balance.tsx';
import { CardHome } from './CardHome.tsx';
import { t } from './language.ts';
import { OrderList, OrderPage } from './Orders.tsx';
import { go, type Place, placeNow } from './pages.ts';
import { Head, OtherLanguage, type Read, Trouble, useRead, Waiting } from './parts.tsx';
import { isInWechat } from './paying.ts';
import { ReceivePage } from './Receive.tsx';
import { ContractPage } from './Renewal.tsx';
import './style.css';
import { words } from './words.ts';

type Gate = Read<Awaited<ReturnType<typeof readGate>>>;

function SignInGate({ gate }: { gate: Gate }) {
  const hasFailed = new URLSearchParams(location.search).get('signIn') === 'failed';
  useEffect(() => {
    // Within WeChat nobody has to say who he is; a failure is shown, or it would go round and round.
    if (isInWechat() && !hasFailed) signIn();
  }, []);
  return (
    <section class="box gate">
      <p class="lead">{t(words.gateLead)}</p>
      {hasFailed && (
        <p class="wrong" role="alert">
          {t(words.signInFailed)}
        </p>
      )}
      <button type="button" class="go wide" onClick={signIn}>
        {t(words.signIn)}
      </button>
      <p class="soft small">{t(words.gateNote)}</p>
      {gate.data?.hotline && <p class="soft small">{t(words.phone, { phone: gate.data.hotline })}</p>}
    </section>
  );
}

function Content({
  place,
  cards,
  gate,
}: {
  place: Place;
  cards: Read<Awaited<ReturnType<typeof readCards>>>;
  gate: Gate;
}) {
  if (gate.error && !gate.data) return <Trouble error={gate.error} again={gate.again} />;
  if (cards.error?.kind === 'signedOut') return <SignInGate gate={gate} />;
  if (cards.error && !cards.data) return <Trouble error={cards.error} again={cards.again} />;
  if (!cards.data) return <Waiting />;
  if (place.at === 'order') return <OrderPage key={place.orderId} orderId={place.orderId} />;
  if (place.at === 'contract') return <ContractPage key={place.contractId} contractId={place.contractId} />;
  if (place.at === 'orders') return <OrderList />;
  const card = place.at === 'balance' && cards.data.find(({ id }) => id === place.cardId);
  if (card) return <BalancePage key={card.id} card={card} />;
  if (place.at === 'add' || cards.data.length === 0)
    return <AddCard number={place.at === 'add' ? place.number : undefined} changed={cards.again} />;
  return <CardHome cards={cards.data} cardId={'cardId' in place ? place.cardId : undefined} changed={cards.again} />;
}

const TITLES = {
  add: words.addTitle,
  orders: words.orders,
  order: words.order,
  contract: words.renewal,
  balance: words.topUp,
} as const;

function App() {
  const [place, setPlace] = useState(placeNow);
  const [, setTurn] = useState(0);
  const gate = useRead(readGate, []);
  const cards = useRead(readCards, []);
  useEffect(() => {
    const moved = () => setPlace(placeNow());
    addEventListener('popstate', moved);
    return () => removeEventListener('popstate', moved);
  }, []);
  const name = gate.data?.name;
  const title = place.at === 'home' ? (name ?? t(words.title)) : t(TITLES[place.at]);
  useEffect(() => {
    document.title = title;
  }, [title]);
  const isIn = cards.data !== undefined && cards.error?.kind !== 'signedOut';
  const back =
    place.at === 'order'
      ? () => go({ at: 'orders' })
      : () => go({ at: 'home', ...('cardId' in place && place.cardId ? { cardId: place.cardId } : {}) });
  return (
    <>
      <Head title={isIn ? title : (name ?? title)} {...(isIn && place.at !== 'home' ? { back } : {})} />
      <main>
        <Content place={place} cards={cards} gate={gate} />
      </main>
      <footer>
        {isIn && (
          <>
            <button type="button" class="plain" onClick={() => go({ at: 'home' })}>
              {t(words.title)}
            </button>
            <button type="button" class="plain" onClick={() => go({ at: 'orders' })}>
              {t(words.orders)}
            </button>
            <button
              type="button"
              class="plain"
              onClick={() => signOut().finally(() => location.assign(location.pathname))}
            >
              {t(words.signOut)}
            </button>
          </>
        )}
        <OtherLanguage switched={() => setTurn((n) => n + 1)} />
      </footer>
      {isIn && gate.data?.hotline && <p class="soft small centred">{t(words.phone, { phone: gate.data.hotline })}</p>}
    </>
  );
}

const root = document.getElementById('root');
if (root) render(RECEIVE ? <ReceivePage /> : <App />, root);
