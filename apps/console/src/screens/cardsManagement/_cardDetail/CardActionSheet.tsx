import type { CardAction } from '@cardinal/contract/api/cardBatches/selection.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { Button } from 'antd';
import type { BulkParameters } from '../../../kit/bulk/cardBulkAction.ts';
import { useCardBulk } from '../../../kit/bulk/useCardBulk.tsx';
import { CARD_BULK } from '../../../parts/cardBatches/cardBulk.tsx';
import { toast } from '../../../shell/toasts.ts';
import { ACTION_WORDS } from './actionWords.ts';

/** One action on one card: its fields and its consequence, then the same frozen preview and task as for many. */
export function CardActionSheet(props: {
  card: { readonly id: string; readonly iccid: string; readonly remark: string | null };
  action: CardAction;
  /** What is known already of what it asks for. */
  parameters?: BulkParameters | undefined;
  onClose: () => void;
}) {
  const { card, onClose } = props;
  const t = useText();
  const bulk = CARD_BULK.find((each) => each.action === props.action);
  const state = useCardBulk({
    bulk,
    picked: { source: { kind: 'ids', ids: [card.id] }, count: 1 },
    initial:
      props.parameters ?? (props.action === 'edit_remark' && card.remark !== null ? { remark: card.remark } : {}),
    onStarted: onClose,
  });
  if (!bulk) return null;
  const name = t(ACTION_WORDS[bulk.action].name);
  const run = async () => {
    const preview = await state.ask();
    if (preview?.willTouch === 0) toast.warning(preview.skipped[0]?.words ?? name);
    // The sheet has named the card and what follows already: only what cannot be taken back is asked a second time.
    else if (preview) await state.start(preview, bulk.action !== 'cancel_card');
  };

  return (
    <Sheet
      isOpen
      title={name}
      width={440}
      onClose={onClose}
      footer={
        <Inline justify="end">
          <Button onClick={onClose}>{t(verbs.cancel)}</Button>
          <Button
            type="primary"
            danger={bulk.isDanger ?? false}
            loading={state.isAsking || state.isStarting}
            onClick={() => void run()}
          >
            {t(ACTION_WORDS[bulk.action].act)}
          </Button>
        </Inline>
      }
    >
      <Stack gap="l">
        <Paragraph isMono>{card.iccid}</Paragraph>
        {bulk.parameters?.(state.parameters, state.setParameters, state.problems)}
        <Paragraph ink="secondary">{t(bulk.consequence)}</Paragraph>
      </Stack>
    </Sheet>
  );
}
