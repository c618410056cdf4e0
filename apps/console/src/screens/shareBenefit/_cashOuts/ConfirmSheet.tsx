import { confirmCashOut, listCashOuts, readCashOut } from '@cardinal/contract/api/cashOuts/cashOuts.ts';
import { CashOutWait } from '@cardinal/contract/enumerations/cashOut.ts';
import { CashOutState } from '@cardinal/contract/enumerations/payment.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { CopyButton } from '@cardinal/ui/Copy.tsx';
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
  scan: text(
    '请收款人用微信扫码，或把链接发到其微信，在微信中确认收款',
    'The receiver scans it, or opens the link, in WeChat and confirms',
  ),
  picture: text('确认收款二维码', 'QR code to confirm'),
  none: text('暂时没有可确认的收款，请稍后再看。', 'Nothing to confirm at the moment; look again later.'),
  late: text(
    '超时未确认，渠道撤销转账，款项退回可提现分润。',
    'If nobody confirms in time, the provider cancels it and the money is profit again.',
  ),
  address: text('确认页面地址', 'address of the page'),
  openPage: text('打开确认页面', 'Open the page'),
};
const LOOK_MS = 3_000;

/** The address of the page on which the receiver takes the money within WeChat. */
export default function ConfirmSheet(props: { id: string; onClose: () => void }) {
  const t = useText();
  const { data, error, refetch } = useRead(readCashOut, { id: props.id }, { every: LOOK_MS });
  const asking = useChange(confirmCashOut);
  const address = data?.receiveAt ?? null;
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
              <Paragraph>{t(address === null ? words.none : words.scan)}</Paragraph>
              {address === null ? null : (
                <Stack>
                  <div role="img" aria-label={t(words.picture)}>
                    <QRCode value={address} size={200} />
                  </div>
                  <Inline gap="xs">
                    <a href={address} target="_blank" rel="noreferrer">
                      {t(words.openPage)}
                    </a>
                    <CopyButton value={address} label={t(words.address)} />
                  </Inline>
                </Stack>
              )}
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
