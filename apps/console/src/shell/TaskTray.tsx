import {
  type ReadyDownload,
  type readTray,
  readyDownloadSchema,
  type TaskProgress,
  taskProgressSchema,
} from '@cardinal/contract/api/tasks/tasks.ts';
import { TaskState } from '@cardinal/contract/enumerations/task.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns, sentences, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { DownloadIcon, TaskIcon } from '@cardinal/ui/icons.tsx';
import { useLanguage, useText } from '@cardinal/ui/language.tsx';
import { useDismissal } from '@cardinal/ui/MenuButton.tsx';
import { spokenDuration } from '@cardinal/ui/moments.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { downloadFile } from '../http/download.ts';
import { orderedFiles } from '../kit/export/orderedExports.ts';
import { Link } from './Link.tsx';
import { onLive } from './liveEvents.ts';
import { useLiveStream } from './liveStream.ts';
import { Pace, shareOf } from './taskPace.ts';
import { TRAY, toldElsewhere } from './taskToasts.ts';
import { toast } from './toasts.ts';
import { undoLink } from './undoLink.ts';
import './tray.css';

const words = {
  running: text('任务（{n} 个进行中）', 'Tasks ({n} running)'),
  none: text('没有进行中的任务', 'No tasks running'),
  downloads: text('下载', 'Downloads'),
  of: text('{settled} / {total}', '{settled} / {total}'),
  confirming: text('待运营商确认 {n}', '{n} waiting for the carrier'),
  pace: text('每秒 {n}', '{n} / s'),
  done: text('{title} 已完成', '{title} completed'),
  ended: text('{title}：{state}', '{title}: {state}'),
};

type Tray = AnswerOf<typeof readTray>;
const KEY = TRAY.queryKey;
const ENDED: readonly string[] = ['completed', 'failed', 'cancelled'];
const taskLink = (task: TaskProgress) => `/taskManagement/systemTask?taskNoContains=${encodeURIComponent(task.taskNo)}`;

function TaskLine(props: { task: TaskProgress; pace: Pace; onFollow: () => void }) {
  const t = useText();
  const language = useLanguage();
  const { task, pace, onFollow } = props;
  const { settled, share } = shareOf(task);
  const isEnded = ENDED.includes(task.state);
  const undo = isEnded ? undoLink(task) : undefined;
  const perSecond = isEnded ? undefined : pace.perSecond(task.taskId);
  const left = perSecond && task.total > settled ? (task.total - settled) / perSecond : undefined;
  return (
    <li className="tray-line">
      <Link to={taskLink(task)}>{t(task.title)}</Link>
      <span className="tray-state">{t(task.isPaused ? nouns.paused : TaskState.labelOf(task.state))}</span>
      <progress value={share} max={1} aria-label={t(task.title)} />
      <small>
        {[
          t(words.of, { settled: countAmount(settled), total: countAmount(task.total) }),
          task.failed > 0 ? t(sentences.failed, { n: countAmount(task.failed) }) : '',
          task.confirming > 0 ? t(words.confirming, { n: countAmount(task.confirming) }) : '',
          perSecond ? t(words.pace, { n: countAmount(Math.max(1, Math.round(perSecond))) }) : '',
          left ? t(sentences.timeLeft, { time: spokenDuration(Math.ceil(left), language) }) : '',
        ]
          .filter(Boolean)
          .join(' · ')}
        {undo ? (
          <>
            {' · '}
            <Link to={undo} onFollow={onFollow}>
              {t(verbs.undo)}
            </Link>
          </>
        ) : null}
      </small>
    </li>
  );
}

function DownloadLine(props: { download: ReadyDownload }) {
  const t = useText();
  const { download } = props;
  const { path } = download;
  return (
    <li className="tray-line">
      <span>{t(download.title)}</span>
      {path ? (
        <button type="button" className="link-button" onClick={() => void downloadFile(path).catch(() => {})}>
          {t(verbs.download)}
        </button>
      ) : null}
      <small>{download.downloadNo}</small>
    </li>
  );
}

/** The progress of all running tasks as a ring around the icon. */
function Ring(props: { share: number }) {
  const round = 2 * Math.PI * 13;
  return (
    <svg aria-hidden="true" className="tray-ring" width="30" height="30" viewBox="0 0 30 30" fill="none">
      <circle cx="15" cy="15" r="13" strokeWidth="2" stroke="var(--line)" />
      <circle
        cx="15"
        cy="15"
        r="13"
        strokeWidth="2"
        stroke="var(--primary)"
        strokeDasharray={`${round * props.share} ${round}`}
        transform="rotate(-90 15 15)"
      />
    </svg>
  );
}

