import { useEffect, useRef, useState } from 'preact/hooks';
import { buy, type Card, type CardPackages, type Listed, Refusal, readPackages, unbindCard } from './api.ts';
import { BalanceCard } from './Balance.tsx';
import { ageText, bytesText, contentText, dayText, grouped, moneyText, validText } from './format.ts';
import { t } from './language.ts';
import { go } from './pages.ts';
import { Facts, Trouble, useRead, Waiting } from './parts.tsx';
import { RenewCard } from './Renewal.tsx';
import { badges, words } from './words.ts';

const SHAPES = { good: '●', waiting: '○', ended: '✕' } as const;

function Standing({ card }: { card: Card }) {
  return (
    <section class="box card" aria-label={t(words.number)}>
      <p class="row">
        {card.tone && card.status && (
          <b class={`state ${card.tone}`}>
            <span aria-hidden="true">{SHAPES[card.tone]}</span> {t(card.status)}
          </b>
        )}
        <span class="soft">{t(card.isRealName ? words.realName : words.noRealName)}</span>
      </p>
      <p class="code">{grouped(card.iccid)}</p>
      <p class="figure">
        {card.usedBytes === null ? (
          <span class="soft">{t(words.noUsage)}</span>
        ) : (
          <>
            <span class="soft">{t(words.used)}</span> <strong>{bytesText(card.usedBytes)}</strong>
          </>
        )}
      </p>
      {card.usedBytes !== null && card.usageAt && (
        <p class="soft small">{t(words.asOf, { age: ageText(card.usageAt) })}</p>
      )}
    </section>
  );
}

/** So many are shown one by one; those far behind are counted. */
const SHOWN = 3;

function OnCard({ own }: Pick<CardPackages, 'own'>) {
  return (
    <section>
      <h2>{t(words.packages)}</h2>
      {own.length === 0 && <p class="box soft">{t(words.noPackages)}</p>}
      {own.slice(0, SHOWN).map((each) => (
        <div class="box" key={each.id}>
          <p class="row">
            <b>{each.name}</b>
            <span class={`tag ${each.isRunning ? 'good' : ''}`}>
              {t(each.isRunning ? words.running : words.queued)}
            </span>
          </p>
          <p class="row soft small">
            <span>
              {each.flowBytes === null ? t(words.unlimited) : each.flowBytes === '0' ? '' : bytesText(each.flowBytes)}
            </span>
            <span>
              {each.isRunning
                ? t(words.until, { day: dayText(each.endsAt) })
                : t(words.from, { day: dayText(each.startsAt) })}
            </span>
          </p>
        </div>
      ))}
      {own.length > SHOWN && (
        <p class="soft small">
          {t(words.moreWaiting, { n: own.length - SHOWN, day: dayText(own.at(-1)?.endsAt ?? '') })}
        </p>
      )}
    </section>
  );
}

function Offer({ each, onBuy }: { each: Listed; onBuy: () => void }) {
  const badge = badges[each.badge];
  return (
    <li class="box offer">
      <div>
        <p>
          <b>{each.title}</b>
          {badge && <span class="tag warm">{t(badge)}</span>}
          {each.isAddOn && <span class="tag">{t(words.addOn)}</span>}
        </p>
        <p class="soft small">
          {contentText(each)} · {validText(each.validityUnit, each.validityCount)}
          {each.left !== null && ` · ${t(words.left, { n: each.left })}`}
        </p>
      </div>
      <div class="price">
        <strong>{moneyText(each.price, each.currency)}</strong>
        {each.originalPrice && <s class="soft small">{moneyText(each.originalPrice, each.currency)}</s>}
        <button type="button" class="go" onClick={onBuy} aria-label={`${t(words.buy)} ${each.title}`}>
          {t(words.buy)}
        </button>
      </div>
    </li>
  );
}

/** What is bought for which card and how much, once more; then WeChat asks. */
function Confirm({ card, offer, close }: { card: Card; offer: Listed; close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [said, setSaid] = useState('');
  useEffect(() => dialog.current?.showModal(), []);
  const order = async () => {
    setIsBusy(true);
    setSaid('');
    try {
      const { orderId } = await buy({ cardId: card.id, listingId: offer.id, price: offer.price });
      sessionStorage.setItem('paying', orderId);
      go({ at: 'order', orderId });
    } catch (error) {
      setSaid(error instanceof Refusal ? error.message : String(error));
      setIsBusy(false);
    }
  };
  return (
    <dialog ref={dialog} onClose={close} aria-label={offer.title}>
      <h2>{offer.title}</h2>
      <p class="big">{moneyText(offer.price, offer.currency)}</p>
      <Facts
        rows={[
          [t(words.packages), contentText(offer)],
          [t(words.valid), validText(offer.validityUnit, offer.validityCount)],
          [t(words.forCard), <span class="code">{grouped(card.iccid)}</span>],
        ]}
      />
      {said && (
        <p class="wrong" role="alert">
          {said}
        </p>
      )}
      <button type="button" class="go wide" disabled={isBusy} onClick={order}>
        {t(words.pay, { amount: moneyText(offer.price, offer.currency) })}
      </button>
      <button type="button" class="wide" onClick={() => dialog.current?.close()}>
        {t(words.cancel)}
      </button>
    </dialog>
  );
}

export function CardHome({
  cards,
  cardId,
  changed,
}: {
  cards: readonly Card[];
  cardId: string | undefined;
  changed: () => void;
}) {
  const card = (cards.find(({ id }) => id === cardId) ?? cards[0]) as Card;
  const { data, error, again } = useRead(() => readPackages(card.id), [card.id]);
  const [wanted, setWanted] = useState<Listed>();
  const remove = async () => {
    if (!confirm(t(words.removeAsk))) return;
    await unbindCard(card.id);
    go({ at: 'home' }, 'replace');
    changed();
  };
  return (
    <>
      {cards.length > 1 && (
        <nav class="chips" aria-label={t(words.title)}>
          {cards.map((each) => (
            <button
              type="button"
              key={each.id}
              aria-current={each.id === card.id}
              onClick={() => go({ at: 'home', cardId: each.id }, 'replace')}
            >
              …{each.iccid.slice(-6)}
            </button>
          ))}
        </nav>
      )}
      <Standing card={card} />
      <BalanceCard key={card.id} card={card} />
      {error && !data && <Trouble error={error} again={again} />}
      {!data && !error && <Waiting />}
      {data && (
        <>
          <OnCard own={data.own} />
          <RenewCard card={card} />
          <section>
            <h2>{t(words.shop)}</h2>
            {data.listed.length === 0 && <p class="box soft">{t(words.nothingToBuy)}</p>}
            <ul>
              {data.listed.map((each) => (
                <Offer key={each.id} each={each} onBuy={() => setWanted(each)} />
              ))}
            </ul>
          </section>
        </>
      )}
      <p class="links">
        <button type="button" class="plain" onClick={() => go({ at: 'add' })}>
          {t(words.addAnother)}
        </button>
        <button type="button" class="plain" onClick={remove}>
          {t(words.remove)}
        </button>
      </p>
      {wanted && <Confirm card={card} offer={wanted} close={() => setWanted(undefined)} />}
    </>
  );
}
