import { listSkipped } from '@cardinal/contract/api/cardBatches/selection.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { Button } from 'antd';
import { BulkSource } from './BulkSource.tsx';
import type { BulkParameters, CardBulkAction } from './cardBulkAction.ts';
import { PreviewFigures } from './PreviewFigures.tsx';
import { StartButton } from './StartButton.tsx';
import { type Picked, useCardBulk } from './useCardBulk.tsx';
import { ONE_STEP_MOST } from './useOneStep.ts';
import { ACT_ON_CARDS } from './useStartPreview.tsx';

const words = {
  back: text('返回修改', 'Back'),
  act: ACT_ON_CARDS,
};

/**
 * An action on many cards beside their list: selected rows, everything filtered, a pasted list, a segment or a file. It shows
 * what will change, what will not and why; then the confirmation repeats the number.
 */
export function CardBulkSheet(props: {
  bulk: CardBulkAction;
  /** What was picked in the list; without it numbers or a file are asked for. */
  picked?: Picked | undefined;
  /** What the fields of the action hold at first. */
  initial?: BulkParameters | undefined;
  onClose: () => void;
  onStarted: () => void;
}) {
  const { bulk, picked } = props;
  const t = useText();
  const state = useCardBulk({
    bulk,
    picked,
    initial: props.initial,
    onStarted: () => {
      props.onStarted();
      props.onClose();
    },
  });
  // A few cards that were picked are changed in one step; whatever has to be looked up first is shown first.
  const isOneStep =
    (bulk.isLocal ?? false) && picked !== undefined && state.choice.from === 'picked' && picked.count <= ONE_STEP_MOST;
  const preview = isOneStep && state.preview?.willTouch !== 0 ? undefined : state.preview;
  const runAtOnce = async () => {
    const asked = await state.ask();
    if (asked && asked.willTouch > 0) await state.start(asked, true);
  };

  const footer = preview ? (
    <Inline justify="end">
      <Button onClick={state.forget}>{t(words.back)}</Button>
      <StartButton
        preview={preview}
        isDanger={bulk.isDanger}
        isStarting={state.isStarting}
        onStart={() => state.start(preview)}
      >
        {state.actWords(preview)}
      </StartButton>
    </Inline>
  ) : (
    <Inline justify="end">
      {isOneStep ? (
        <Button type="primary" loading={state.isAsking || state.isStarting} onClick={() => void runAtOnce()}>
          {t(words.act, { action: bulk.label, n: countAmount(picked?.count ?? 0) })}
        </Button>
      ) : (
        <Button type="primary" loading={state.isAsking} onClick={state.ask}>
          {t(verbs.precheck)}
        </Button>
      )}
    </Inline>
  );

  return (
    <Sheet isOpen title={t(bulk.label)} width={560} onClose={props.onClose} footer={footer}>
      {preview ? (
        <>
          <PreviewFigures preview={preview} skipped={listSkipped} isLocal={bulk.isLocal ?? false} />
          {bulk.effect?.(state.parameters, preview.willTouch)}
        </>
      ) : (
        <Stack>
          <BulkSource state={state} bulk={bulk} picked={picked} />
          {bulk.parameters?.(state.parameters, state.setParameters, state.problems, state.cardIds)}
          {isOneStep ? bulk.effect?.(state.parameters, picked?.count ?? 0) : null}
          <Paragraph ink="secondary">{bulk.consequence}</Paragraph>
        </Stack>
      )}
    </Sheet>
  );
}
