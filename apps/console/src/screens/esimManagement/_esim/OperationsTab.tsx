import { retryOperation } from '@cardinal/contract/api/esimOperations/operations.ts';
import { EsimCause, EsimOperationKind, EsimOperationState } from '@cardinal/contract/enumerations/esim.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { Identifier } from '@cardinal/ui/Identifier.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline, Spacer, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { EmptyState } from '@cardinal/ui/States.tsx';
import { StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { CallButton } from '../../../kit/CallButton.tsx';
import { useChange } from '../../../kit/change.ts';
import { Panel } from '../../../kit/Panel.tsx';
import { OPERATION_LOOKS } from './esimLooks.ts';
import { type Chip, type ChipOperation, useChipOperations } from './useChip.ts';

const words = {
  title: text('操作与通知点', 'Operations and notification points'),
  none: text('还没有操作', 'No operations yet'),
  retry: text('重试', 'Repeat'),
  retried: text('已重新请求', 'Asked again'),
  until: text('等待至', 'Waits until'),
  codes: text('主题 {subject} / 原因 {reason}', 'Subject {subject} / reason {reason}'),
};
/** Notification points by their ids (SGP.22, ES2+ HandleDownloadProgressInfo). */
const POINTS: Readonly<Record<string, Text>> = {
  1: text('资格检查', 'Eligibility checked'),
  2: text('确认失败', 'Confirmation failed'),
  3: text('已下载', 'Downloaded'),
  4: text('已安装', 'Installed'),
  5: nouns.deleted,
  101: nouns.enabled,
  102: text('已禁用', 'Disabled'),
};

function Operation({ eid, operation }: { eid: string; operation: ChipOperation }) {
  const t = useText();
  const retry = useChange(retryOperation, { done: t(words.retried) });
  const { subjectCode, reasonCode } = operation;
  const isOver = operation.state === 'failed' || operation.state === 'expired';
  return (
    <li>
      <Inline gap="m">
        <strong>{t(EsimOperationKind.labelOf(operation.kind))}</strong>
        <StatusTag {...OPERATION_LOOKS[operation.state]} word={t(EsimOperationState.labelOf(operation.state))} />
        {operation.iccid ? <Identifier value={operation.iccid} /> : null}
        <Spacer />
        <small>
          {t(EsimCause.labelOf(operation.cause))}
          {operation.by ? ` · ${operation.by}` : null} · <TimeText at={operation.askedAt} />
        </small>
        {isOver ? (
          <CallButton
            call={retryOperation}
            size="small"
            loading={retry.isRunning}
            onClick={() => void retry.run({ body: { eid, operationId: operation.id } })}
          >
            {t(words.retry)}
          </CallButton>
        ) : null}
      </Inline>
      {operation.words || subjectCode ? (
        <p className="field-help">
          {operation.words} {subjectCode ? t(words.codes, { subject: subjectCode, reason: reasonCode ?? '—' }) : null}
        </p>
      ) : null}
      {operation.closedAt === null && operation.expiresAt ? (
        <p className="field-help">
          {t(words.until)} <TimeText at={operation.expiresAt} />
        </p>
      ) : null}
      {operation.points.length > 0 ? (
        <Inline as="ol" gap="xl" above="s" ink="secondary" size="s">
          {operation.points.map((point) => (
            <li key={`${point.point} ${point.at}`}>
              <Span aria-hidden="true" ink={point.isSuccess ? 'success' : 'danger'}>
                {point.isSuccess ? '●' : '✕'}
              </Span>{' '}
              {POINTS[point.point] ? t(POINTS[point.point] as Text) : point.point} <TimeText at={point.at} />
              {point.words ? ` ${point.words}` : null}
            </li>
          ))}
        </Inline>
      ) : null}
    </li>
  );
}

/** The operations of the chip, the newest first, with the notifications of each. */
export function OperationsTab({ chip }: { chip: Chip }) {
  const t = useText();
  const found = useChipOperations(chip.eid, chip.openOperation !== null);
  return (
    <Panel title={t(words.title)} state={found} height={160}>
      {found.data === undefined ? undefined : found.data.length === 0 ? (
        <EmptyState title={t(words.none)} />
      ) : (
        <Stack as="ol" isDivided>
          {found.data.map((operation) => (
            <Operation key={operation.id} eid={chip.eid} operation={operation} />
          ))}
        </Stack>
      )}
    </Panel>
  );
}
