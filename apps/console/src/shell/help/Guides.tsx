import { guidesHere, viewGuide } from '@cardinal/contract/api/settings/guides.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../http/call.ts';
import { GuideText } from './GuideText.tsx';

const words = {
  helpful: text('有帮助吗？', 'Was this helpful?'),
  yes: text('有', 'Yes'),
  no: text('没有', 'No'),
};

/** The guides of a screen: one is open at a time, and each opening is counted. */
export function Guides(props: { current: string }) {
  const t = useText();
  const queries = useQueryClient();
  const query = { path: props.current };
  const [opened, setOpened] = useState<string>();
  const { data: guides = [] } = useQuery({
    queryKey: [guidesHere.name, query],
    queryFn: ({ signal }) => call(guidesHere, { query }, { signal, isSilent: true }),
    retry: false,
  });
  if (guides.length === 0) return null;
  const tell = async (guideId: string, isHelpful?: boolean) => {
    const body = isHelpful === undefined ? { guideId } : { guideId, isHelpful };
    await call(viewGuide, { body }, { isSilent: true }).catch(() => {});
    if (isHelpful !== undefined) await queries.invalidateQueries({ queryKey: [guidesHere.name, query] });
  };
  const open = (guideId: string) => {
    setOpened(guideId);
    void tell(guideId);
  };
  return (
    <section>
      <h3>{t(guidesHere.summary)}</h3>
      <Stack isDivided>
        {guides.map((guide) => (
          <article key={guide.id}>
            <button
              type="button"
              className="guide-title"
              aria-expanded={guide.id === opened}
              onClick={() => (guide.id === opened ? setOpened(undefined) : open(guide.id))}
            >
              {guide.title}
            </button>
            {guide.id === opened ? (
              <>
                <GuideText {...guide} />
                <Inline as="p" above="s" below="m" ink="secondary">
                  {t(words.helpful)}
                  {([true, false] as const).map((isHelpful) => (
                    <button
                      key={String(isHelpful)}
                      type="button"
                      className="button"
                      aria-pressed={guide.isHelpful === isHelpful}
                      onClick={() => void tell(guide.id, isHelpful)}
                    >
                      {t(isHelpful ? words.yes : words.no)}
                    </button>
                  ))}
                </Inline>
              </>
            ) : null}
          </article>
        ))}
      </Stack>
    </section>
  );
}
