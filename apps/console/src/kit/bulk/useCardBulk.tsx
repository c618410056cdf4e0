import {
  previewSelection,
  type SelectionSource,
  uploadSelection,
} from '@cardinal/contract/api/cardBatches/selection.ts';
import { selectCardFirst } from '@cardinal/contract/api/cards/cardRefusals.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { useState } from 'react';
import { isFailure } from '../../http/failure.ts';
import { toast } from '../../shell/toasts.ts';
import { type CardNumbers, hasNumbers, NO_NUMBERS, numbersProblem } from '../CardPicker.tsx';
import { useChange } from '../change.ts';
import { type FieldProblems, FORM_ERROR, problemsFrom } from '../formProblems.ts';
import type { CheckedFile } from '../upload/checkFile.ts';
import type { BulkParameters, CardBulkAction, Preview } from './cardBulkAction.ts';
import { sourceOfNumbers } from './cardSource.ts';
import { useStartPreview } from './useStartPreview.tsx';

export type Picked = {
  readonly source: SelectionSource;
  readonly count: number;
  /** Its description, unless it is a number of rows picked one by one. */
  readonly label?: string;
};
/** How the cards are selected: rows picked before, numbers or a segment, a sheet, a card set, tags. */
export type From = 'picked' | 'numbers' | 'file' | 'set' | 'tags';

/** The fields of «which cards». */
export type Choice = {
  readonly from: From;
  readonly numbers: CardNumbers;
  readonly file: CheckedFile | undefined;
  readonly setId: string | undefined;
  readonly tagIds: readonly string[];
};

/**
 * The way from «which cards» over a frozen preview to the task: asks, shows errors at their fields, confirms with the number.
 * The caller lays out the parts.
 */
export function useCardBulk(props: {
  bulk: CardBulkAction | undefined;
  picked?: Picked | undefined;
  /** The card set that is chosen at first. */
  setId?: string | undefined;
  /** What the fields of the action hold at first. */
  initial?: BulkParameters | undefined;
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
  const [parameters, setParameters] = useState<BulkParameters>(props.initial ?? {});
  const [problems, setProblems] = useState<FieldProblems>({});
  const [preview, setPreview] = useState<Preview>();
  const asking = useChange(previewSelection, { isSilent: true });
  const uploading = useChange(uploadSelection, { isSilent: true });
  const starting = useStartPreview({ onStale: () => void ask() });

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

  const ask = async (): Promise<Preview | undefined> => {
    if (!bulk) return undefined;
    setProblems({});
    const { from, numbers } = choice;
    const wrong = from === 'numbers' && hasNumbers(numbers) ? numbersProblem(numbers, t) : undefined;
    if (wrong) {
      setProblems({ numbers: wrong });
      toast.warning(t(FORM_ERROR));
      return undefined;
    }
    try {
      const source = await sourceOf();
      if (!source) {
        setProblems({ cards: t(selectCardFirst.text) });
        toast.warning(t(selectCardFirst.text));
        return undefined;
      }
      const body = { action: bulk.action, source, parameters: { ...bulk.given, ...parameters } };
      const answer = await asking.run({ body });
      setPreview(answer);
      return answer;
    } catch (error) {
      if (!isFailure(error)) throw error;
      const fields = problemsFrom(error.fields);
      if (fields) {
        // «Which cards» is one field here; the server names the part of it that is wrong.
        const atSource = Object.entries(fields).find(([field]) => field.startsWith('source'))?.[1];
        setProblems({ ...fields, ...(atSource ? { numbers: atSource } : {}) });
        toast.warning(t(FORM_ERROR));
      } else if (error.kind !== 'session' && error.kind !== 'cancelled') {
        // A sheet, a tag or a set may hold no card at all.
        if (error.code === selectCardFirst.code) setProblems({ cards: error.message });
        toast.error(error.message);
      }
      return undefined;
    }
  };

  const choose = (next: Choice) => {
    setChoice(next);
    setProblems(({ cards: _, ...others }) => others);
  };

  const start = async (shown: Preview, isRead?: boolean) => {
    if (!bulk) return;
    const taskId = await starting.start(bulk, shown, isRead);
    if (!taskId) return;
    setPreview(undefined);
    props.onStarted(taskId);
  };

  // A preview answers one selection: a changed selection cannot be started without a new preview.
  const anew =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value);
      setPreview(undefined);
    };

  return {
    choice,
    setChoice: anew(choose),
    cardIds: choice.from === 'picked' && picked?.source.kind === 'ids' ? picked.source.ids : undefined,
    parameters,
    setParameters: anew(setParameters),
    problems,
    preview,
    forget: () => setPreview(undefined),
    ask,
    start,
    isAsking: asking.isRunning || uploading.isRunning,
    isStarting: starting.isStarting,
    /** The label of the button that starts it. */
    actWords: (shown: Preview) => (bulk ? starting.actWords(bulk, shown) : ''),
  };
}
export type CardBulk = ReturnType<typeof useCardBulk>;
