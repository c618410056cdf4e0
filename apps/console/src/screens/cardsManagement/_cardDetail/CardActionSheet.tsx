import { type CardAction, previewSelection, startAction } from '@cardinal/contract/api/cardBatches/selection.ts';
import { FORCED_STOP_REASONS } from '@cardinal/contract/enumerations/card.ts';
import type { BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { Button } from 'antd';
import { useState } from 'react';
import { useChange } from '../../../kit/change.ts';
import { type FieldProblems, FORM_ERROR } from '../../../kit/formProblems.ts';
import { refusedFields } from '../../../kit/refusedFields.ts';
import { CARD_BULK } from '../../../parts/cardBatches/cardBulk.tsx';
import { confirmFirst } from '../../../shell/questions.ts';
import { toast } from '../../../shell/toasts.ts';
import { ACTION_WORDS } from './actionWords.ts';

const words = {
  question: text('{act}？', '{act}?'),
  started: text('{action}已提交，任务 {taskNo}', '{action}: task {taskNo} started'),
  approval: text(
    '任务 {taskNo} 已提交，等待另一账号复核',
    'Task {taskNo} submitted; waiting for approval by another account',
  ),
  openTask: verbs.openTask,
  cancel: verbs.cancel,
};

type Parameters = NonNullable<BodyOf<typeof previewSelection>['parameters']>;

type KnownCard = { readonly remark: string | null; readonly stopReasons: readonly number[] };

/** What the card itself says of what an action asks for. */
function known(action: CardAction, { remark, stopReasons }: KnownCard): Parameters {
  if (action === 'edit_remark' && remark !== null) return { remark };
  const stopReason = FORCED_STOP_REASONS.find((reason) => stopReasons.includes(reason));
  return action === 'lift_forced_stop' && stopReason ? { stopReason } : {};
}

/** One action on one card: its fields and its consequence, then the same frozen preview and task as for many. */
export function CardActionSheet(props: {
  card: KnownCard & { readonly id: string; readonly iccid: string };
  action: CardAction;
  /** What is known already of what it asks for. */
  parameters?: Parameters | undefined;
  onClose: () => void;
}) {
  const { card, onClose } = props;
  const t = useText();
  const bulk = CARD_BULK.find((each) => each.action === props.action);
  const [parameters, setParameters] = useState<Parameters>(props.parameters ?? known(props.action, card));
  const [problems, setProblems] = useState<FieldProblems>({});
  const asking = useChange(previewSelection, { isSilent: true });
  const starting = useChange(startAction, { isSilent: true });
  if (!bulk) return null;
  const name = t(ACTION_WORDS[bulk.action].name);
  const act = t(ACTION_WORDS[bulk.action].act);

  const run = async () => {
    setProblems({});
    try {
      const source = { kind: 'ids' as const, ids: [card.id] };
      const preview = await asking.run({ body: { action: bulk.action, source, parameters } });
      if (!preview) return;
      if (preview.willTouch === 0) {
        toast.warning(preview.skipped[0]?.words ?? name);
        return;
      }
      const mustType = preview.typeCountFrom !== null && preview.typeCountFrom <= 1;
      // The sheet has named the card and what follows already: only what cannot be taken back is asked a second time.
      const isSure =
        !(mustType || bulk.action === 'cancel_card') ||
        (await confirmFirst({
          title: t(words.question, { act }),
          body: (
            <>
              <p>
                <code>{card.iccid}</code>
              </p>
              <p>{t(bulk.consequence)}</p>
            </>
          ),
          confirm: act,
          isDanger: true,
          typedCount: mustType ? 1 : undefined,
        }));
      if (!isSure) return;
      const started = await starting.run({
        body: { previewId: preview.previewId, ...(mustType ? { typedCount: 1 } : {}) },
      });
      if (!started) return;
      const { taskId, taskNo } = started;
      toast.success(t(started.needsApproval ? words.approval : words.started, { action: name, taskNo }), {
        label: t(words.openTask),
        to: `/taskManagement/systemTask?id=${taskId}`,
      });
      onClose();
    } catch (error) {
      const fields = refusedFields(error);
      if (!fields) return;
      setProblems(fields);
      toast.warning(t(FORM_ERROR));
    }
  };

  return (
    <Sheet
      isOpen
      title={name}
      width={440}
      onClose={onClose}
      footer={
        <Inline justify="end">
          <Button onClick={onClose}>{t(words.cancel)}</Button>
          <Button
            type="primary"
            danger={bulk.isDanger ?? false}
            loading={asking.isRunning || starting.isRunning}
            onClick={() => void run()}
          >
            {act}
          </Button>
        </Inline>
      }
    >
      <Stack gap="l">
        <Paragraph isMono>{card.iccid}</Paragraph>
        {bulk.parameters?.(parameters, setParameters, problems)}
        <Paragraph ink="secondary">{t(bulk.consequence)}</Paragraph>
      </Stack>
    </Sheet>
  );
}
