import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Box } from '@cardinal/ui/layout/Box.tsx';
import { TextButton } from '@cardinal/ui/layout/Choices.tsx';
import { Grid } from '@cardinal/ui/layout/Grid.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Note, Span } from '@cardinal/ui/layout/Text.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { Button, Radio } from 'antd';
import { type ReactNode, useState } from 'react';
import { Can } from '../../shell/Can.tsx';
import { Link } from '../../shell/Link.tsx';
import { CallButton } from '../CallButton.tsx';
import { useChange } from '../change.ts';
import type { FactLine } from '../FactsList.tsx';
import { DecideBatch, MovingBatch, TaskLink } from '../import/BatchSteps.tsx';
import { DryRunFigures, WrongRows } from '../import/DryRunResult.tsx';
import { saveFile } from '../saveFile.ts';
import type { ImportBatch, ImportDesk, UndoableDesk } from './importDesk.ts';
import { MAY_UNDO, MOVING } from './importLooks.ts';
import { useUndo } from './useUndo.ts';

const words = {
  source: text('来源', 'From'),
  choice: text('如何导入', 'How to import'),
  start: text('导入 {what}', 'Import {what}'),
  end: text('结束此批次', 'Close batch'),
  nothingGood: text(
    '没有可导入的行。请按下面的原因修改后重新导入。',
    'No rows can be imported. Fix the problems below and import again.',
  ),
  done: text('已导入 {what}', '{what} imported'),
  failed: text('导入失败', 'Import failed'),
  again: text('再导入一批', 'Import another'),
  undo: text('撤销此批次', 'Undo batch'),
};

type Props<B extends ImportBatch> = { readonly desk: ImportDesk<B>; readonly batch: B };

