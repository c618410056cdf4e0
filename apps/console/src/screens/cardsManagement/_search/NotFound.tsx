import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useCopy } from '@cardinal/ui/Copy.tsx';
import { Identifier } from '@cardinal/ui/Identifier.tsx';
import { CopyIcon } from '@cardinal/ui/icons.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Box, ScrollBox } from '@cardinal/ui/layout/Box.tsx';
import { TextButton } from '@cardinal/ui/layout/Choices.tsx';
import { Grid } from '@cardinal/ui/layout/Grid.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { Link } from '../../../shell/Link.tsx';

const words = {
  meant: text('是否指 ', 'Did you mean '),
};

type Suggestion = { readonly asked: string; readonly iccid: string };

/** The numbers not found, to be copied; ICCIDs with a wrong check digit are marked. */
export function NotFound(props: { items: readonly string[]; suggestions: readonly Suggestion[] }) {
  const t = useText();
  const copy = useCopy();
  return (
    <section aria-label={t(nouns.notFound)}>
      <Inline gap="l" below="s">
        <h2>
          {t(nouns.notFound)} <small>{countAmount(props.items.length)}</small>
        </h2>
        <TextButton onClick={() => copy(props.items.join('\n'))}>
          <CopyIcon /> {t(verbs.copyAll)}
        </TextButton>
      </Inline>
      <Box size="m">
        <ScrollBox height="m">
          <Grid as="ul" gap="s">
            {props.items.map((item) => (
              <li key={item}>
                <Identifier value={item} />
                {props.suggestions
                  .filter((each) => each.asked === item)
                  .map((each) => (
                    <small key={each.iccid}>
                      {t(words.meant)}
                      <Link to={`/cardsManagement/globalSearchResult?q=${encodeURIComponent(each.iccid)}`}>
                        <code>{each.iccid}</code>
                      </Link>
                    </small>
                  ))}
              </li>
            ))}
          </Grid>
        </ScrollBox>
      </Box>
    </section>
  );
}
