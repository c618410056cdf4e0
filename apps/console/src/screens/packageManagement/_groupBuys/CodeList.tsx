import { listRedeemCodes, voidCodes } from '@cardinal/contract/api/groupBuys/codes.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { useChange } from '../../../kit/change.ts';
import type { ColumnSpec } from '../../../kit/list/columns.tsx';
import { ListScreen } from '../../../kit/list/ListScreen.tsx';
import type { Looks } from '../../../kit/table/cells.tsx';
import { LookUp } from './LookUp.tsx';

const words = {
  none: text('没有兑换码', 'No codes'),
  noneHint: text(
    '兑换码只显示末四位；手里有完整的码时，用上方查码。',
    'Codes show their last four letters only. Look up a whole one above.',
  ),
  voidTitle: text('作废兑换码 {codeNo}？', 'Void the code {codeNo}?'),
  voidNote: text(
    '其单价退回买方余额；不能恢复。',
    'Its price goes back to the buyer’s balance. This cannot be undone.',
  ),
};

const LOOKS: Looks = {
  unused: { shape: 'ring', tone: 'neutral' },
  redeeming: { shape: 'half', tone: 'busy' },
  redeemed: { shape: 'disc', tone: 'good' },
  voided: { shape: 'cross', tone: 'neutral' },
  expired: { shape: 'square', tone: 'neutral' },
};

const COLUMNS: readonly ColumnSpec<typeof listRedeemCodes>[] = [
  { field: 'codeNo', pinned: 'left', width: 180 },
  { field: 'mask', width: 170 },
  { field: 'state', width: 100 },
  { field: 'iccid', width: 190 },
  { field: 'orderNo', width: 140 },
  { field: 'packageName', width: 150 },
  { field: 'buyerName', width: 150 },
  { field: 'price', width: 80 },
  { field: 'changedAt', width: 150 },
  { field: 'expiresAt', width: 150 },
  { field: 'failure', width: 180 },
  { field: 'batchNo', width: 150 },
  { field: 'currency', isOff: true },
];

/** Codes that the caller sold or bought, none of them whole. */
export default function CodeList() {
  const t = useText();
  const voiding = useChange(voidCodes);
  return (
    <ListScreen
      list={listRedeemCodes}
      columns={COLUMNS}
      filters={['codeNo', 'batchNo', 'iccid', 'state', 'packageName', 'orderNo']}
      looks={{ state: LOOKS }}
      isMoving={({ state }) => state === 'redeeming'}
      rowName={(row) => row.codeNo}
      lead={<LookUp />}
      rowActions={(row) =>
        row.state === 'unused'
          ? [
              {
                key: 'void',
                label: t(verbs.void),
                call: voidCodes,
                isDanger: true,
                onPick: () =>
                  void voiding.confirm({
                    title: t(words.voidTitle, { codeNo: row.codeNo }),
                    body: <p>{t(words.voidNote)}</p>,
                    confirm: t(verbs.void),
                    isDanger: true,
                    sends: { body: { batchId: row.batchId, codeIds: [row.id] } },
                  }),
              },
            ]
          : []
      }
      empty={{ title: words.none, hint: words.noneHint }}
    />
  );
}
