import { useEffect, useState } from 'preact/hooks';
import { followToReceive, RECEIVE, type Receiving, type Refusal, readToReceive } from './api.ts';
import { useFollowed } from './following.ts';
import { moneyText, timeText } from './format.ts';
import { t } from './language.ts';
import { Facts, Head, OtherLanguage, Trouble, useRead, Waiting } from './parts.tsx';
import { isInWechat, openTransfer } from './paying.ts';
import { words } from './words.ts';

/** The number of what was opened here: with it the end can be asked for, also after WeChat has led away and back. */
const OPENED = `receive ${RECEIVE}`;
const moves = ({ state }: Receiving): boolean => state === 'waits' || state === 'underway';

function Failed({ error, again }: { error: Refusal; again: () => void }) {
  if (error.kind === 'offline') return <Trouble error={error} again={again} />;
  return (
    <div class="box result" role="alert">
      <p>{t(words.receiveGone)}</p>
    </div>
  );
}

/** Outside WeChat nothing can be confirmed: the address leads there. */
function InWechatOnly() {
  const [isCopied, setCopied] = useState<boolean>();
  const copy = () =>
    (navigator.clipboard?.writeText(location.href) ?? Promise.reject()).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <section class="box">
      <p class="lead">{t(words.receiveInWechat)}</p>
      <p class="soft small">{t(words.receiveHow)}</p>
      <p class="code">{location.href}</p>
      <button type="button" class="go wide" onClick={copy}>
        {t(words.copy)}
      </button>
      {isCopied !== undefined && (
        <p class="small centred" role="status">
          {t(isCopied ? words.copied : words.notCopied)}
        </p>
      )}
    </section>
  );
}

function ToConfirm({ isAgain, opened }: { isAgain: boolean; opened: (cashOutNo: string) => void }) {
  const { data, error, again } = useRead(readToReceive, []);
  const [isOpening, setOpening] = useState(false);
  if (!data) return error ? <Failed error={error} again={again} /> : <Waiting />;
  const open = async () => {
    setOpening(true);
    sessionStorage.setItem(OPENED, data.cashOutNo);
    await openTransfer(data);
    setOpening(false);
    opened(data.cashOutNo);
  };
  const canOpen = isInWechat() || data.sheetUrl !== null;
  return (
    <>
      <section class="box">
        <p class="big centred">{moneyText(data.net, data.currency)}</p>
        <Facts
          rows={[
            [t(words.receiver), data.holder],
            [t(words.transferNo), <span class="code">{data.cashOutNo}</span>],
            [t(words.receiveUntil), timeText(data.until)],
          ]}
        />
        {canOpen && (
          <>
            <button type="button" class="go wide" disabled={isOpening} onClick={open}>
              {t(words.receive)}
            </button>
            <p class={isAgain ? 'small warm' : 'soft small'} role={isAgain ? 'status' : undefined}>
              {t(isAgain ? words.receiveNotYet : words.receiveNote)}
            </p>
          </>
        )}
      </section>
      {!canOpen && <InWechatOnly />}
    </>
  );
}

/** How it ended is what the server has from WeChat, never what the bridge answered. */
function Outcome({ cashOutNo, opened }: { cashOutNo: string; opened: (cashOutNo: string) => void }) {
  const { followed, error, again } = useFollowed(cashOutNo, followToReceive, moves);
  if (!followed) return error ? <Failed error={error} again={again} /> : <Waiting />;
  const { state, net, currency } = followed;
  if (state === 'waits') return <ToConfirm isAgain opened={opened} />;
  const [title, note, tone] = {
    underway: [words.receiveUnderway, undefined, 'warm'],
    done: [words.received, words.receivedNote, 'good'],
    failed: [words.notReceived, words.notReceivedNote, 'ended'],
  }[state] as [typeof words.received, typeof words.received | undefined, string];
  return (
    <section class="box result" role="status">
      <p class={`lead state ${tone}`}>{t(title)}</p>
      <p class="big">{moneyText(net, currency)}</p>
      {note && <p class="soft small">{t(note)}</p>}
      <p class="soft code">{cashOutNo}</p>
    </section>
  );
}

/** The page on which the receiver of a cash-out takes it within WeChat. It needs nobody to sign in: its address is the key. */
export function ReceivePage() {
  const [cashOutNo, setNo] = useState(() => sessionStorage.getItem(OPENED));
  const [, setTurn] = useState(0);
  const title = t(words.receive);
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <>
      <Head title={title} />
      <main>
        {cashOutNo === null ? (
          <ToConfirm isAgain={false} opened={setNo} />
        ) : (
          <Outcome cashOutNo={cashOutNo} opened={setNo} />
        )}
      </main>
      <footer>
        <OtherLanguage switched={() => setTurn((n) => n + 1)} />
      </footer>
    </>
  );
}
