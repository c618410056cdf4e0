import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useLanguage, useText } from '@cardinal/ui/language.tsx';
import { PickButton } from '@cardinal/ui/layout/Choices.tsx';
import { Columns } from '@cardinal/ui/layout/Grid.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import KitLook from '../../kit/KitLook.tsx';
import { NotLoaded } from '../../kit/NotLoaded.tsx';
import { NoticeText } from '../NoticeText.tsx';
import { readManual } from './manual.ts';
import { MANUAL_PAGES, type ManualPage } from './manualPages.ts';
import './help.css';

const words = {
  failed: text('手册加载失败', 'Failed to load the manual'),
};

/** The manual beside the screen it speaks of; links in it lead to screens. */
export default function ManualSheet(props: { page: ManualPage | undefined; onClose: () => void }) {
  const t = useText();
  const language = useLanguage();
  const [picked, setPicked] = useState<ManualPage>(props.page ?? MANUAL_PAGES[0]);
  const article = useRef<HTMLElement>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['manual', language],
    queryFn: () => readManual(language),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const shown = data?.find(({ page }) => page === picked);
  // On a narrow screen the list of pages stands above the page.
  const [isTurned, setIsTurned] = useState(props.page !== undefined);
  useEffect(() => {
    if (isTurned && shown) article.current?.scrollIntoView({ block: 'start' });
  }, [isTurned, shown]);
  const turn = (page: ManualPage) => {
    setPicked(page);
    setIsTurned(true);
  };
  return (
    <KitLook>
      <Sheet isOpen title={t(nouns.manual)} width={960} onClose={props.onClose}>
        {data && shown ? (
          <Columns gap="xl" side="m">
            <nav aria-label={t(nouns.manual)}>
              {data.map(({ page, title }) => (
                <PickButton
                  key={page}
                  isPicked={page === picked}
                  aria-current={page === picked ? 'page' : undefined}
                  onClick={() => turn(page)}
                >
                  {title}
                </PickButton>
              ))}
            </nav>
            <Stack as="article" gap="m" ref={article}>
              <h2>{shown.title}</h2>
              {shown.parts.map((part) =>
                part.kind === 'text' ? (
                  <NoticeText key={part.written} written={part.written} />
                ) : (
                  <figure key={part.address}>
                    <img className="manual-picture" src={part.address} alt={part.words} />
                    <figcaption>
                      <small>{part.words}</small>
                    </figcaption>
                  </figure>
                ),
              )}
            </Stack>
          </Columns>
        ) : (
          <NotLoaded failed={words.failed} error={error} onRetry={refetch} />
        )}
      </Sheet>
    </KitLook>
  );
}
