import { selectCardFirst } from '@cardinal/contract/api/cards/cardRefusals.ts';
import {
  type CardAction,
  listSkipped,
  previewSelection,
  type SelectionSource,
  startAction,
  uploadSelection,
} from '@cardinal/contract/api/cards/selection.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { IMPORT_FILE } from '@cardinal/primitives/file.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { Button, Segmented } from 'antd';
import { type ReactNode, useState } from 'react';
import { isFailure } from '../../http/failure.ts';
import { confirmFirst } from '../../shell/questions.ts';
import { toast } from '../../shell/toasts.ts';
import { CardPicker, hasNumbers, NO_NUMBERS, numbersProblem } from '../CardPicker.tsx';
import { useChange } from '../change.ts';
import { type FieldProblems, FORM_ERROR, problemsFrom } from '../formProblems.ts';
import { UploadField } from '../UploadField.tsx';
import type { CheckedFile, FileDemand } from '../upload/checkFile.ts';
import { sourceOfNumbers } from './cardSource.ts';
import { PreviewFigures } from './PreviewFigures.tsx';

const words = {
  cards: text('张卡', 'cards'),
  from: text('选择方式', 'Which cards'),
  picked: text('所选 {n} 张卡', '{n} selected cards'),
  numbers: text('号码或号段', 'Numbers or segment'),
  file: text('上传文件', 'File'),
  fileLabel: text('卡号文件', 'File of card numbers'),
  fileHelp: text('xls 或 xlsx，第一列为号码', 'xls or xlsx, numbers in the first column'),
  preview: text('预检', 'Preview'),
  back: text('返回修改', 'Back'),
  act: text('{action} {n} 张卡', '{action} {n} cards'),
  question: text('{action} {n} 张卡？', '{action} {n} cards?'),
  started: text('{action}任务 {taskNo} 已提交', '{action}: task {taskNo} has started'),
  approval: text('任务 {taskNo} 已提交，等待另一账号复核', 'Task {taskNo} waits for a second account'),
  openTask: text('查看任务', 'Open the task'),
  needsApproval: text(
    '数量较大：提交后需要另一账号复核才会执行。',
    'This many need a second account: nothing happens before it agrees.',
  ),
};

type Parameters = NonNullable<BodyOf<typeof previewSelection>['parameters']>;
export type Preview = AnswerOf<typeof previewSelection>;

/** An action on many cards as a screen declares it. */
export type CardBulkAction = {
  readonly action: CardAction;
  readonly label: Text;
  /** What follows, in a sentence; the dialog repeats it. */
  readonly consequence: Text;
  readonly isDanger?: boolean;
  /** Fields of the action's own parameters. */
  readonly parameters?: (value: Parameters, change: (value: Parameters) => void, problems: FieldProblems) => ReactNode;
};

const FILE_DEMAND: FileDemand = {
  extensions: IMPORT_FILE.extensions,
  maxBytes: IMPORT_FILE.maxBytes,
  content: 'sheet',
};

type From = 'picked' | 'numbers' | 'file';

/**
 * From «which cards» over a frozen preview to the task: rows picked, everything filtered, a pasted list, a segment or
 * a file; what will change, what will not and why; then the confirmation that repeats the number.
 */
