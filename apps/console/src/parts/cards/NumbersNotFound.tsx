import { pastedNotFoundSheet, type readPasted } from '@cardinal/contract/api/cardViews/search.ts';
import type { QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { useCopy } from '@cardinal/ui/Copy.tsx';
import { Identifier } from '@cardinal/ui/Identifier.tsx';
import { CopyIcon, DownloadIcon } from '@cardinal/ui/icons.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Box, ScrollBox } from '@cardinal/ui/layout/Box.tsx';
import { TextButton } from '@cardinal/ui/layout/Choices.tsx';
import { Grid } from '@cardinal/ui/layout/Grid.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import type { ReactNode } from 'react';
import { saveFile } from '../../kit/saveFile.ts';
import { Can } from '../../shell/Can.tsx';

/** Numbers without a card, each by name: to be copied, or downloaded as the sheet of `asked`. */
export function NumbersNotFound(props: {
  numbers: readonly string[];
  asked: QueryOf<typeof readPasted>;
  heading?: ReactNode;
  /** What stands behind a number. */
  beside?: (number: string) => ReactNode;
}) {
  const t = useText();
  const copy = useCopy();
  const { numbers, asked } = props;
  return (
    <>
      <Inline gap="l" below="s">
        {props.heading}
        <TextButton onClick={() => copy(numbers.join('\n'))}>
          <CopyIcon /> {t(verbs.copyAll)}
        </TextButton>
        <Can call={pastedNotFoundSheet}>
          <TextButton onClick={() => void saveFile(pastedNotFoundSheet, asked)}>
            <DownloadIcon size={14} /> {t(verbs.download)}
          </TextButton>
        </Can>
      </Inline>
      <Box size="m">
        <ScrollBox height="m">
          <Grid as="ul" gap="s">
            {numbers.map((number) => (
              <li key={number}>
                <Identifier value={number} />
                {props.beside?.(number)}
              </li>
            ))}
          </Grid>
        </ScrollBox>
      </Box>
    </>
  );
}
