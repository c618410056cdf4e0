import type { CardAction } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import { FORCED_STOP_REASONS } from '@cardinal/contract/enumerations/card.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { Button } from 'antd';
import type { BulkParameters } from '../../../kit/bulk/cardBulkAction.ts';
import { useCardBulk } from '../../../kit/bulk/useCardBulk.tsx';
import { toast } from '../../../shell/toasts.ts';
import { CARD_BULK } from '../../cardBatches/cardBulk.tsx';
import { ACTION_WORDS } from '../actionWords.ts';

type KnownCard = { readonly remark: string | null; readonly stopReasons: readonly number[] };

/** What the card itself says of what an action asks for. */
function known(action: CardAction, { remark, stopReasons }: KnownCard): BulkParameters {
  if (action === 'edit_remark' && remark !== null) return { remark };
  const stopReason = FORCED_STOP_REASONS.find((reason) => stopReasons.includes(reason));
  return action === 'lift_forced_stop' && stopReason ? { stopReason } : {};
}

/** An action on one card: its fields and consequence, then the same frozen preview and task as for many cards. */
export function CardActionSheet(props: {
  card: KnownCard & { readonly id: string; readonly iccid: string };
  action: CardAction;
  /** Known values of its fields. */
  parameters?: BulkParameters | undefined;
  onClose: () => void;
}) {
  const { card, onClose } = props;
  const t = useText();
  const bulk = CARD_BULK.find((each) => each.action === props.action);
  const state = useCardBulk({
    bulk,
    picked: { source: { kind: 'ids', ids: [card.id] }, count: 1 },
    initial: props.parameters ?? known(props.action, card),
    onStarted: onClose,
  });
  if (!bulk) return null;
  const name = t(ACTION_WORDS[bulk.action].name);
  const run = async () => {
    const preview = await state.ask();
    if (preview?.willTouch === 0) toast.warning(preview.skipped[0]?.words ?? name);
    // The sheet names the card and the consequence: only irreversible actions are confirmed again.
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
        {bulk.parameters?.(state.parameters, state.setParameters, state.problems, state.cardIds)}
        <Paragraph ink="secondary">{bulk.consequence}</Paragraph>
      </Stack>
    </Sheet>
  );
}