export function CardBulkSheet(props: {
  bulk: CardBulkAction;
  /** What was picked in the list; without it numbers or a file are asked for. */
  picked?: { source: SelectionSource; count: number } | undefined;
  onClose: () => void;
  onStarted: () => void;
}) {
  const { bulk, picked } = props;
  const t = useText();
  const [from, setFrom] = useState<From>(picked ? 'picked' : 'numbers');
  const [numbers, setNumbers] = useState(NO_NUMBERS);
  const [file, setFile] = useState<CheckedFile>();
  const [parameters, setParameters] = useState<Parameters>({});
  const [problems, setProblems] = useState<FieldProblems>({});
  const [preview, setPreview] = useState<Preview>();
  const asking = useChange(previewSelection, { isSilent: true });
  const uploading = useChange(uploadSelection, { isSilent: true });
  const starting = useChange(startAction);

  const sourceOf = async (): Promise<SelectionSource | undefined> => {
    if (from === 'picked' && picked) return picked.source;
    if (from === 'numbers' && hasNumbers(numbers)) return sourceOfNumbers(numbers);
    if (from !== 'file' || !file) return undefined;
    const uploaded = await uploading.run({ body: {}, file: file.file });
    return uploaded && { kind: 'file', fileId: uploaded.fileId };
  };

  const ask = async () => {
    setProblems({});
    const wrong = from === 'numbers' && hasNumbers(numbers) ? numbersProblem(numbers, t) : undefined;
    if (wrong) {
      setProblems({ numbers: wrong });
      toast.warning(t(FORM_ERROR));
      return;
    }
    try {
      const source = await sourceOf();
      if (!source) {
        toast.warning(t(selectCardFirst.text));
        return;
      }
      setPreview(await asking.run({ body: { action: bulk.action, source, parameters } }));
    } catch (error) {
      if (!isFailure(error)) throw error;
      const fields = problemsFrom(error.fields);
      if (fields) {
        // Which cards is one field here; the server names the part of it that is wrong.
        const atSource = Object.entries(fields).find(([field]) => field.startsWith('source'))?.[1];
        setProblems({ ...fields, ...(atSource ? { numbers: atSource } : {}) });
        toast.warning(t(FORM_ERROR));
      } else if (error.kind !== 'session' && error.kind !== 'cancelled') toast.error(error.message);
    }
  };

  const start = async (shown: Preview) => {
    const n = countAmount(shown.willTouch);
    const mustType = shown.typeCountFrom !== null && shown.willTouch >= shown.typeCountFrom;
    const isSure = await confirmFirst({
      title: t(words.question, { action: bulk.label, n }),
      body: (
        <>
          <p>{t(bulk.consequence)}</p>
          {shown.needsApproval ? <p>{t(words.needsApproval)}</p> : null}
        </>
      ),
      confirm: t(words.act, { action: bulk.label, n }),
      isDanger: bulk.isDanger ?? false,
      typedCount: mustType ? shown.willTouch : undefined,
    });
    if (!isSure) return;
    const answer = await starting.run({
      body: { previewId: shown.previewId, ...(mustType ? { typedCount: shown.willTouch } : {}) },
    });
    if (!answer) return;
    const said = answer.needsApproval ? words.approval : words.started;
    toast.success(t(said, { action: bulk.label, taskNo: answer.taskNo }), {
      label: t(words.openTask),
      to: `/taskManagement/systemTask?taskNoContains=${encodeURIComponent(answer.taskNo)}`,
    });
    props.onStarted();
    props.onClose();
  };

  const footer = preview ? (
    <div className="sheet-actions">
      <Button onClick={() => setPreview(undefined)}>{t(words.back)}</Button>
      <Button
        type="primary"
        danger={bulk.isDanger ?? false}
        disabled={preview.willTouch === 0}
        loading={starting.isRunning}
        onClick={() => start(preview)}
      >
        {t(words.act, { action: bulk.label, n: countAmount(preview.willTouch) })}
      </Button>
    </div>
  ) : (
    <div className="sheet-actions">
      <Button type="primary" loading={asking.isRunning || uploading.isRunning} onClick={ask}>
        {t(words.preview)}
      </Button>
    </div>
  );

  return (
    <Sheet isOpen title={t(bulk.label)} width={560} onClose={props.onClose} footer={footer}>
      {preview ? (
        <PreviewFigures preview={preview} skipped={listSkipped} />
      ) : (
        <div className="card-picker">
          <Segmented
            aria-label={t(words.from)}
            value={from}
            options={[
              ...(picked
                ? [{ value: 'picked' as const, label: t(words.picked, { n: countAmount(picked.count) }) }]
                : []),
              { value: 'numbers' as const, label: t(words.numbers) },
              { value: 'file' as const, label: t(words.file) },
            ]}
            onChange={setFrom}
          />
          {from === 'numbers' ? (
            <CardPicker value={numbers} onChange={setNumbers} problem={problems['numbers']} />
          ) : null}
          {from === 'file' ? (
            <UploadField
              label={t(words.fileLabel)}
              help={t(words.fileHelp)}
              demand={FILE_DEMAND}
              value={file}
              onValue={setFile}
            />
          ) : null}
          {bulk.parameters?.(parameters, setParameters, problems)}
          <p className="sheet-note">{t(bulk.consequence)}</p>
        </div>
      )}
    </Sheet>
  );
}
