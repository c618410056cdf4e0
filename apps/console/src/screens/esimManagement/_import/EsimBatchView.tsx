import type { numberImports } from '@cardinal/contract/api/esim/imports.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { Button, Radio } from 'antd';
import { type ReactNode, useState } from 'react';
import { useChange } from '../../../kit/change.ts';
import { type FactLine, FactsList } from '../../../kit/FactsList.tsx';
import { DecideBatch, MovingBatch, TaskLink } from '../../../kit/import/BatchSteps.tsx';
import { DryRunFigures, WrongRows } from '../../../kit/import/DryRunResult.tsx';
import { LiveProgress } from '../../../kit/import/LiveProgress.tsx';
import { RowsAtFault } from '../../../kit/import/RowsAtFault.tsx';
import { FigureCell, figures, LinesTable } from '../../../kit/LinesTable.tsx';
import { saveFile } from '../../../kit/saveFile.ts';
import { Can } from '../../../shell/Can.tsx';
import { Link } from '../../../shell/Link.tsx';
import { wordsOf } from './importWords.ts';
import { type EsimBatch, type ImportApi, isOfChips, isVerifying } from './useEsimBatch.ts';

const words = {
  file: text('文件', 'File'),
  smdp: text('SM-DP+ 通道', 'SM-DP+ account'),
  customer: text('归属客户', 'Customer'),
  product: text('产品', 'Product'),
  started: text('上传时间', 'Uploaded at'),
  same: text('同一文件已由批次 {batchNo} 导入过', 'The same file was imported before, as batch {batchNo}'),
  choice: text('如何导入', 'How to import'),
  all: text('导入全部可导入的 {n} 行', 'All {n} good rows'),
  withoutWarned: text('不导入有提醒的 {n} 行', 'Leave out the {n} warned rows'),
  warnedTitle: text('有提醒的行', 'Rows with a warning'),
  row: text('行号', 'Row'),
  warning: text('提醒', 'Warning'),
  start: text('导入 {what}', 'Import {what}'),
  end: text('结束此批次', 'Close this batch'),
  nothingGood: text(
    '没有可导入的行。请按下面的原因修改表格后重新上传。',
    'No row can go in. Mend the sheet by the reasons below and upload it again.',
  ),
  secrets: text(
    '激活码和 matchingId 不会出现在错误行表格中。',
    'Activation codes and matching IDs are never in that sheet.',
  ),
  verify: text('向 SM-DP+ 核对', 'Check at the SM-DP+'),
  verifying: text('正在向 SM-DP+ 核对', 'Checking at the SM-DP+'),
  verifyNote: text(
    '可先向 SM-DP+ 逐个核对：不存在或不可用的会列为提醒，可选择不导入。',
    'The SM-DP+ can be asked about each first: what it does not know or has not free is warned of and can be left out.',
  ),
  verified: text('已核对 {n} 个', '{n} checked at the SM-DP+,'),
  done: text('已导入 {what}', '{what} imported'),
  cancelled: text('导入已取消，没有写入更多数据', 'The import was cancelled; nothing more was written'),
  failed: text('导入失败', 'The import failed'),
  undone: text('已撤销：移除 {removed}，保留 {kept}', 'Undone: {removed} removed, {kept} kept'),
  kept: text('保留的在导入后被使用过或划拨过。', 'The kept ones were used or allocated since.'),
  see: text('查看导入的内容', 'See what it brought'),
  again: text('再导入一批', 'Import another'),
  stock: text('库存变化', 'Stock before and after'),
  type: text('码号类型', 'Profile type'),
  before: text('导入前', 'Before'),
  after: text('导入后', 'After'),
};

type Props = { readonly api: ImportApi; readonly batch: EsimBatch };

function Facts({ api, batch }: Props) {
  const t = useText();
  const own = wordsOf(api);
  const facts: FactLine[] = [
    { label: words.file, value: batch.fileName },
    { label: own.account, value: batch.carrierAccountName },
    ...(batch.smdpAccountName === null ? [] : [{ label: words.smdp, value: batch.smdpAccountName }]),
    ...(batch.productCode === null ? [] : [{ label: words.product, value: batch.productCode }]),
    { label: words.customer, value: batch.customerName },
    { label: words.started, value: <TimeText at={batch.createdAt} /> },
  ];
  return (
    <>
      <FactsList facts={facts} />
      {batch.sameFileAs === null ? null : (
        <p className="import-note is-warning">{t(words.same, { batchNo: batch.sameFileAs })}</p>
      )}
    </>
  );
}

function Wrong({ api, batch }: Props) {
  const t = useText();
  const own = wordsOf(api);
  const [isDownloading, setIsDownloading] = useState(false);
  const download = async () => {
    setIsDownloading(true);
    await saveFile(api.wrongRows, { esimBatchId: batch.id });
    setIsDownloading(false);
  };
  const rows = batch.badRows.map(({ rowNumber, subject, words: said }) => ({ rowNumber, iccid: subject, words: said }));
  return (
    <>
      {batch.warnedRows.length > 0 ? (
        <section className="dry-run-part">
          <h2>{t(words.warnedTitle)}</h2>
          <RowsAtFault
            title={t(words.warnedTitle)}
            columns={[words.row, own.subject, words.warning]}
            rows={batch.warnedRows.map(({ rowNumber, subject, words: said }) => ({
              rowNumber,
              value: subject,
              words: said,
            }))}
          />
        </section>
      ) : null}
      <WrongRows
        result={{ reasons: batch.reasons, badRows: rows }}
        identifier={own.subject}
        isDownloading={isDownloading}
        onDownload={() => void download()}
      />
      {rows.length > 0 && !isOfChips(api) ? <p className="field-help">{t(words.secrets)}</p> : null}
    </>
  );
}

