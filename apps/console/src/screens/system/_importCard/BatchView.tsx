import { cardFields } from '@cardinal/contract/api/cards/cardFields.ts';
import {
  cancelImport,
  decideImport,
  importTemplate,
  listImports,
  undoImport,
  uploadImport,
  wrongRowsSheet,
} from '@cardinal/contract/api/cards/imports.ts';
import { Platform } from '@cardinal/contract/enumerations/card.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { Button, Radio } from 'antd';
import { type ReactNode, useState } from 'react';
import { useChange } from '../../../kit/change.ts';
import { DecideBatch, MovingBatch, TaskLink } from '../../../kit/import/BatchSteps.tsx';
import { DryRunFigures, WrongRows } from '../../../kit/import/DryRunResult.tsx';
import { saveFile } from '../../../kit/saveFile.ts';
import { Can } from '../../../shell/Can.tsx';
import { Link } from '../../../shell/Link.tsx';
import { cardsOfBatch } from './batchLinks.ts';
import { MAY_UNDO } from './importLooks.ts';
import type { Batch } from './useBatch.ts';
import { useUndo } from './useUndo.ts';

const words = {
  file: text('文件', 'File'),
  account: text('通道', 'Carrier account'),
  customer: text('归属客户', 'Customer'),
  started: text('上传时间', 'Uploaded at'),
  compares: text(
    '逐行校验后，再与表内其他行和已有的卡比对。',
    'Every row is checked, then compared with the rest of the sheet and with the cards there are.',
  ),
  choice: text('如何导入', 'How to import'),
  goodOnly: text('只导入正确的 {good} 行', 'Only the {good} good rows'),
  goodOnlyHint: text(
    '其余 {wrong} 行不导入，可下载修改后再次导入。',
    'Left out: {wrong}. Mend them and import them again.',
  ),
  whole: text('整表导入，有一行失败则全部不导入', 'The whole sheet, or nothing at all'),
  wholeHint: text('在一个事务中完成。', 'In one transaction.'),
  wholeNot: text('有 {wrong} 行不能导入，不能选择整表导入。', 'Not while some rows cannot go in ({wrong}).'),
  start: text('导入 {good} 张卡', 'Import {good} {good|card|cards}'),
  end: text('结束此批次', 'Close this batch'),
  nothingGood: text(
    '没有可导入的行。请按下面的原因修改表格后重新上传。',
    'No row can go in. Mend the sheet by the reasons below and upload it again.',
  ),
  done: text('已导入 {imported} 张卡', '{imported} {imported|card|cards} imported'),
  unsynced: text(
    '卡的状态和用量来自运营商同步，同步前显示为初始状态。',
    'State and usage come from the carrier; until the first sync the cards show their initial state.',
  ),
  cancelled: text('导入已取消，没有写入更多卡', 'The import was cancelled; no more cards were written'),
  failed: text('导入失败', 'The import failed'),
  undone: text(
    '已撤销：移除 {removed} 张卡，保留 {kept} 张',
    'Undone: {removed} {removed|card|cards} removed, {kept} kept',
  ),
  kept: text('保留的卡在导入后被操作、激活或划拨过。', 'The kept ones were used, activated or allocated since.'),
  cards: text('查看这 {n} 张卡', 'See {n|this|these} {n} {n|card|cards}'),
  keptCards: text('查看保留的卡', 'See the kept cards'),
  again: text('再导入一批', 'Import another'),
  undo: text('撤销此批次', 'Undo this batch'),
  template: text('下载模板', 'Download the template'),
  close: text('关闭', 'Close'),
};

function Facts(props: { batch: Batch }) {
  const t = useText();
  const { batch } = props;
  return (
    <dl className="import-facts">
      <div>
        <dt>{t(words.file)}</dt>
        <dd title={batch.fileName}>{batch.fileName}</dd>
      </div>
      <div>
        <dt>{t(words.account)}</dt>
        <dd>
          {batch.carrierAccountName} · {t(Platform.labelOf(batch.platform))}
        </dd>
      </div>
      {batch.productCode === null ? null : (
        <div>
          <dt>{t(listImports.fields.productCode.label)}</dt>
          <dd title={batch.productCode}>{batch.productCode}</dd>
        </div>
      )}
      <div>
        <dt>{t(words.customer)}</dt>
        <dd>{batch.customerName}</dd>
      </div>
      <div>
        <dt>{t(words.started)}</dt>
        <dd>
          <TimeText at={batch.createdAt} />
        </dd>
      </div>
    </dl>
  );
}

function WrongRowsOf(props: { batch: Batch }) {
  const { batch } = props;
  const [isDownloading, setIsDownloading] = useState(false);
  const download = async () => {
    setIsDownloading(true);
    await saveFile(wrongRowsSheet, { batchId: batch.id });
    setIsDownloading(false);
  };
  return (
    <WrongRows
      result={batch}
      identifier={cardFields.iccid.label}
      isDownloading={isDownloading}
      onDownload={() => void download()}
    />
  );
}

