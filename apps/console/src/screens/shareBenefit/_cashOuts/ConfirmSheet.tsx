import { confirmCashOut, listCashOuts, readCashOut } from '@cardinal/contract/api/cashOuts/cashOuts.ts';
import { CashOutWait } from '@cardinal/contract/enumerations/cashOut.ts';
import { CashOutState } from '@cardinal/contract/enumerations/payment.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Note, Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { Money } from '@cardinal/ui/Quantity.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { Button, QRCode } from 'antd';
import { useChange } from '../../../kit/change.ts';
import { NotLoaded } from '../../../kit/NotLoaded.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { cashOutWords } from './cashOutWords.ts';

const words = {
  scan: text('请收款人用微信扫码确认收款', 'The receiver scans with WeChat and confirms'),
  picture: text('确认收款二维码', 'QR code to confirm'),
  none: text('渠道还没有给出确认码，请稍后再看。', 'The provider has not given a code yet; look again in a moment.'),
  late: text(
    '超时未确认，渠道撤销转账，款项退回可提现分润。',
    'If nobody confirms in time, the provider cancels it and the money is profit again.',
  ),
  openPage: text('打开确认页面', 'Open the page'),
};
const LOOK_MS = 3_000;

/** The code with which the receiver takes the money. */
export default function ConfirmSheet(props: { id: string; onClose: () => void }) {
  const t = useText();
  const { data, error, refetch } = useRead(readCashOut, { id: props.id }, { every: LOOK_MS });
  const asking = useChange(confirmCashOut);
  const code = data?.confirmWith ?? null;
  const isPage = code !== null && /^https?:/.test(code);
  return (
    <Sheet title={t(cashOutWords.confirm)} isOpen onClose={props.onClose}>
      {data ? (
        <Stack>
          <Inline>
            <Money minor={data.net} currency={data.currency} showCurrency />
            <span>{data.cashOutNo}</span>
          </Inline>
          {data.endedAt === null ? (
            <Stack>
              <Paragraph>{t(code === null ? words.none : words.scan)}</Paragraph>
              {code === null ? null : (
                <div role="img" aria-label={t(words.picture)}>
                  <QRCode value={code} size={200} />
                </div>
              )}
              {isPage ? (
                <a href={code} target="_blank" rel="noreferrer">
                  {t(words.openPage)}
                </a>
              ) : null}
              <Paragraph ink="secondary">{t(words.late)}</Paragraph>
              <Inline>
                <Button
                  loading={asking.isRunning}
                  onClick={() => void asking.run({ body: { id: props.id } }).then(() => refetch())}
                >
                  {t(verbs.askNow)}
                </Button>
                {data.waitsFor === null ? null : <span>{t(CashOutWait.labelOf(data.waitsFor))}</span>}
              </Inline>
            </Stack>
          ) : (
            <Note tone={data.state === CashOutState.values.done ? 'success' : 'warning'}>
              {t(CashOutState.labelOf(data.state))}
              {data.reason === null ? null : ` · ${t(listCashOuts.fields.reason.label)}: ${data.reason}`}
            </Note>
          )}
        </Stack>
      ) : (
        <NotLoaded error={error} onRetry={refetch} />
      )}
    </Sheet>
  );
}
