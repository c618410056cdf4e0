import { routeOf } from '@cardinal/contract/routes/matching.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { CloseIcon } from '@cardinal/ui/icons.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { TextButton } from '@cardinal/ui/layout/Choices.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { explanationOf } from './explanationOf.ts';
import { Guides } from './Guides.tsx';
import { HELP } from './helpWords.ts';
import type { ManualPage } from './manualPages.ts';
import { TERMS } from './terms.ts';
import { TAKE_TOUR } from './tourWords.ts';
import './help.css';

const words = {
  terms: text('词语', 'Words'),
  figures: text('数字', 'Figures'),
  tasks: text('常做的事', 'Usual tasks'),
  read: text('在手册中阅读', 'Read more in the manual'),
};

/** What a screen is for, its words, its figures, the usual tasks, and the guides written for it. */
export function HelpPanel(props: {
  id: string;
  current: string;
  onClose: () => void;
  onRead: (page?: ManualPage) => void;
  onTour: () => void;
}) {
  const t = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data } = useQuery({
    queryKey: ['help', props.current],
    queryFn: () => explanationOf(props.current),
    staleTime: Number.POSITIVE_INFINITY,
  });
  // Read from the top, by keyboard and by ear.
  useEffect(() => heading.current?.focus(), []);
  return (
    <section id={props.id} className="help-panel" aria-label={t(HELP)}>
      <Inline as="header" justify="between" isOneLine>
        <h2 ref={heading} tabIndex={-1}>
          {t(routeOf(props.current)?.route.title ?? HELP)}
        </h2>
        <button
          type="button"
          className="icon-button icon-button-small"
          aria-label={t(verbs.close)}
          onClick={props.onClose}
        >
          <CloseIcon size={14} />
        </button>
      </Inline>
      <Stack>
        {data ? (
          <>
            <p>{t(data.purpose)}</p>
            <section>
              <h3>{t(words.tasks)}</h3>
              <ul className="help-tasks">
                {data.tasks.map((task) => (
                  <li key={task.en}>{t(task)}</li>
                ))}
              </ul>
            </section>
            {data.figures ? (
              <section>
                <h3>{t(words.figures)}</h3>
                <p>{t(data.figures)}</p>
              </section>
            ) : null}
            {data.terms.length > 0 ? (
              <section>
                <h3>{t(words.terms)}</h3>
                <dl>
                  {data.terms.map((key) => (
                    <Paragraph as="div" key={key} below="xs">
                      <dt>{t(TERMS[key].name)}</dt>
                      <dd>{t(TERMS[key].meaning)}</dd>
                    </Paragraph>
                  ))}
                </dl>
              </section>
            ) : null}
          </>
        ) : null}
        <Guides current={props.current} />
        <Inline as="footer" gap="l">
          {data ? <TextButton onClick={() => props.onRead(data.manual)}>{t(words.read)}</TextButton> : null}
          <TextButton onClick={() => props.onRead()}>{t(nouns.manual)}</TextButton>
          <TextButton onClick={props.onTour}>{t(TAKE_TOUR)}</TextButton>
        </Inline>
      </Stack>
    </section>
  );
}
