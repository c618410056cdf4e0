import { listTasks } from '@cardinal/contract/api/tasks/tasks.ts';
import { SystemTaskState } from '@cardinal/contract/enumerations/task.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns, sentences } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { ScrollBox } from '@cardinal/ui/layout/Box.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { type StatusLook, StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { TimeAgo } from '@cardinal/ui/TimeText.tsx';
import { use } from 'react';
import { Panel } from '../../kit/Panel.tsx';
import { useRead } from '../../kit/useRead.ts';
import { Link } from '../../shell/Link.tsx';
import { TileClock } from './useTile.ts';

const words = {
  none: text('还没有发起过任务', 'You have not started any tasks yet'),
};

type Row = RowOf<typeof listTasks>;
/** The smallest page size. */
const SHOWN = 6;
const { untreated, processing, completed, processingFailed } = SystemTaskState.values;
const LOOKS: Partial<Readonly<Record<Row['state'], StatusLook>>> = {
  [untreated]: { shape: 'ring', tone: 'neutral' },
  [processing]: { shape: 'half', tone: 'neutral' },
  [completed]: { shape: 'disc', tone: 'good' },
  [processingFailed]: { shape: 'cross', tone: 'bad' },
};

function TaskLine({ task }: { task: Row }) {
  const t = useText();
  const done = t(sentences.doneOf, { done: countAmount(task.done), total: countAmount(task.total) });
  const failed = task.failed > 0 ? ` · ${t(sentences.failed, { n: countAmount(task.failed) })}` : '';
  return (
    <tr>
      <th scope="row">
        <Link to={`/taskManagement/systemTask?taskNoContains=${encodeURIComponent(task.taskNo)}`}>{task.title}</Link>
      </th>
      <td className="is-word">
        <StatusTag
          {...(LOOKS[task.state] ?? { shape: 'square', tone: 'neutral' })}
          word={t(SystemTaskState.labelOf(task.state))}
        />
      </td>
      <td>
        {done}
        {failed}
      </td>
      <td>
        <TimeAgo at={task.createdAt} />
      </td>
    </tr>
  );
}

/** The caller's own tasks, the newest first; refreshed with the other tiles. */
export function TasksTile() {
  const t = useText();
  const tile = useRead(listTasks, { mine: true, pageNum: 1, pageSize: 10 }, { every: use(TileClock) });
  const tasks = (tile.data?.list ?? []).slice(0, SHOWN);
  return (
    <Panel title={t(nouns.myLastTasks)} state={tile} asOf={tile.data && new Date(tile.dataUpdatedAt).toISOString()}>
      {tile.data && tasks.length === 0 ? <Paragraph ink="secondary">{t(words.none)}</Paragraph> : null}
      {tasks.length > 0 ? (
        <>
          <ScrollBox>
            <table className="lines-table is-counts" aria-label={t(nouns.myLastTasks)}>
              <tbody>
                {tasks.map((task) => (
                  <TaskLine key={task.id} task={task} />
                ))}
              </tbody>
            </table>
          </ScrollBox>
          <Paragraph size="m" above="s">
            <Link to="/taskManagement/systemTask?mine=true">{t(nouns.allTasks)}</Link>
          </Paragraph>
        </>
      ) : null}
    </Panel>
  );
}
