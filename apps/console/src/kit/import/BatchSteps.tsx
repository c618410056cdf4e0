import type { Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Button } from 'antd';
import { Can } from '../../shell/Can.tsx';
import { Link } from '../../shell/Link.tsx';
import { CallButton } from '../CallButton.tsx';
import { LiveProgress } from './LiveProgress.tsx';

const words = {
  checking: text('正在校验', 'Checking'),
  running: text('正在导入', 'Importing'),
  undoing: text('正在撤销', 'Undoing'),
  goesOn: text(
    '可以关闭此面板，后台会继续；在批次列表中随时可以回来。',
    'You can close this panel. The import continues in the background; return to it from the batch list.',
  ),
  cancel: text('取消导入', 'Cancel import'),
};

/** What every kind of import batch reports while it runs. */
export type BatchOnItsWay = {
  readonly state: string;
  readonly progress: number;
  readonly good: number;
  readonly removed: number;
  readonly kept: number;
  readonly imported: number;
  readonly taskId: string | null;
  readonly undoTaskId: string | null;
};
/** A possible step: its endpoint, how to start it, whether it is running. */
export type Step = {
  readonly call: Pick<Endpoint, 'permission'>;
  readonly run: () => void;
  readonly isRunning: boolean;
};

export function TaskLink(props: { taskId: string | null }) {
  const t = useText();
  return props.taskId ? <Link to={`/taskManagement/systemTask?id=${props.taskId}`}>{t(verbs.openTask)}</Link> : null;
}

/** A batch that is being checked, written or undone: its progress, and how to cancel while that is possible. */
export function MovingBatch(props: { batch: BatchOnItsWay; checkingNote?: Text; cancel: Step }) {
  const t = useText();
  const { batch, checkingNote, cancel } = props;
  const isChecking = batch.state === 'checking';
  const [label, done, total] = isChecking
    ? [words.checking, batch.progress, undefined]
    : batch.state === 'running'
      ? [words.running, batch.progress, batch.good]
      : [words.undoing, batch.removed + batch.kept, batch.imported];
  return (
    <>
      <LiveProgress label={t(label)} done={done} total={total} run={batch.state} />
      <p className="field-help">
        {isChecking && checkingNote ? `${t(checkingNote)} ` : null}
        {t(words.goesOn)}
      </p>
      <div className="import-actions">
        <TaskLink taskId={batch.state === 'undoing' ? batch.undoTaskId : batch.taskId} />
        {isChecking ? (
          <CallButton call={cancel.call} onClick={cancel.run} loading={cancel.isRunning}>
            {t(words.cancel)}
          </CallButton>
        ) : null}
      </div>
    </>
  );
}

/** After the check: discard the batch, or import what was chosen. */
export function DecideBatch(props: { decide: Step; cancel: Step; label: string; isHeld?: boolean }) {
  const t = useText();
  const { decide, cancel } = props;
  return (
    <Can call={decide.call}>
      <div className="import-actions">
        <Button onClick={cancel.run} loading={cancel.isRunning} disabled={decide.isRunning}>
          {t(words.cancel)}
        </Button>
        <Button
          type="primary"
          onClick={decide.run}
          loading={decide.isRunning}
          disabled={cancel.isRunning || (props.isHeld ?? false)}
        >
          {props.label}
        </Button>
      </div>
    </Can>
  );
}
