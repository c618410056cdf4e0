import { useEffect, useRef, useState } from 'preact/hooks';
import {
  beginContract,
  type Card,
  type Contract,
  endContract,
  type FollowedContract,
  followContract,
  Refusal,
  type RenewalOffer,
  readRenewals,
} from './api.ts';
import { useFollowed } from './following.ts';
import { dayText, grouped, moneyText, timeText, validText } from './format.ts';
import { t } from './language.ts';
import { go } from './pages.ts';
import { Facts, Trouble, useRead, Waiting } from './parts.tsx';
import { contractStates, words } from './words.ts';

const TONES = { 0: 'warm', 1: 'good', 2: 'warm', ended: '' } as const;
const stateOf = (contract: Contract) => (contract.endedAt === null ? contract.signingState : 'ended');

/** What he should know of a contract beside its state. */
function noteOf(contract: Contract): string | undefined {
  if (contract.isEnding) return t(words.endingNote);
  if (contract.endedAt === null && contract.signingState === 2)
    return `${contract.note ? `${t(contract.note)}。` : ''}${t(words.overdueNote)}`;
  return contract.note ? t(contract.note) : undefined;
}

/** The terms once more; then WeChat asks for his agreement. */
function Confirm({ card, offer, close }: { card: Card; offer: RenewalOffer; close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [said, setSaid] = useState('');
  useEffect(() => dialog.current?.showModal(), []);
  const { id: offerId, firstPrice, renewPrice, currency } = offer;
  const begin = async () => {
    setIsBusy(true);
    setSaid('');
    try {
      const { contractId } = await beginContract({ cardId: card.id, offerId, firstPrice, renewPrice });
      sessionStorage.setItem('signing', contractId);
      go({ at: 'contract', contractId });
    } catch (error) {
      setSaid(error instanceof Refusal ? error.message : String(error));
      setIsBusy(false);
    }
  };
  return (
    <dialog ref={dialog} onClose={close} aria-label={t(words.renewal)}>
      <h2>
        {t(words.renewal)} · {offer.title}
      </h2>
      <p class="big">{moneyText(firstPrice, currency)}</p>
      <p>{t(words.renewOffer, { first: moneyText(firstPrice, currency), renew: moneyText(renewPrice, currency) })}</p>
      <p class="soft small">
        {t(words.renewRule, { period: validText(offer.validityUnit, offer.validityCount), days: offer.daysBefore })}
      </p>
      <Facts rows={[[t(words.forCard), <span class="code">{grouped(card.iccid)}</span>]]} />
      {said && (
        <p class="wrong" role="alert">
          {said}
        </p>
      )}
      <button type="button" class="go wide" disabled={isBusy} onClick={begin}>
        {t(words.renewSign, { amount: moneyText(firstPrice, currency) })}
      </button>
      <button type="button" class="wide" onClick={() => dialog.current?.close()}>
        {t(words.cancel)}
      </button>
    </dialog>
  );
}

/** The contract that renews a card, or what could be signed for it; nothing where there is neither. */
export function RenewCard({ card }: { card: Card }) {
  const { data } = useRead(() => readRenewals(card.id), [card.id]);
  const [wanted, setWanted] = useState<RenewalOffer>();
  const own = data?.contracts.find(({ cardId, endedAt }) => cardId === card.id && endedAt === null);
  if (!data || (!own && data.offers.length === 0)) return null;
  return (
    <section>
      <h2>{t(words.renewal)}</h2>
      {own ? (
        <button type="button" class="box order" onClick={() => go({ at: 'contract', contractId: own.id })}>
          <span class="row">
            <b>{own.title}</b>
            <span class={`tag ${TONES[stateOf(own)]}`}>{t(contractStates[stateOf(own)])}</span>
          </span>
          <span class="row soft small">
            <span>
              {t(words.eachPeriod)} {moneyText(own.renewPrice, own.currency)}
            </span>
            {own.nextChargeAt && (
              <span>
                {t(words.nextCharge)} {dayText(own.nextChargeAt)}
              </span>
            )}
          </span>
        </button>
      ) : (
        <>
          <p class="soft small">{t(words.renewLead)}</p>
          <ul>
            {data.offers.map((each) => (
              <li key={each.id} class="box offer">
                <div>
                  <p>
                    <b>{each.title}</b>
                  </p>
                  <p class="soft small">
                    {t(words.renewOffer, {
                      first: moneyText(each.firstPrice, each.currency),
                      renew: moneyText(each.renewPrice, each.currency),
                    })}
                  </p>
                </div>
                <div class="price">
                  <button
                    type="button"
                    class="go"
                    onClick={() => setWanted(each)}
                    aria-label={`${t(words.renewOpen)} ${each.title}`}
                  >
                    {t(words.renewOpen)}
                  </button>
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
      {wanted && <Confirm card={card} offer={wanted} close={() => setWanted(undefined)} />}
    </section>
  );
}

/** Whether something is about to happen that he waits for. */
const moves = ({ contract }: FollowedContract): boolean =>
  contract.endedAt === null &&
  (contract.signingState === 0 || contract.isEnding || (contract.periods === 0 && contract.chargeState !== 'failed'));

/** Where it is signed is a page of WeChat, which leads back; `back` tells the simulated one where to. */
const leave = (signUrl: string): void => {
  const isSimulated = /^http:\/\/127\.0\.0\.1[:/]/.test(signUrl);
  location.href = isSimulated ? `${signUrl}?back=${encodeURIComponent(location.href)}` : signUrl;
};

function Sign({ contractId, signUrl }: { contractId: string; signUrl: string | null }) {
  const left = useRef(false);
  useEffect(() => {
    // Whoever has just agreed here is not asked a second time.
    if (!signUrl || left.current || sessionStorage.getItem('signing') !== contractId) return;
    left.current = true;
    sessionStorage.removeItem('signing');
    leave(signUrl);
  }, [signUrl]);
  if (!signUrl) return <p class="soft">{t(words.signPreparing)}</p>;
  return (
    <>
      <button type="button" class="go wide" onClick={() => leave(signUrl)}>
        {t(words.signNow)}
      </button>
      <p class="soft small">{t(words.signNote)}</p>
    </>
  );
}

export function ContractPage({ contractId }: { contractId: string }) {
  const { followed, error, again } = useFollowed(contractId, followContract, moves);
  const [said, setSaid] = useState('');
  if (!followed) return error ? <Trouble error={error} again={again} /> : <Waiting />;
  const { contract, signUrl } = followed;
  const state = stateOf(contract);
  const note = noteOf(contract);
  const end = async () => {
    if (!confirm(t(words.endRenewalAsk))) return;
    try {
      await endContract(contractId);
      again();
    } catch (failed) {
      setSaid(failed instanceof Refusal ? failed.message : String(failed));
    }
  };
  const mayEnd = contract.endedAt === null && !contract.isEnding;
  return (
    <>
      <section class="box result" aria-live="polite">
        <p class={`state ${TONES[state]}`}>
          <b>{t(contractStates[state])}</b>
        </p>
        <p>{contract.title}</p>
        {note && <p class="soft small">{note}</p>}
        {state === 0 && <Sign contractId={contractId} signUrl={signUrl} />}
        {state !== 0 && (
          <button type="button" class="go wide" onClick={() => go({ at: 'home', cardId: contract.cardId })}>
            {t(words.toCard)}
          </button>
        )}
      </section>
      <section class="box">
        <Facts
          rows={[
            [t(words.forCard), <span class="code">{grouped(contract.iccid)}</span>],
            [t(words.eachPeriod), moneyText(contract.renewPrice, contract.currency)],
            contract.nextChargeAt !== null && [t(words.nextCharge), dayText(contract.nextChargeAt)],
            contract.periods > 0 && [t(words.chargedTimes), contract.periods],
            contract.signedAt !== null && [t(words.signedOn), timeText(contract.signedAt)],
            contract.endedAt !== null && [t(words.endsAt), timeText(contract.endedAt)],
          ]}
        />
      </section>
      {said && (
        <p class="wrong" role="alert">
          {said}
        </p>
      )}
      {mayEnd && state !== 0 && (
        <p class="links">
          <button type="button" class="plain" onClick={end}>
            {t(words.endRenewal)}
          </button>
        </p>
      )}
    </>
  );
}
