import type { sessionSchema } from '@cardinal/contract/api/identity/identity.ts';
import { EndReason, SignInResult } from '@cardinal/contract/enumerations/identity.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { EmptyState } from '@cardinal/ui/States.tsx';
import { StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { TimeAgo, TimeText } from '@cardinal/ui/TimeText.tsx';
import type { ReactNode } from 'react';
import type * as z from 'zod';
import { LinesTable } from '../../../kit/LinesTable.tsx';
import { deviceWords } from './deviceWords.ts';
import '../../../kit/factsList.css';

const words = {
  address: text('地址', 'Address'),
  began: text('登录时间', 'Signed in'),
  seen: text('最近活动', 'Last seen'),
  open: text('有效', 'Open'),
  mine: text('当前会话', 'This session'),
  view: text('代看', 'Viewing as'),
  ended: text('已结束', 'Ended'),
  none: text('没有会话', 'No sessions'),
  result: text('结果', 'Result'),
  noSignIns: text('还没有登录记录', 'No sign-ins yet'),
};

export type Session = z.output<typeof sessionSchema>;

/** The sessions of an account: open ones first, ended ones with the reason. */
export function Sessions(props: { sessions: readonly Session[]; action?: (session: Session) => ReactNode }) {
  const t = useText();
  if (props.sessions.length === 0) return <EmptyState title={t(words.none)} />;
  return (
    <LinesTable
      heads={[
        nouns.device,
        words.address,
        words.began,
        words.seen,
        nouns.state,
        ...(props.action ? [nouns.actions] : []),
      ]}
    >
      {props.sessions.map((session) => (
        <tr key={session.id} className={session.endedAt ? 'is-past' : undefined}>
          <td title={session.device}>{deviceWords(session.device) || '—'}</td>
          <td>
            <code>{session.address}</code>
          </td>
          <td>
            <TimeText at={session.createdAt} />
          </td>
          <td>
            <TimeAgo at={session.lastSeenAt} />
          </td>
          <td>
            {session.endedAt ? (
              <StatusTag
                shape="cross"
                tone="neutral"
                word={t(session.endReason ? EndReason.labelOf(session.endReason) : words.ended)}
              />
            ) : (
              <StatusTag
                shape="disc"
                tone="good"
                word={t(session.isThis ? words.mine : session.isView ? words.view : words.open)}
              />
            )}
          </td>
          {props.action ? <td>{props.action(session)}</td> : null}
        </tr>
      ))}
    </LinesTable>
  );
}

export type SignIn = { readonly at: string; readonly address: string; readonly result: string };

const isResult = (given: string): given is SignInResult => Object.hasOwn(SignInResult.members, given);

/** The last sign-in attempts, including failed ones. */
export function SignIns(props: { signIns: readonly SignIn[] }) {
  const t = useText();
  if (props.signIns.length === 0) return <EmptyState title={t(words.noSignIns)} />;
  return (
    <LinesTable heads={[nouns.time, words.address, words.result]}>
      {props.signIns.map((each) => (
        <tr key={`${each.at} ${each.address}`}>
          <td>
            <TimeText at={each.at} />
          </td>
          <td>
            <code>{each.address}</code>
          </td>
          <td>
            <StatusTag
              {...(each.result === 'success'
                ? { shape: 'disc' as const, tone: 'good' as const }
                : { shape: 'cross' as const, tone: 'bad' as const })}
              word={isResult(each.result) ? t(SignInResult.labelOf(each.result)) : each.result}
            />
          </td>
        </tr>
      ))}
    </LinesTable>
  );
}
