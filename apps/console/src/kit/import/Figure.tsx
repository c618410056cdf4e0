import { countAmount } from '@cardinal/ui/amounts.ts';
import { Box } from '@cardinal/ui/layout/Box.tsx';
import type { Ink } from '@cardinal/ui/layout/part.ts';
import { Span } from '@cardinal/ui/layout/Text.tsx';

/** One number of a result in a frame, under its name; for a `dl`. */
export function Figure(props: { label: string; value: number; ink?: Ink | undefined }) {
  return (
    <Box>
      <Span as="dt" size="s">
        {props.label}
      </Span>
      <Span as="dd" size="xl" weight="strong" ink={props.ink}>
        {countAmount(props.value)}
      </Span>
    </Box>
  );
}
