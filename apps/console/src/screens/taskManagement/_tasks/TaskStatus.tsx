import { SystemTaskState, TaskState } from '@cardinal/contract/enumerations/task.ts';
import { sentences } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { type StatusLook, StatusTag } from '@cardinal/ui/StatusTag.tsx';

const words = {
  paused: text('已暂停', 'paused'),
  pending: text('待审批', 'to approve'),
  rejected: text('已驳回', 'rejected'),
};

const LOOKS: Readonly<Record<SystemTaskState, StatusLook>> = {
  0: { shape: 'ring', tone: 'neutral' },
  1: { shape: 'half', tone: 'busy' },
  2: { shape: 'disc', tone: 'good' },
  3: { shape: 'cross', tone: 'bad' },
  4: { shape: 'square', tone: 'neutral' },
};

/** The status of a task, and why it is waiting. */
export function TaskStatus(props: {
  task: {
    readonly state: SystemTaskState;
    readonly stage: TaskState;
    readonly isPaused: boolean;
    readonly approval: string;
    readonly failed: number;
    readonly heldWords: string | null;
  };
}) {
  const t = useText();
  const { state, stage, isPaused, approval, failed, heldWords } = props.task;
  const isPartly = state === SystemTaskState.values.completed && failed > 0;
  const aside = [
    ...(stage === TaskState.values.waiting ? [t(TaskState.labelOf(stage))] : []),
    ...(isPaused ? [t(words.paused)] : []),
    ...(approval === 'pending' ? [t(words.pending)] : []),
    ...(approval === 'rejected' ? [t(words.rejected)] : []),
    ...(isPartly ? [t(sentences.failed, { n: countAmount(failed) })] : []),
    ...(heldWords ? [heldWords] : []),
  ];
  const look: StatusLook = isPartly ? { shape: 'half', tone: 'warning' } : LOOKS[state];
  return <StatusTag {...look} word={t(SystemTaskState.labelOf(state))} reasons={aside} />;
}
