import { numberImports } from '@cardinal/contract/api/esim/imports.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { CallButton } from '../../../kit/CallButton.tsx';
import { useChange } from '../../../kit/change.ts';
import { LiveProgress } from '../../../kit/import/LiveProgress.tsx';
import { RowsAtFault } from '../../../kit/import/RowsAtFault.tsx';
import { FigureCell, figures, LinesTable } from '../../../kit/LinesTable.tsx';
import type { EsimBatch } from './esimImport.ts';

const words = {
  warnedTitle: text('有提醒的行', 'Rows with warnings'),
  verify: text('向 SM-DP+ 核对', 'Check with the SM-DP+'),
  verifying: text('正在向 SM-DP+ 核对', 'Checking with the SM-DP+'),
  verifyNote: text(
    '可先向 SM-DP+ 逐个核对：不存在或不可用的会列为提醒，可选择不导入。',
    'You can check each number with the SM-DP+ first. Unknown or unavailable numbers become warnings and can be left out.',
  ),
  verified: text('已核对 {n} 个', '{n} checked with the SM-DP+,'),
  stock: text('库存变化', 'Stock before and after'),
  before: text('导入前', 'Before'),
  after: text('导入后', 'After'),
};

export function WarnedRows({ batch, subject }: { batch: EsimBatch; subject: Text }) {
  const t = useText();
  if (batch.warnedRows.length === 0) return null;
  return (
    <Stack as="section" gap="s">
      <h2>{t(words.warnedTitle)}</h2>
      <RowsAtFault
        title={t(words.warnedTitle)}
        columns={[nouns.row, subject, nouns.warning]}
        rows={batch.warnedRows.map((row) => ({ ...row, value: row.subject }))}
      />
    </Stack>
  );
}

/** The check against the SM-DP+ is running. */
export const isVerifying = ({ verifyTaskId, verifiedAt, state }: EsimBatch): boolean =>
  state === 'waiting' && verifyTaskId !== null && verifiedAt === null;

/** Checks the valid rows against the SM-DP+; differences are shown as warnings of their rows. */
function Verify({ batch }: { batch: EsimBatch }) {
  const t = useText();
  const verify = useChange(numberImports.verify);
  if (isVerifying(batch)) {
    return <LiveProgress label={t(words.verifying)} done={batch.verified} total={batch.good} run="verify" />;
  }
  return (
    <Inline as="p" gap="m" ink="secondary">
      {batch.verifiedAt === null ? (
        t(words.verifyNote)
      ) : (
        <>
          {t(words.verified, { n: countAmount(batch.verified) })} <TimeText at={batch.verifiedAt} />
        </>
      )}{' '}
      <CallButton
        call={numberImports.verify}
        size="small"
        loading={verify.isRunning}
        onClick={() => void verify.run({ body: { esimBatchId: batch.id } })}
      >
        {t(words.verify)}
      </CallButton>
    </Inline>
  );
}

function Stock({ batch }: { batch: EsimBatch }) {
  const t = useText();
  if (batch.stock.length === 0) return null;
  return (
    <Stack as="section" gap="s">
      <h2>{t(words.stock)}</h2>
      <LinesTable heads={[nouns.profileType, figures(words.before), figures(words.after)]}>
        {batch.stock.map((line) => (
          <tr key={line.profileType}>
            <td>{line.profileType}</td>
            <FigureCell>{countAmount(line.before)}</FigureCell>
            <FigureCell>{countAmount(line.after)}</FigureCell>
          </tr>
        ))}
      </LinesTable>
    </Stack>
  );
}

/** For code numbers: the check against the SM-DP+ before the decision, and the effect on the stock after the import. */
export function SmdpAndStock({ batch }: { batch: EsimBatch }) {
  if (batch.state !== 'waiting') return <Stock batch={batch} />;
  return batch.good === 0 ? null : <Verify batch={batch} />;
}
