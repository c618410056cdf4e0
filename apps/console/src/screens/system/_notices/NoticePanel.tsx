import { NoticeAudience, NoticeKind, readNotice } from '@cardinal/contract/api/notices/notices.ts';
import { CustomerKind } from '@cardinal/contract/enumerations/customer.ts';
import { MessageState } from '@cardinal/contract/enumerations/message.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { type Say, useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { FactsList } from '../../../kit/FactsList.tsx';
import { NotLoaded } from '../../../kit/NotLoaded.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { NoticeText } from '../../../shell/NoticeText.tsx';

const words = {
  title: text('通知详情', 'Notice'),
  scheduled: text('定时发送', 'Scheduled'),
  audience: text('接收范围', 'Receivers'),
  receivers: text('接收账号', 'Accounts'),
  reads: text('已读', 'Read'),
  confirmed: text('已确认', 'Confirmed'),
  share: text('{n}（{percent}%）', '{n} ({percent}%)'),
  from: text('生效时间', 'From'),
  to: text('失效时间', 'To'),
  sentAt: text('发送时间', 'Sent at'),
  earlier: text('第 {n} 版 · {title}', 'Version {n} · {title}'),
  failed: text('通知加载失败', 'The notice could not be loaded'),
  of: text('{kind}：{names}', '{kind}: {names}'),
};

type Detail = AnswerOf<typeof readNotice>;

function audienceWords(t: Say, notice: Detail): string {
  const kind = t(NoticeAudience.labelOf(notice.audience));
  const names = [
    ...notice.customerKinds.map((each) => t(CustomerKind.labelOf(each))),
    ...notice.customers.map(({ name }) => name),
    ...notice.roleNames,
    ...notice.tags.map(({ name }) => name),
  ].join(', ');
  return names ? t(words.of, { kind, names }) : kind;
}

function share(t: Say, count: number, of: number): string {
  return of === 0 ? '—' : t(words.share, { n: countAmount(count), percent: Math.floor((count * 100) / of) });
}

function Detail({ notice }: { notice: Detail }) {
  const t = useText();
  const isOut = notice.sentAt !== null;
  return (
    <>
      <FactsList
        facts={[
          { label: nouns.kind, value: t(NoticeKind.labelOf(notice.kind)) },
          { label: nouns.status, value: t(notice.isScheduled ? words.scheduled : MessageState.labelOf(notice.state)) },
          { label: words.audience, value: audienceWords(t, notice) },
          ...(isOut
            ? [
                { label: words.sentAt, value: <TimeText at={notice.sentAt} /> },
                { label: words.receivers, value: countAmount(notice.receivers) },
                { label: words.reads, value: share(t, notice.reads, notice.receivers) },
                ...(notice.isMustRead
                  ? [{ label: words.confirmed, value: share(t, notice.confirmed, notice.receivers) }]
                  : []),
              ]
            : []),
          { label: words.from, value: notice.validFrom && <TimeText at={notice.validFrom} /> },
          { label: words.to, value: notice.validTo && <TimeText at={notice.validTo} /> },
        ]}
      />
      <Stack as="article" above="xl">
        <Span as="h2" size="l">
          {notice.titleZh}
        </Span>
        <NoticeText written={notice.bodyZh} />
        {notice.titleEn && notice.bodyEn ? (
          <>
            <Span as="h2" size="l" lang="en">
              {notice.titleEn}
            </Span>
            <NoticeText written={notice.bodyEn} />
          </>
        ) : null}
      </Stack>
      <Stack gap="s" above="xl">
        {notice.earlier.map((version) => (
          <details key={version.revision}>
            <summary>
              {t(words.earlier, { n: version.revision, title: version.titleZh })} · <TimeText at={version.at} />
            </summary>
            <NoticeText written={version.bodyZh} />
          </details>
        ))}
      </Stack>
    </>
  );
}

/** A notice for its author: recipients, readers, earlier versions. */
export function NoticePanel(props: { id: string | undefined; onClose: () => void }) {
  const t = useText();
  const { id } = props;
  const { data, error, refetch } = useRead(readNotice, id !== undefined && { id });
  return (
    <Sheet isOpen={id !== undefined} title={t(words.title)} width={640} onClose={props.onClose}>
      {data ? <Detail notice={data} /> : <NotLoaded failed={words.failed} error={error} onRetry={refetch} />}
    </Sheet>
  );
}