function Facts<B extends ImportBatch>({ desk, batch }: Props<B>) {
  const t = useText();
  const facts: readonly FactLine[] = [
    { label: words.source, value: batch.fileName },
    ...desk.facts(batch, t),
    ...(batch.productCode === null ? [] : [{ label: nouns.product, value: batch.productCode }]),
    { label: nouns.owner, value: batch.customerName },
    { label: nouns.createdAt, value: <TimeText at={batch.createdAt} /> },
  ];
  return (
    <Box isWell>
      <Grid as="dl" gap="s" size="m">
        {facts.map(({ label, value }) => (
          <div key={label.en}>
            <dt>{t(label)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </Grid>
    </Box>
  );
}

function Wrong<B extends ImportBatch>({ desk, batch }: Props<B>) {
  const t = useText();
  const [isDownloading, setIsDownloading] = useState(false);
  const download = async () => {
    setIsDownloading(true);
    await saveFile(desk.wrongRows, { [desk.idKey]: batch.id });
    setIsDownloading(false);
  };
  const badRows = batch.badRows.map((row) => ({ ...row, iccid: desk.subjectOf(row) }));
  return (
    <>
      {desk.OverWrong ? <desk.OverWrong batch={batch} /> : null}
      <WrongRows
        result={{ reasons: batch.reasons, badRows }}
        identifier={desk.words.subject}
        isDownloading={isDownloading}
        onDownload={() => void download()}
      />
      {badRows.length > 0 && desk.words.wrongNote ? <p className="field-help">{t(desk.words.wrongNote)}</p> : null}
    </>
  );
}

/** A step of a batch that needs no input. */
function useStep(desk: Pick<ImportDesk, 'idKey'>, call: ImportDesk['cancel'], batchId: string, more: object = {}) {
  const { run, isRunning } = useChange(call);
  return { call, run: () => void run({ body: { [desk.idKey]: batchId, ...more } }), isRunning };
}

/** Which rows go in; the button says how many that makes. */
function Choose<B extends ImportBatch>({ desk, batch }: Props<B>) {
  const t = useText();
  const choices = desk.choices(batch, t);
  const [first] = choices;
  const [picked, setPicked] = useState(first?.value);
  const chosen = choices.find(({ value }) => value === picked) ?? first;
  const decide = useStep(desk, desk.decide, batch.id, { choice: chosen?.value });
  const cancel = useStep(desk, desk.cancel, batch.id);
  return (
    <>
      {batch.good > 0 ? null : <Note>{t(words.nothingGood)}</Note>}
      <DryRunFigures result={batch} good={desk.words.good} already={desk.words.already} />
      {desk.UnderFigures ? <desk.UnderFigures batch={batch} /> : null}
      {choices.length > 1 ? (
        <Can call={desk.decide}>
          <fieldset className="import-choice">
            <legend>{t(words.choice)}</legend>
            <Radio.Group value={chosen?.value} onChange={(event) => setPicked(event.target.value)}>
              {choices.map(({ value, label, hint, isDisabled }) => (
                <Radio key={value} value={value} disabled={isDisabled ?? false}>
                  {label}
                  {hint ? <small>{hint}</small> : null}
                </Radio>
              ))}
            </Radio.Group>
          </fieldset>
        </Can>
      ) : null}
      <Wrong desk={desk} batch={batch} />
      <DecideBatch
        decide={decide}
        cancel={cancel}
        label={
          chosen && chosen.going > 0
            ? t(desk.words.start ?? words.start, { what: t(desk.words.n, { n: countAmount(chosen.going) }) })
            : t(words.end)
        }
        isHeld={desk.isHeld?.(batch) ?? false}
      />
    </>
  );
}

function Moving<B extends ImportBatch>({ desk, batch }: Props<B>) {
  const cancel = useStep(desk, desk.cancel, batch.id);
  const { checking } = desk.words;
  return <MovingBatch batch={batch} {...(checking && { checkingNote: checking })} cancel={cancel} />;
}

function Undo({ desk, batch }: { desk: UndoableDesk; batch: ImportBatch }) {
  const t = useText();
  const undo = useUndo(desk);
  return (
    <CallButton call={desk.undo} danger onClick={() => void undo(batch)}>
      {t(words.undo)}
    </CallButton>
  );
}

function Ended<B extends ImportBatch>(props: Props<B> & { onAgain: () => void; onClose: () => void }) {
  const { desk, batch } = props;
  const t = useText();
  const own = desk.words;
  const imported = countAmount(batch.imported);
  const isUndone = batch.state === 'undone';
  const left = isUndone ? batch.kept : batch.imported;
  const said: Partial<Record<ImportBatch['state'], ReactNode>> = {
    done: (
      <Note tone="success">
        <b>{t(words.done, { what: t(own.n, { n: imported }) })}</b>
        {batch.imported > 0 && own.done ? <Span isBlock>{t(own.done)}</Span> : null}
      </Note>
    ),
    cancelled: <Note tone="plain">{t(own.cancelled)}</Note>,
    failed: (
      <Note tone="danger" role="alert">
        <b>{t(words.failed)}</b>
        <Span isBlock>{batch.failure}</Span>
      </Note>
    ),
    undone: (
      <Note tone="plain">
        <b>{own.undone && t(own.undone, { removed: countAmount(batch.removed), kept: countAmount(batch.kept) })}</b>
        {batch.kept > 0 && own.kept ? <Span isBlock>{t(own.kept)}</Span> : null}
      </Note>
    ),
  };
  return (
    <>
      {said[batch.state]}
      <Inline as="p" gap="l">
        {left > 0 ? (
          <Link to={desk.broughtBy(batch)}>{t((isUndone && own.seeKept) || own.see, { n: imported })}</Link>
        ) : null}
        <TaskLink taskId={batch.taskId} />
        {batch.state === 'failed' ? (
          <TextButton onClick={() => void saveFile(desk.template, {})}>{t(verbs.downloadTemplate)}</TextButton>
        ) : null}
      </Inline>
      {batch.bad + batch.already > 0 ? <DryRunFigures result={batch} good={own.good} already={own.already} /> : null}
      {desk.UnderFigures ? <desk.UnderFigures batch={batch} /> : null}
      <Wrong desk={desk} batch={batch} />
      <div className="import-actions">
        {desk.undo && batch.imported > 0 && MAY_UNDO.has(batch.state) ? (
          <Undo desk={desk as UndoableDesk} batch={batch} />
        ) : null}
        <CallButton call={desk.upload} onClick={props.onAgain}>
          {t(words.again)}
        </CallButton>
        <Button type="primary" onClick={props.onClose}>
          {t(verbs.close)}
        </Button>
      </div>
    </>
  );
}

/** A batch in its current state: being checked, waiting for a decision, running or finished. */
export function ImportBatchView<B extends ImportBatch>(props: Props<B> & { onAgain: () => void; onClose: () => void }) {
  const { desk, batch } = props;
  return (
    <Stack gap="l" grows>
      <Facts desk={desk} batch={batch} />
      {desk.UnderFacts ? <desk.UnderFacts batch={batch} /> : null}
      {batch.state === 'waiting' ? (
        <Choose desk={desk} batch={batch} />
      ) : MOVING.has(batch.state) ? (
        <Moving desk={desk} batch={batch} />
      ) : (
        <Ended {...props} />
      )}
    </Stack>
  );
}
