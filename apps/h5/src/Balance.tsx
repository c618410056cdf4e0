import { useEffect, useRef, useState } from 'preact/hooks';
import { type Balance, type Card, Refusal, readBalance, readTopUp, type TopUp, topUp } from './api.ts';
import { useFollowed } from './following.ts';
import { grouped, moneyText, timeText } from './format.ts';
import { t } from './language.ts';
import { go } from './pages.ts';
import { Facts, Trouble, useRead, Waiting } from './parts.tsx';
import { bonusWords, restartWords, words } from './words.ts';

const FIRST = 2;
const sumOf = ({ paid, gift, currency }: Pick<Balance, 'paid' | 'gift' | 'currency'>) =>
  moneyText(String(Number(paid) + Number(gift)), currency);

/** What is on the card, and the way to put more on it. */
export function BalanceCard({ card }: { card: Card }) {
  const { data } = useRead(() => readBalance(card.id), [card.id]);
  if (!data) return null;
  const [paid, gift] = [moneyText(data.paid, data.currency), moneyText(data.gift, data.currency)];
  return (
    <section class="box offer">
      <div>
        <p>
          <span class="soft">{t(words.balance)}</span> <b>{sumOf(data)}</b>
        </p>
        {data.isInArrears ? (
          <p class="warm small">{t(words.inArrears)}</p>
        ) : (
          <p class="soft small">
            {t(words.paidOf, { paid })}
            <br />
            {t(words.giftOf, { gift })}
          </p>
        )}
      </div>
      <div class="price">
        <button type="button" class="go" onClick={() => go({ at: 'balance', cardId: card.id })}>
          {t(words.topUp)}
        </button>
      </div>
    </section>
  );
}

type Choice = { readonly id: string; readonly amount: string; readonly bonus: string };