/** Which rows go in; the button says how many cards that makes. */
function Choose(props: { batch: Batch }) {
  const { batch } = props;
  const t = useText();
  const decide = useChange(decideImport);
  const cancel = useChange(cancelImport);
  const [choice, setChoice] = useState<'goodOnly' | 'allOrNothing'>('goodOnly');
  const wrong = batch.bad + batch.already;
  const hasGood = batch.good > 0;
  const wrongCount = countAmount(wrong);
  return (
    <>
      {hasGood ? null : <p className="import-note is-warning">{t(words.nothingGood)}</p>}
      <DryRunFigures result={batch} />
      <Can call={decideImport}>
        {hasGood && wrong > 0 ? (
          <fieldset className="import-choice">
            <legend>{t(words.choice)}</legend>
            <Radio.Group value={choice} onChange={(event) => setChoice(event.target.value)}>
              <Radio value="goodOnly">
                {t(words.goodOnly, { good: countAmount(batch.good) })}
                <small>{t(words.goodOnlyHint, { wrong: wrongCount })}</small>
              </Radio>
              <Radio value="allOrNothing" disabled>
                {t(words.whole)}
                <small>{t(words.wholeNot, { wrong: wrongCount })}</small>
              </Radio>
            </Radio.Group>
          </fieldset>
        ) : hasGood ? (
          <fieldset className="import-choice">
            <legend>{t(words.choice)}</legend>
            <Radio.Group value={choice} onChange={(event) => setChoice(event.target.value)}>
              <Radio value="goodOnly">{t(words.goodOnly, { good: countAmount(batch.good) })}</Radio>
              <Radio value="allOrNothing">
                {t(words.whole)}
                <small>{t(words.wholeHint)}</small>
              </Radio>
            </Radio.Group>
          </fieldset>
        ) : null}
      </Can>
      <WrongRowsOf batch={batch} />
      <DecideBatch
        decide={{
          call: decideImport,
          run: () => void decide.run({ body: { batchId: batch.id, choice } }),
          isRunning: decide.isRunning,
        }}
        cancel={{
          call: cancelImport,
          run: () => void cancel.run({ body: { batchId: batch.id } }),
          isRunning: cancel.isRunning,
        }}
        label={hasGood ? t(words.start, { good: countAmount(batch.good) }) : t(words.end)}
      />
    </>
  );
}

function Moving(props: { batch: Batch }) {
  const { batch } = props;
  const cancel = useChange(cancelImport);
  const step = {
    call: cancelImport,
    run: () => void cancel.run({ body: { batchId: batch.id } }),
    isRunning: cancel.isRunning,
  };
  return <MovingBatch batch={batch} checkingNote={words.compares} cancel={step} />;
}

function Ended(props: { batch: Batch; onAgain: () => void; onClose: () => void }) {
  const { batch } = props;
  const t = useText();
  const undo = useUndo();
  const cards = cardsOfBatch(batch.id, batch.kind);
  const imported = countAmount(batch.imported);
  const hasCards = batch.imported > 0 && batch.state !== 'undone';
  const said: Partial<Record<Batch['state'], ReactNode>> = {
    done: (
      <p className="import-note is-good">
        <b>{t(words.done, { imported })}</b>
        {batch.imported > 0 ? t(words.unsynced) : null}
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
  return (
    <>
      {said[batch.state]}
      <p className="import-links">
        {hasCards ? <Link to={cards}>{t(words.cards, { n: imported })}</Link> : null}
        {batch.state === 'undone' && batch.kept > 0 ? <Link to={cards}>{t(words.keptCards)}</Link> : null}
        <TaskLink taskId={batch.taskId} />
        {batch.state === 'failed' ? (
          <button type="button" className="link-button" onClick={() => void saveFile(importTemplate, {})}>
            {t(words.template)}
          </button>
        ) : null}
      </p>
      {batch.bad + batch.already > 0 ? (
        <>
          <DryRunFigures result={batch} />
          <WrongRowsOf batch={batch} />
        </>
      ) : null}
      <div className="import-actions">
        {hasCards && MAY_UNDO.has(batch.state) ? (
          <Can call={undoImport}>
            <Button danger onClick={() => void undo(batch)}>
              {t(words.undo)}
            </Button>
          </Can>
        ) : null}
        <Can call={uploadImport}>
          <Button onClick={props.onAgain}>{t(words.again)}</Button>
        </Can>
        <Button type="primary" onClick={props.onClose}>
          {t(words.close)}
        </Button>
      </div>
    </>
  );
}

/** A batch where it stands: being checked, waiting for a decision, running, or over. */
export function BatchView(props: { batch: Batch; onAgain: () => void; onClose: () => void }) {
  const { batch } = props;
  return (
    <div className="import-batch">
      <Facts batch={batch} />
      {batch.state === 'waiting' ? (
        <Choose batch={batch} />
      ) : batch.state === 'checking' || batch.state === 'running' || batch.state === 'undoing' ? (
        <Moving batch={batch} />
      ) : (
        <Ended batch={batch} onAgain={props.onAgain} onClose={props.onClose} />
      )}
    </div>
  );
}