const replaced = <T,>(list: readonly T[], next: T, same: (one: T) => boolean): T[] =>
  list.some(same) ? list.map((one) => (same(one) ? next : one)) : [next, ...list];

function useTray() {
  const t = useText();
  const queries = useQueryClient();
  const pace = useRef(new Pace());
  const { data } = useQuery({ ...TRAY, staleTime: 30_000 });
  // What became ready while the stream was broken.
  useEffect(() => {
    for (const download of data?.downloads ?? []) orderedFiles.tell(download);
  }, [data]);
  const ask = useCallback(() => void queries.invalidateQueries({ queryKey: KEY }), [queries]);
  const change = (next: (tray: Tray) => Tray) =>
    queries.setQueryData<Tray>(KEY, (before) => next(before ?? { tasks: [], downloads: [] }));

  const onTask = (task: TaskProgress) => {
    const before = queries.getQueryData<Tray>(KEY)?.tasks.find((each) => each.taskId === task.taskId);
    pace.current.note(task.taskId, shareOf(task).settled, Date.now());
    change((tray) => ({ ...tray, tasks: replaced(tray.tasks, task, (each) => each.taskId === task.taskId) }));
    if (!ENDED.includes(task.state) || (before && ENDED.includes(before.state))) return;
    // Refetches what the task changed, and reports its end on every screen.
    void queries.invalidateQueries({ predicate: (query) => query.queryKey[0] !== KEY[0] });
    if (toldElsewhere.delete(task.taskId)) return;
    const link = { label: t(verbs.open), to: taskLink(task) };
    if (task.state === 'completed' && task.failed === 0) toast.success(t(words.done, { title: task.title }), link);
    else toast.warning(t(words.ended, { title: task.title, state: TaskState.labelOf(task.state) }), link);
  };
  const onDownload = (download: ReadyDownload) => {
    change((tray) => ({
      ...tray,
      downloads: replaced(tray.downloads, download, (each) => each.downloadId === download.downloadId),
    }));
    orderedFiles.tell(download);
  };
  const heard = useRef({ onTask, onDownload });
  heard.current = { onTask, onDownload };
  useEffect(() => {
    const stopTasks = onLive('task.progress', (message) => {
      const task = taskProgressSchema.safeParse(message);
      if (task.success) heard.current.onTask(task.data);
      else ask();
    });
    const stopDownloads = onLive('download.ready', (message) => {
      const download = readyDownloadSchema.safeParse(message);
      if (download.success) heard.current.onDownload(download.data);
      else ask();
    });
    return () => {
      stopTasks();
      stopDownloads();
    };
  }, [ask]);
  useLiveStream(ask);
  return { tray: data, pace: pace.current };
}

/** Running tasks and ready files, live; they never block the screen. */
export default function TaskTray() {
  const t = useText();
  const { tray, pace } = useTray();
  const [isOpen, setIsOpen] = useState(false);
  const close = useCallback(() => setIsOpen(false), []);
  const root = useDismissal(isOpen, close);
  const tasks = tray?.tasks ?? [];
  const downloads = tray?.downloads ?? [];
  const running = tasks.filter((task) => !ENDED.includes(task.state));
  const sum = running.reduce(
    (all, task) => ({ settled: all.settled + shareOf(task).settled, total: all.total + task.total }),
    { settled: 0, total: 0 },
  );
  const label = running.length > 0 ? t(words.running, { n: running.length }) : t(nouns.tasks);
  return (
    <div id="task-tray" className="menu-root" ref={root}>
      <button
        type="button"
        className="icon-button"
        aria-label={label}
        title={label}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {running.length > 0 ? <Ring share={sum.total > 0 ? sum.settled / sum.total : 0} /> : null}
        <TaskIcon size={running.length > 0 ? 14 : 16} />
        {running.length === 0 && downloads.length > 0 ? <i className="tray-dot" /> : null}
      </button>
      {isOpen ? (
        <section className="menu-panel tray-panel" aria-label={t(nouns.tasks)}>
          {tasks.length === 0 ? <p className="tray-none">{t(words.none)}</p> : null}
          <ul>
            {tasks.map((task) => (
              <TaskLine key={task.taskId} task={task} pace={pace} onFollow={close} />
            ))}
          </ul>
          {downloads.length > 0 ? (
            <>
              <h3>
                <DownloadIcon size={14} /> {t(words.downloads)}
              </h3>
              <ul>
                {downloads.map((download) => (
                  <DownloadLine key={download.downloadId} download={download} />
                ))}
              </ul>
            </>
          ) : null}
          <Link to="/taskManagement/systemTask" className="tray-all" onFollow={close}>
            {t(nouns.allTasks)}
          </Link>
        </section>
      ) : null}
    </div>
  );
}
