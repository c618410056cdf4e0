import type { Text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Columns } from '@cardinal/ui/layout/Grid.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import type { ReactNode } from 'react';
import { Nothing } from '../../kit/table/cells.tsx';

export type Fact = { readonly label: Text | string; readonly value: ReactNode };

/** Labelled facts; unknown ones show a dash. */
export function Facts(props: { facts: readonly Fact[] }) {
  const t = useText();
  return (
    <Stack as="dl" gap="s" size="m">
      {props.facts.map(({ label, value }) => {
        const words = typeof label === 'string' ? label : t(label);
        return (
          <Columns side="xs" gap="m" key={words}>
            <dt>{words}</dt>
            <dd>{value === null || value === undefined || value === '' ? <Nothing /> : value}</dd>
          </Columns>
        );
      })}
    </Stack>
  );
}
