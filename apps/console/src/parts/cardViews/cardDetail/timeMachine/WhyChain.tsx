import { EventResult, EventSource } from '@cardinal/contract/api/cards/history.ts';
import { CarrierOperation } from '@cardinal/contract/api/carriers/carrierCapabilities.ts';
import { CallOutcome } from '@cardinal/contract/api/carriers/carriers.ts';
import { CommandState, StopReason } from '@cardinal/contract/enumerations/card.ts';
import { TaskType } from '@cardinal/contract/tasks/taskCatalogue.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { classNames } from '@cardinal/ui/classNames.ts';
import { Identifier } from '@cardinal/ui/Identifier.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { wallTime } from '@cardinal/ui/moments.ts';
import type { ReactNode } from 'react';
import { Link } from '../../../../shell/Link.tsx';
import type { Moment } from './Compare.tsx';

const words = {
  state: text('卡状态', 'Card state'),
  noReason: text('停机，无本平台停机原因', 'Stopped, without a platform stop reason'),
  since: text('{time} 起', 'since {time}'),
  unknown: text(
    '记录开始前已存在，或在卡归属您之前',
    'Present before recording began, or before the card belonged to you',
  ),
  by: text('由谁设置', 'Set by'),
  system: text('系统', 'The system'),
  carrier: text('运营商', 'The carrier'),
  command: text('指令', 'Command'),
  tries: text('共下发 {n} 次', 'sent {n} times'),
  noCommand: text('未下发运营商', 'Not sent to the carrier'),
  noCommandWhy: text(
    '只登记了原因，或由运营商自行变更',
    'Only the reason was recorded, or the carrier changed the card itself',
  ),
  calls: text('运营商调用', 'Carrier calls'),
  noCalls: text('没有调用记录', 'No call records'),
  hidden: text('没有查看调用记录的权限', 'You have no permission to view call logs'),
  request: text('请求标识', 'Request'),
  answer: text('答复', 'Answer'),
  waiting: text('当时尚无答复', 'No response by then'),
};

type Why = Moment['why'][number];

function Step(props: { title: string; tone?: 'good' | 'bad' | 'quiet' | undefined; children: ReactNode }) {
  return (
    <li className={classNames('why-step', props.tone && `is-${props.tone}`)}>
      <small>{props.title}</small>
      {props.children}
    </li>
  );
}

function Setter({ set }: { set: NonNullable<Why['set']> }) {
  const t = useText();
  const who = set.by ?? t(set.source === 'carrier' ? words.carrier : words.system);
  return (
    <Step title={t(words.by)}>
      <strong>{who}</strong>
      <span>
        {t(EventSource.labelOf(set.source))} · {t(TaskType.labelOf(TaskType.values[set.action]))}
      </span>
      {set.words ? <q>{set.words}</q> : null}
      {set.taskId ? <Link to={`/taskManagement/systemTask?id=${set.taskId}`}>{t(verbs.openTask)}</Link> : null}
    </Step>
  );
}

function Calls({ calls }: { calls: Why['calls'] }) {
  const t = useText();
  if (!calls || calls.length === 0) {
    return (
      <Step title={t(words.calls)} tone="quiet">
        <span>{t(calls ? words.noCalls : words.hidden)}</span>
      </Step>
    );
  }
  return (
    <Step title={t(words.calls)}>
      {calls.map((call) => (
        <span key={call.id} className="why-call">
          <time dateTime={call.at}>{wallTime(call.at).slice(5)}</time>
          <span>
            {t(CarrierOperation.labelOf(call.operation))} · {t(CallOutcome.labelOf(call.outcome))}
          </span>
          <Span ink="secondary" size="s">
            {[call.httpStatus, call.carrierCode, `${call.durationMs} ms`].filter((each) => each !== null).join(' · ')}
          </Span>
          {call.carrierWords ? <q>{call.carrierWords}</q> : null}
          {call.requestId ? (
            <span>
              {t(words.request)} <Identifier value={call.requestId} groupOf={64} />
            </span>
          ) : null}
        </span>
      ))}
    </Step>
  );
}

function Answer({ answer }: { answer: Why['answer'] }) {
  const t = useText();
  if (!answer) {
    return (
      <Step title={t(words.answer)} tone="quiet">
        <span>{t(words.waiting)}</span>
      </Step>
    );
  }
  return (
    <Step title={t(words.answer)} tone={answer.result === 'confirmed' ? 'good' : 'bad'}>
      <strong>{t(EventResult.labelOf(answer.result))}</strong>
      <time dateTime={answer.at}>{wallTime(answer.at)}</time>
      {answer.words ? <q>{answer.words}</q> : null}
    </Step>
  );
}

function Command({ why }: { why: Why }) {
  const { command } = why;
  const t = useText();
  if (!command) {
    return (
      <Step title={t(words.command)} tone="quiet">
        <span>{t(words.noCommand)}</span>
        <span>{t(words.noCommandWhy)}</span>
      </Step>
    );
  }
  return (
    <>
      <Step title={t(words.command)}>
        <strong>{t(TaskType.labelOf(TaskType.values[command.action]))}</strong>
        <time dateTime={command.askedAt}>{wallTime(command.askedAt)}</time>
        <span>
          {t(CommandState.labelOf(command.state))}
          {command.tries > 1 ? ` · ${t(words.tries, { n: command.tries })}` : ''}
        </span>
      </Step>
      <Calls calls={why.calls} />
      <Answer answer={why.answer} />
    </>
  );
}

/** From a stop reason to its originator and to the carrier's request and answer, as boxes in a row. */
export function WhyChain({ why }: { why: Why }) {
  const t = useText();
  const { reason, set } = why;
  const name = reason === null ? t(words.noReason) : t(StopReason.labelOf(reason));
  return (
    <ol className="why-chain" aria-label={name}>
      <Step title={t(reason === null ? words.state : nouns.stopReason)} tone="bad">
        <strong>{name}</strong>
        {set ? (
          <time dateTime={set.at}>{t(words.since, { time: wallTime(set.at) })}</time>
        ) : (
          <span>{t(words.unknown)}</span>
        )}
      </Step>
      {set ? <Setter set={set} /> : null}
      {set ? <Command why={why} /> : null}
    </ol>
  );
}