/** Holds the good rows against the SM-DP+; what it says otherwise of them is a warning of their rows. */
function Verify({ api, batch }: { api: typeof numberImports; batch: EsimBatch }) {
  const t = useText();
  const verify = useChange(api.verify);
  if (isVerifying(batch)) {
    return <LiveProgress label={t(words.verifying)} done={batch.verified} total={batch.good} run="verify" />;
  }
  return (
    <p className="import-verify">
      {batch.verifiedAt === null ? (
        t(words.verifyNote)
      ) : (
        <>
          {t(words.verified, { n: countAmount(batch.verified) })} <TimeText at={batch.verifiedAt} />
        </>
      )}{' '}
      <Can call={api.verify}>
        <Button
          size="small"
          loading={verify.isRunning}
          onClick={() => void verify.run({ body: { esimBatchId: batch.id } })}
        >
          {t(words.verify)}
        </Button>
      </Can>
    </p>
  );
}

/** Which rows go in; the button says how many that makes. */
function Choose({ api, batch }: Props) {
  const t = useText();
  const own = wordsOf(api);
  const decide = useChange(api.decide);
  const cancel = useChange(api.cancel);
  const [choice, setChoice] = useState<'all' | 'withoutWarned'>('all');
  const isBeingVerified = isVerifying(batch);
  const going = choice === 'all' ? batch.good : batch.good - batch.warned;
  return (
    <>
      {batch.good > 0 ? null : <p className="import-note is-warning">{t(words.nothingGood)}</p>}
      <DryRunFigures result={batch} />
      {isOfChips(api) || batch.good === 0 ? null : <Verify api={api} batch={batch} />}
      {batch.warned > 0 ? (
        <fieldset className="import-choice">
          <legend>{t(words.choice)}</legend>
          <Radio.Group value={choice} onChange={(event) => setChoice(event.target.value)}>
            <Radio value="all">{t(words.all, { n: countAmount(batch.good) })}</Radio>
            <Radio value="withoutWarned">{t(words.withoutWarned, { n: countAmount(batch.warned) })}</Radio>
          </Radio.Group>
        </fieldset>
      ) : null}
      <Wrong api={api} batch={batch} />
      <DecideBatch
        decide={{
          call: api.decide,
          run: () => void decide.run({ body: { esimBatchId: batch.id, choice } }),
          isRunning: decide.isRunning,
        }}
        cancel={{
          call: api.cancel,
          run: () => void cancel.run({ body: { esimBatchId: batch.id } }),
          isRunning: cancel.isRunning,
        }}
        label={going > 0 ? t(words.start, { what: t(own.n, { n: countAmount(going) }) }) : t(words.end)}
        isHeld={isBeingVerified}
      />
    </>
  );
}

function Moving({ api, batch }: Props) {
  const cancel = useChange(api.cancel);
  const step = {
    call: api.cancel,
    run: () => void cancel.run({ body: { esimBatchId: batch.id } }),
    isRunning: cancel.isRunning,
  };
  return <MovingBatch batch={batch} cancel={step} />;
}

/** Where what came by a batch is seen. */
export const broughtBy = (api: ImportApi, batchId: string): string =>
  `/esimManagement/${isOfChips(api) ? 'esimCardList' : 'codeNumberList'}?importBatchId=${batchId}`;

function Ended({ api, batch, onAgain }: Props & { onAgain: () => void }) {
  const t = useText();
  const own = wordsOf(api);
  const what = t(own.n, { n: countAmount(batch.imported) });
  const said: Partial<Record<EsimBatch['state'], ReactNode>> = {
    done: (
      <p className="import-note is-good">
        <b>{t(words.done, { what })}</b>
      </p>
    ),
    cancelled: <p className="import-note">{t(words.cancelled)}</p>,
    failed: (
      <p className="import-note is-bad" role="alert">
        <b>{t(words.failed)}</b>
        {batch.failure}
      </p>
    ),
    undone: (
      <p className="import-note">
        <b>{t(words.undone, { removed: countAmount(batch.removed), kept: countAmount(batch.kept) })}</b>
        {batch.kept > 0 ? t(words.kept) : null}
      </p>
    ),
  };
  const hasAny = batch.imported > 0 && (batch.state !== 'undone' || batch.kept > 0);
  return (
    <>
      {said[batch.state]}
      <p className="import-links">
        {hasAny ? <Link to={broughtBy(api, batch.id)}>{t(words.see)}</Link> : null}
        <TaskLink taskId={batch.taskId} />
      </p>
      {batch.stock.length > 0 ? (
        <section className="dry-run-part">
          <h2>{t(words.stock)}</h2>
          <LinesTable heads={[words.type, figures(words.before), figures(words.after)]}>
            {batch.stock.map((line) => (
              <tr key={line.profileType}>
                <td>{line.profileType}</td>
                <FigureCell>{countAmount(line.before)}</FigureCell>
                <FigureCell>{countAmount(line.after)}</FigureCell>
              </tr>
            ))}
          </LinesTable>
        </section>
      ) : null}
      <Wrong api={api} batch={batch} />
      <Can call={api.upload}>
        <div className="import-actions">
          <Button onClick={onAgain}>{t(words.again)}</Button>
        </div>
      </Can>
    </>
  );
}

/** One batch at whatever step it is. */
export function EsimBatchView(props: Props & { onAgain: () => void }) {
  const { api, batch } = props;
  const step =
    batch.state === 'waiting' ? (
      <Choose api={api} batch={batch} />
    ) : batch.state === 'checking' || batch.state === 'running' || batch.state === 'undoing' ? (
      <Moving api={api} batch={batch} />
    ) : (
      <Ended {...props} />
    );
  return (
    <div className="import-batch">
      <Facts api={api} batch={batch} />
      {step}
    </div>
  );
}
