import { selectCardFirst } from '@cardinal/contract/api/cards/cardRefusals.ts';
import {
  previewSelection,
  type SelectionSource,
  startAction,
  uploadSelection,
} from '@cardinal/contract/api/cards/selection.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { useState } from 'react';
import { isFailure } from '../../http/failure.ts';
import { confirmFirst } from '../../shell/questions.ts';
import { toast } from '../../shell/toasts.ts';
import { type CardNumbers, hasNumbers, NO_NUMBERS, numbersProblem } from '../CardPicker.tsx';
import { useChange } from '../change.ts';
import { type FieldProblems, FORM_ERROR, problemsFrom } from '../formProblems.ts';
import type { CheckedFile } from '../upload/checkFile.ts';
import type { BulkParameters, CardBulkAction, Preview } from './cardBulkAction.ts';
import { sourceOfNumbers } from './cardSource.ts';

const words = {
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

export type Picked = { readonly source: SelectionSource; readonly count: number };
/** How the cards are named: rows picked before, numbers or a segment, a sheet, a card set, labels. */
export type From = 'picked' | 'numbers' | 'file' | 'set' | 'tags';

/** What was said of «which cards», as its fields hold it. */
export type Choice = {
  readonly from: From;
  readonly numbers: CardNumbers;
  readonly file: CheckedFile | undefined;
  readonly setId: string | undefined;
  readonly tagIds: readonly string[];
};

/**
 * From «which cards» over a frozen preview to the task: asks, shows what is wrong at its field, confirms with the number.
 * Whoever draws it decides where the parts stand.
 */
export function useCardBulk(props: {
  bulk: CardBulkAction | undefined;
  picked?: Picked | undefined;
  /** The card set that is chosen at first. */
  setId?: string | undefined;
  onStarted: (taskId: string) => void;
}) {
  const { bulk, picked } = props;
  const t = useText();
  const [choice, setChoice] = useState<Choice>({
    from: picked ? 'picked' : props.setId ? 'set' : 'numbers',
    numbers: NO_NUMBERS,
    file: undefined,
    setId: props.setId,
    tagIds: [],
  });
  const [parameters, setParameters] = useState<BulkParameters>({});
  const [problems, setProblems] = useState<FieldProblems>({});
  const [preview, setPreview] = useState<Preview>();
  const asking = useChange(previewSelection, { isSilent: true });
  const uploading = useChange(uploadSelection, { isSilent: true });
  const starting = useChange(startAction);

  const sourceOf = async (): Promise<SelectionSource | undefined> => {
    const { from, numbers, file, setId, tagIds } = choice;
    if (from === 'picked') return picked?.source;
    if (from === 'numbers') return hasNumbers(numbers) ? sourceOfNumbers(numbers) : undefined;
    if (from === 'set') return setId ? { kind: 'set', setId } : undefined;
    if (from === 'tags') return tagIds.length > 0 ? { kind: 'filter', query: { tags: [...tagIds] } } : undefined;
    if (!file) return undefined;
    const uploaded = await uploading.run({ body: {}, file: file.file });
    return uploaded && { kind: 'file', fileId: uploaded.fileId };
  };

  const ask = async () => {
    if (!bulk) return;
    setProblems({});
    const { from, numbers } = choice;
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
      setPreview(
        await asking.run({ body: { action: bulk.action, source, parameters: { ...bulk.given, ...parameters } } }),
      );
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
    if (!bulk) return;
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
      to: `/taskManagement/systemTask?id=${answer.taskId}`,
    });
    setPreview(undefined);
    props.onStarted(answer.taskId);
  };

  // A preview is the answer to what was asked: another question leaves none to start.
  const anew =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value);
      setPreview(undefined);
    };

  return {
    choice,
    setChoice: anew(setChoice),
    parameters,
    setParameters: anew(setParameters),
    problems,
    preview,
    forget: () => setPreview(undefined),
    ask,
    start,
    isAsking: asking.isRunning || uploading.isRunning,
    isStarting: starting.isRunning,
    /** What the button that starts it says. */
    actWords: (shown: Preview) => (bulk ? t(words.act, { action: bulk.label, n: countAmount(shown.willTouch) }) : ''),
  };
}
export type CardBulk = ReturnType<typeof useCardBulk>;