/** What is paid and what comes to the card, once more; then WeChat asks. */
function Confirm({ card, of, currency, close }: { card: Card; of: Choice; currency: string; close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [said, setSaid] = useState('');
  useEffect(() => dialog.current?.showModal(), []);
  const [amount, bonus] = [moneyText(of.amount, currency), moneyText(of.bonus, currency)];
  const order = async () => {
    setIsBusy(true);
    setSaid('');
    try {
      const { orderId } = await topUp({ cardId: card.id, ...of });
      sessionStorage.setItem('paying', orderId);
      go({ at: 'order', orderId });
    } catch (error) {
      setSaid(error instanceof Refusal ? error.message : String(error));
      setIsBusy(false);
    }
  };
  return (
    <dialog ref={dialog} onClose={close} aria-label={t(words.topUp)}>
      <h2>{t(words.topUp)}</h2>
      <p class="big">{amount}</p>
      <Facts
        rows={[
          [t(words.youPay), amount],
          [t(words.youGet), of.bonus === '0' ? amount : t(words.getsBoth, { amount, bonus })],
          [t(words.forCard), <span class="code">{grouped(card.iccid)}</span>],
        ]}
      />
      {said && (
        <p class="wrong" role="alert">
          {said}
        </p>
      )}
      <button type="button" class="go wide" disabled={isBusy} onClick={order}>
        {t(words.pay, { amount })}
      </button>
      <button type="button" class="wide" onClick={() => dialog.current?.close()}>
        {t(words.cancel)}
      </button>
    </dialog>
  );
}

/** An amount of his own, where the seller takes any. */
function OwnAmount({
  free,
  currency,
  want,
}: {
  free: NonNullable<Balance['free']>;
  currency: string;
  want: (c: Choice) => void;
}) {
  const [typed, setTyped] = useState('');
  const [said, setSaid] = useState('');
  const [least, most, step] = [free.least, free.most, free.step].map(Number) as [number, number, number];
  const note = t(words.ownAmountNote, {
    least: moneyText(free.least, currency),
    most: moneyText(free.most, currency),
    step: moneyText(free.step, currency),
  });
  const send = (event: Event) => {
    event.preventDefault();
    const minor = /^\d{1,6}(\.\d{1,2})?$/.test(typed.trim()) ? Math.round(Number(typed) * 100) : Number.NaN;
    if (!(minor >= least && minor <= most && (minor - least) % step === 0)) return setSaid(note);
    setSaid('');
    want({ id: free.id, amount: String(minor), bonus: '0' });
  };
  return (
    <form class="box" onSubmit={send}>
      <label for="own">{t(words.ownAmount)}</label>
      <input
        id="own"
        inputMode="decimal"
        value={typed}
        aria-invalid={said !== ''}
        aria-describedby="ownNote"
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      <p id="ownNote" class={said ? 'wrong' : 'soft small'} role={said ? 'alert' : undefined}>
        {said || note}
      </p>
      <button type="submit" class="go wide">
        {t(words.topUp)}
      </button>
    </form>
  );
}

export function BalancePage({ card }: { card: Card }) {
  const { data, error, again } = useRead(() => readBalance(card.id), [card.id]);
  const [wanted, setWanted] = useState<Choice>();
  if (!data) return error ? <Trouble error={error} again={again} /> : <Waiting />;
  const { currency, tiers, free } = data;
  return (
    <>
      <section class="box card">
        <p class="soft">{t(words.balance)}</p>
        <p class="big">{sumOf(data)}</p>
        <Facts
          rows={[
            [t(words.paidPart), moneyText(data.paid, currency)],
            [t(words.giftPart), moneyText(data.gift, currency)],
          ]}
        />
        <p class="code">{grouped(card.iccid)}</p>
        <p class="soft small">
          {t(words.atTime, { time: timeText(data.asOf).slice(-5) })} · {t(words.balanceBuys)}
        </p>
      </section>
      {data.isInArrears && <p class="box warm">{t(words.inArrears)}</p>}
      {data.isCancelled ? (
        <p class="box soft">{t(words.cancelledNote)}</p>
      ) : (
        <section>
          <h2>{t(words.chooseAmount)}</h2>
          {tiers.length === 0 && !free && <p class="box soft">{t(words.noTiers)}</p>}
          <ul class="tiers">
            {tiers.map((each) => (
              <li key={each.id}>
                <button type="button" class="box" onClick={() => setWanted(each)}>
                  <b>{moneyText(each.amount, currency)}</b>
                  {each.bonus !== '0' && (
                    <span class="small warm">{t(words.bonus, { amount: moneyText(each.bonus, currency) })}</span>
                  )}
                  {each.kind === FIRST && <span class="tag warm">{t(words.firstOnly)}</span>}
                </button>
              </li>
            ))}
          </ul>
          {free && <OwnAmount free={free} currency={currency} want={setWanted} />}
        </section>
      )}
      {wanted && (
        <Confirm
          card={card}
          of={{ id: wanted.id, amount: wanted.amount, bonus: wanted.bonus }}
          currency={currency}
          close={() => setWanted(undefined)}
        />
      )}
    </>
  );
}

const moves = ({ restart, bonusState }: TopUp) => restart === 'asked' || bonusState === 'waiting';

/** What a paid top-up brought: the gift, the restart once the carrier says so, and what is on the card now. */
export function TopUpResult({ orderId }: { orderId: string }) {
  const { followed } = useFollowed(orderId, readTopUp, moves);
  if (!followed) return null;
  const { bonusState, restart, currency } = followed;
  const bonus = bonusWords[bonusState];
  const restarted = restartWords[restart];
  return (
    <>
      {bonus && (
        <p class={bonusState === 'given' ? 'state good' : 'state warm'}>
          {t(bonus, { bonus: moneyText(followed.bonus, currency) })}
        </p>
      )}
      {restarted && <p class={restart === 'done' ? 'state good' : 'state warm'}>{t(restarted)}</p>}
      <p>
        <span class="soft">{t(words.balance)}</span> <b>{sumOf(followed)}</b>
      </p>
    </>
  );
}
