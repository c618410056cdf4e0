import { useEffect, useRef, useState } from 'preact/hooks';
import { type Followed, followOrder, type Order, Refusal, readOrders, requestRefund } from './api.ts';
import { TopUpResult } from './Balance.tsx';
import { useFollowed } from './following.ts';
import { grouped, moneyText, timeText } from './format.ts';
import { t } from './language.ts';
import { go } from './pages.ts';
import { Facts, Trouble, useRead, Waiting } from './parts.tsx';
import { isInWechat, openPage, openSheet } from './paying.ts';
import { progress, progressNote, requests, topUpNote, topUpProgress, words } from './words.ts';

const TONES = {
  paying: 'warm',
  closed: '',
  ordering: 'warm',
  done: 'good',
  stuck: 'warm',
  refunding: 'warm',
  partly: '',
  refunded: '',
} as const;

export function OrderList() {
  const [older, setOlder] = useState<readonly Order[]>([]);
  const { data, error, again } = useRead(() => readOrders(), []);
  const [hasMore, setHasMore] = useState<boolean>();
  if (!data) return error ? <Trouble error={error} again={again} /> : <Waiting />;
  const all = [...data.orders, ...older];
  const more = async () => {
    const page = await readOrders(all.at(-1)?.id);
    setOlder([...older, ...page.orders]);
    setHasMore(page.hasMore);
  };
  return (
    <>
      {all.length === 0 && <p class="box soft">{t(words.noOrders)}</p>}
      <ul>
        {all.map((order) => (
          <li key={order.id}>
            <button type="button" class="box order" onClick={() => go({ at: 'order', orderId: order.id })}>
              <span class="row">
                <b>{titleOf(order)}</b>
                <strong>{moneyText(order.price, order.currency)}</strong>
              </span>
              <span class="row small">
                <span class="soft">{timeText(order.createdAt)}</span>
                <span class={`tag ${TONES[order.progress]}`}>{t(progressOf(order))}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {(hasMore ?? data.hasMore) && (
        <button type="button" class="wide" onClick={more}>
          {t(words.more)}
        </button>
      )}
    </>
  );
}

const TOP_UP = 3;
const isTopUp = ({ type }: Order) => type === TOP_UP;
const titleOf = (order: Order) => (isTopUp(order) ? t(words.topUp) : order.title);
const progressOf = (order: Order) => (isTopUp(order) && topUpProgress[order.progress]) || progress[order.progress];
const noteOf = (order: Order) => (isTopUp(order) && topUpNote[order.progress]) || progressNote[order.progress];

const OPEN = new Set(['paying', 'ordering', 'stuck', 'refunding']);

/** Whether an order has not ended. */
const moves = ({ order }: Followed): boolean => OPEN.has(order.progress);

function Pay({ followed }: { followed: Followed }) {
  const [said, setSaid] = useState('');
  const opened = useRef(false);
  const { order, sheet, payUrl } = followed;
  const open = async () => {
    if (payUrl) return openPage(payUrl);
    const isOpened = await openSheet(followed);
    setSaid(isOpened ? t(words.notYet) : t(words.openInWechat));
  };
  useEffect(() => {
    // Whoever has just pressed «pay» is not asked a second time.
    if (!(sheet || payUrl) || opened.current || sessionStorage.getItem('paying') !== order.id) return;
    opened.current = true;
    sessionStorage.removeItem('paying');
    void open();
  }, [sheet, payUrl]);
  if (!(sheet || payUrl)) return <p class="soft">{t(words.preparing)}</p>;
  return (
    <>
      <button type="button" class="go wide" onClick={open}>
        {t(words.payNow)}
      </button>
      <p class="soft small">{t(words.payBy, { time: timeText(order.payUntil).slice(-5) })}</p>
      {(said || !(payUrl || isInWechat() || followed.sheetUrl)) && (
        <p class="soft small">{said || t(words.openInWechat)}</p>
      )}
    </>
  );
}

/** What he asked and was answered, or a place to ask. */
function Request({ followed, again }: { followed: Followed; again: () => void }) {
  const { request, mayAsk, id } = followed.order;
  const [isOpen, setIsOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [said, setSaid] = useState('');
  const send = async (event: Event) => {
    event.preventDefault();
    if (reason.trim().length < 2) return setSaid(t(words.askShort));
    try {
      await requestRefund({ orderId: id, reason: reason.trim() });
      setIsOpen(false);
      setReason('');
      again();
    } catch (failed) {
      setSaid(failed instanceof Refusal ? failed.message : String(failed));
    }
  };
  if (!request && !mayAsk) return null;
  return (
    <section class="box">
      {request && (
        <Facts
          rows={[
            [t(words.request), t(requests[request.state])],
            [t(words.reason), request.reason],
            request.answer !== null && [t(words.answer), request.answer],
          ]}
        />
      )}
      {mayAsk && !isOpen && (
        <button type="button" class="plain" onClick={() => setIsOpen(true)}>
          {t(words.askRefund)}
        </button>
      )}
      {mayAsk && isOpen && (
        <form onSubmit={send}>
          <label for="why">{t(words.askWhy)}</label>
          <input
            id="why"
            maxLength={100}
            value={reason}
            aria-invalid={said !== ''}
            onInput={(event) => setReason(event.currentTarget.value)}
          />
          {said && (
            <p class="wrong" role="alert">
              {said}
            </p>
          )}
          <p class="soft small">{t(words.askNote)}</p>
          <button type="submit" class="go wide">
            {t(words.askSend)}
          </button>
        </form>
      )}
    </section>
  );
}

export function OrderPage({ orderId }: { orderId: string }) {
  const { followed, error, again } = useFollowed(orderId, followOrder, moves);
  if (!followed) return error ? <Trouble error={error} again={again} /> : <Waiting />;
  const { order } = followed;
  return (
    <>
      <section class="box result" aria-live="polite">
        <p class={`state ${TONES[order.progress]}`}>
          <b>{t(progressOf(order))}</b>
        </p>
        <p class="big">{moneyText(order.price, order.currency)}</p>
        <p>{titleOf(order)}</p>
        <p class="soft small">{order.why && order.progress !== 'done' ? t(order.why) : t(noteOf(order))}</p>
        {order.type === TOP_UP && (order.progress === 'done' || order.progress === 'partly') && (
          <TopUpResult orderId={order.id} />
        )}
        {order.progress === 'paying' && <Pay followed={followed} />}
        {order.progress === 'done' && (
          <button type="button" class="go wide" onClick={() => go({ at: 'home', cardId: order.cardId })}>
            {t(words.toCard)}
          </button>
        )}
      </section>
      <section class="box">
        <Facts
          rows={[
            [t(words.forCard), <span class="code">{grouped(order.iccid)}</span>],
            order.startsAt !== null && [t(words.startsAt), timeText(order.startsAt)],
            order.endsAt !== null && [t(words.endsAt), timeText(order.endsAt)],
            ...order.refunds.map(
              ({ amount, at, isDone }) =>
                [
                  t(words.refunds),
                  `${moneyText(amount, order.currency)} ${t(isDone ? words.arrived : words.onWay)} ${timeText(at)}`,
                ] as [string, string],
            ),
            [t(words.orderedAt), timeText(order.createdAt)],
            order.paidAt !== null && [t(words.paidAt), timeText(order.paidAt)],
            [t(words.orderNo), <span class="code">{order.orderNo}</span>],
          ]}
        />
      </section>
      <Request followed={followed} again={again} />
    </>
  );
}
