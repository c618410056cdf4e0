import { downloadCodes, listCodeBatches, voidCodes } from '@cardinal/contract/api/groupBuys/codes.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { money, moneyText } from '@cardinal/primitives/money.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { useState } from 'react';
import { useChange } from '../../../kit/change.ts';
import type { ColumnSpec } from '../../../kit/list/columns.tsx';
import { ListScreen } from '../../../kit/list/ListScreen.tsx';
import { OneTimeSecret } from '../../../kit/OneTimeSecret.tsx';
import { offer } from '../../../kit/saveFile.ts';
import type { Looks } from '../../../kit/table/cells.tsx';

const words = {
  none: text('还没有兑换码', 'No codes yet'),
  noneHint: text(
    '卖给下级的、以及本客户通过 API 购买的每批兑换码会列在这里。',
    'Every batch of codes that you sold to a child or bought by the API is listed here.',
  ),
  voidTitle: text('作废 {batchNo} 未兑换的 {n} 个码？', 'Void the {n} unused {n|code|codes} of {batchNo}?'),
  voidNote: text(
    '{amount} {currency} 退回买方余额；不能恢复。',
    '{amount} {currency} go back to the buyer’s balance. This cannot be undone.',
  ),
  voided: text('已作废 {voided} 个', '{voided} voided'),
  takeTitle: text('下载 {batchNo} 的 {n} 个兑换码？', 'Download the {n} {n|code|codes} of {batchNo}?'),
  takeNote: text(
    '只能下载一次：之后任何人都看不到这些码。表格用一次性密码加密，密码随后显示。',
    'Only once: nobody sees these codes afterwards. The sheet is encrypted with a password that is shown next.',
  ),
  password: text('表格密码', 'Password of the sheet'),
  passwordNote: text('打开 {fileName} 需要此密码。', '{fileName} opens with this password only.'),
};

const LOOKS: Looks = {
  issuing: { shape: 'half', tone: 'busy' },
  issued: { shape: 'disc', tone: 'good' },
  failed: { shape: 'cross', tone: 'bad' },
};
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

type Row = RowOf<typeof listCodeBatches>;

const COLUMNS: readonly ColumnSpec<typeof listCodeBatches>[] = [
  { field: 'batchNo', pinned: 'left', width: 150 },
  { field: 'offerName', width: 140 },
  { field: 'packageName', width: 140 },
  { field: 'buyerName', width: 140 },
  { field: 'state', width: 90 },
  { field: 'count', width: 80 },
  { field: 'price', width: 80 },
  { field: 'paid', width: 100 },
  { field: 'redeemed', width: 90 },
  { field: 'redeeming', width: 90 },
  { field: 'open', width: 90 },
  { field: 'voided', width: 80 },
  { field: 'expired', width: 80 },
  { field: 'returned', width: 100 },
  { field: 'liability', width: 120 },
  { field: 'isTakeable', width: 90 },
  { field: 'expiresAt', width: 150 },
  { field: 'createdAt', width: 150 },
  { field: 'salesPlatform', width: 100 },
  { field: 'sellerName', width: 140 },
  { field: 'takenAt', isOff: true },
  { field: 'takenBy', isOff: true },
  { field: 'expiry', isOff: true },
  { field: 'currency', isOff: true },
];

const save = ({ fileName, content }: AnswerOf<typeof downloadCodes>) =>
  offer(new Blob([Uint8Array.from(atob(content), (each) => each.charCodeAt(0))], { type: XLSX }), fileName);

/** Batches of codes that the caller sold or bought. */
export default function BatchList() {
  const t = useText();
  const [taken, setTaken] = useState<AnswerOf<typeof downloadCodes>>();
  const voiding = useChange(voidCodes, { done: ({ voided }) => t(words.voided, { voided }) });
  const taking = useChange(downloadCodes, {
    onDone: (answer) => {
      save(answer);
      setTaken(answer);
    },
  });
  const askVoid = ({ id, batchNo, open, price, currency }: Row) => {
    const amount = moneyText(money(BigInt(price) * BigInt(open), currency));
    void voiding.confirm({
      title: t(words.voidTitle, { batchNo, n: open }),
      body: <p>{t(words.voidNote, { amount, currency })}</p>,
      confirm: t(voidCodes.summary),
      isDanger: true,
      sends: { body: { batchId: id } },
    });
  };
  const askTake = ({ id, batchNo, count }: Row) =>
    void taking.confirm({
      title: t(words.takeTitle, { batchNo, n: count }),
      body: <p>{t(words.takeNote)}</p>,
      confirm: t(downloadCodes.summary),
      sends: { body: { batchId: id } },
    });
  return (
    <>
      <ListScreen
        list={listCodeBatches}
        columns={COLUMNS}
        filters={['batchNo', 'offerName', 'packageName', 'salesPlatform', 'state', 'createdAt', 'expiresAt']}
        looks={{ state: LOOKS }}
        isMoving={({ state, redeeming }) => state === 'issuing' || redeeming > 0}
        rowName={(row) => row.batchNo}
        rowActions={(row) => [
          ...(row.isTakeable
            ? [{ key: 'take', label: t(downloadCodes.summary), call: downloadCodes, onPick: () => askTake(row) }]
            : []),
          ...(row.open > 0 && row.state === 'issued'
            ? [
                {
                  key: 'void',
                  label: t(voidCodes.summary),
                  call: voidCodes,
                  isDanger: true,
                  onPick: () => askVoid(row),
                },
              ]
            : []),
        ]}
        empty={{ title: words.none, hint: words.noneHint }}
      />
      {taken ? (
        <OneTimeSecret
          secret={{
            title: t(words.password),
            label: nouns.password,
            value: taken.password,
            note: t(words.passwordNote, { fileName: taken.fileName }),
          }}
          onClose={() => setTaken(undefined)}
        />
      ) : null}
    </>
  );
}
