import { guidesHere, viewGuide } from '@cardinal/contract/api/settings/guides.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { CloseIcon } from '@cardinal/ui/icons.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { call } from '../http/call.ts';
import { GuideText } from './GuideText.tsx';
import './guides.css';

const words = {
  guides: text('本页指引', 'Guides for this page'),
  helpful: text('有帮助吗？', 'Was this helpful?'),
  yes: text('有', 'Yes'),
  no: text('没有', 'No'),
};

/** «?» in the header of a screen that has guides. */
export default function GuideButton(props: { current: string }) {
  const t = useText();
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const queries = useQueryClient();
  const query = { path: props.current };
  const [isOpen, setIsOpen] = useState(false);
  const [opened, setOpened] = useState<string>();
  const { data: guides = [] } = useQuery({
    queryKey: [guidesHere.name, query],
    queryFn: ({ signal }) => call(guidesHere, { query }, { signal, isSilent: true }),
    retry: false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen is what closes it
  useEffect(() => setIsOpen(false), [props.current]);
  useEffect(() => {
    if (!isOpen) return;
    const leave = (event: Event) => {
      const isEscape = event instanceof KeyboardEvent && event.key === 'Escape';
      if (isEscape || (event.type === 'pointerdown' && !box.current?.contains(event.target as Node))) setIsOpen(false);
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('keydown', leave);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('keydown', leave);
    };
  }, [isOpen]);

  const [first] = guides;
  if (!first) return null;
  const tell = async (guideId: string, isHelpful?: boolean) => {
    const body = isHelpful === undefined ? { guideId } : { guideId, isHelpful };
    await call(viewGuide, { body }, { isSilent: true }).catch(() => {});
    if (isHelpful !== undefined) await queries.invalidateQueries({ queryKey: [guidesHere.name, query] });
  };
  const open = (guideId: string) => {
    setOpened(guideId);
    void tell(guideId);
  };
  const toggle = () => {
    setIsOpen(!isOpen);
    if (!isOpen) open(first.id);
  };
  return (
    <div className="guide" ref={box}>
      <button
        type="button"
        className="icon-button"
        aria-label={t(words.guides)}
        title={t(words.guides)}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={toggle}
      >
        ?
      </button>
      {isOpen ? (
        <section id={id} className="guide-panel" aria-label={t(words.guides)}>
          <header>
            <h2>{t(words.guides)}</h2>
            <button
              type="button"
              className="icon-button icon-button-small"
              aria-label={t(verbs.close)}
              onClick={() => setIsOpen(false)}
            >
              <CloseIcon size={14} />
            </button>
          </header>
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
        </section>
      ) : null}
    </div>
  );
}
