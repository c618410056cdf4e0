import { listInbox, readBell, viewNotice } from '@cardinal/contract/api/notices/inbox.ts';
import { NoticeKind } from '@cardinal/contract/api/notices/notices.ts';
import { nouns, sentences } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph, Span } from '@cardinal/ui/layout/Text.tsx';
import { ErrorState } from '@cardinal/ui/States.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isFailure } from '../../../http/failure.ts';
import { NotLoaded } from '../../../kit/NotLoaded.tsx';
import { readKey, useRead } from '../../../kit/useRead.ts';
import { NoticeLink, NoticeText } from '../../../shell/NoticeText.tsx';

const words = {
  over: text('已过期', 'Over'),
  changed: text('发送后有更新，这是第 {n} 版', 'Changed after it was sent; this is version {n}'),
  go: text('前往查看', 'Go there'),
};

/** A notice for its reader; opening marks it as read. */
export function ReceivedNotice(props: { id: string }) {
  const t = useText();
  const queries = useQueryClient();
  const { data, error, refetch } = useRead(viewNotice, { id: props.id });
  useEffect(() => {
    if (data) for (const list of [listInbox, readBell]) void queries.invalidateQueries({ queryKey: readKey(list) });
  }, [data, queries]);
  if (isFailure(error) && error.status === 404) return <ErrorState title={t(sentences.notPermitted)} />;
  if (!data) return <NotLoaded error={error} onRetry={refetch} />;
  return (
    <Stack as="article">
      <Span as="h2" size="l">
        {data.title}
      </Span>
      <Paragraph ink="secondary">
        {[t(NoticeKind.labelOf(data.kind)), data.from ?? t(nouns.system)].join(' · ')} ·{' '}
        <TimeText at={data.createdAt} />
        {data.isMustRead ? ` · ${t(nouns.mustRead)}` : ''}
        {data.isExpired ? ` · ${t(words.over)}` : ''}
      </Paragraph>
      {data.revision > 1 ? (
        <Paragraph ink="warning" above="s" below="s">
          {t(words.changed, { n: data.revision })}
        </Paragraph>
      ) : null}
      {data.body ? <NoticeText written={data.body} /> : null}
      {data.summary ? <p>{data.summary}</p> : null}
      {data.link ? <NoticeLink to={data.link}>{t(words.go)}</NoticeLink> : null}
    </Stack>
  );
}
