import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Box } from '@cardinal/ui/layout/Box.tsx';
import { Grid } from '@cardinal/ui/layout/Grid.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph, Span } from '@cardinal/ui/layout/Text.tsx';
import { Radio } from 'antd';
import { useEffect, useId, useRef } from 'react';
import { type Kept, keptOf, type Difference as Shown } from './difference.ts';
import { FieldValue } from './FieldValue.tsx';

const words = {
  changed: text('编辑期间，此内容已被他人修改', 'Somebody changed this while you were editing'),
  choose: text(
    '以下各项不同：您没有动过的已采用对方的，您改过的保留您的。可逐项选择，然后再次保存。',
    'These fields differ. Fields you did not touch now have their value; those you changed keep yours. Choose for each, then save again.',
  ),
  none: text('与您填写的内容没有冲突，请再次保存。', 'Nothing you entered conflicts with it. Save again.'),
  theirs: text('采用对方的', 'Take theirs'),
  yours: text('保留我的', 'Keep mine'),
};
const SIDES: readonly Kept[] = ['theirs', 'yours'];

/** Field by field what another person stored and what is typed here, and which of the two the next save writes. */
export default function Difference({ of }: { of: Shown }) {
  const t = useText();
  const id = useId();
  const root = useRef<HTMLElement>(null);
  const { key, draft, fields, keep } = of;
  const shownValue = ({ name, drawn, ...sides }: (typeof fields)[number], side: Kept, valueId: string) => {
    const value = sides[side];
    if (typeof drawn === 'function') return drawn(value);
    return <FieldValue id={valueId} field={drawn} value={value} values={{ ...draft, [name]: value }} />;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a second change by another person is announced as the first was
  useEffect(() => root.current?.focus(), [key]);
  return (
    <Box as="section" isWell ref={root} tabIndex={-1} aria-labelledby={`${id}-title`} below="l">
      <Stack gap="m">
        <Stack gap="xs" role="alert">
          <Span id={`${id}-title`} weight="strong">
            {t(words.changed)}
          </Span>
          <Paragraph ink="secondary">{t(fields.length === 0 ? words.none : words.choose)}</Paragraph>
        </Stack>
        {fields.map((field) => (
          <Stack key={field.name} gap="xs" role="radiogroup" aria-labelledby={`${id}-${field.name}`}>
            <Span id={`${id}-${field.name}`} weight="medium">
              {t(field.label)}
            </Span>
            <Grid columns={2} gap="m" align="start">
              {SIDES.map((side) => {
                const shown = `${id}-${field.name}-${side}`;
                return (
                  <Stack key={side} gap="xs">
                    <Radio
                      name={`${id}-${field.name}`}
                      value={side}
                      checked={keptOf(field.value, field) === side}
                      aria-describedby={shown}
                      onChange={() => keep(field.name, side)}
                    >
                      {t(words[side])}
                    </Radio>
                    <div id={shown}>{shownValue(field, side, `${shown}-value`)}</div>
                  </Stack>
                );
              })}
            </Grid>
          </Stack>
        ))}
      </Stack>
    </Box>
  );
}
