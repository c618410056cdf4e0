import { previewFlowPackage } from '@cardinal/contract/api/control/flowStrategyPackages.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { dayText } from '@cardinal/primitives/time.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Grid } from '@cardinal/ui/layout/Grid.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { useDeferredValue, useId, useState } from 'react';
import { CustomerPicker } from '../../../kit/CustomerPicker.tsx';
import { Field } from '../../../kit/Field.tsx';
import { Panel } from '../../../kit/Panel.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { NOT_LIMITED } from '../../../parts/control/Staircase.tsx';
import { TRY_NOTE, TryDay, TryVolume } from '../../../parts/control/TryFields.tsx';
import { bytesTyped, type TypedVolume } from '../../../parts/control/typedVolume.ts';

const words = {
  customer: text('卡的归属客户', 'Customer of the card'),
};

/** The speed a card of a customer would be given, and by which limit. */
export default function TryPackageLimit({ of }: { of: { readonly id: string } }) {
  const t = useText();
  const id = useId();
  const [typed, setTyped] = useState<TypedVolume>({ value: '1.2', unit: 'GB' });
  const [day, setDay] = useState<string | undefined>(() => dayText(new Date()));
  const [customerId, setCustomerId] = useState<string>();
  const usedBytes = useDeferredValue(bytesTyped(typed));
  const { data } = useRead(
    previewFlowPackage,
    usedBytes !== '' && day !== undefined && { id: of.id, usedBytes, day, customerId },
    { keepsPrevious: true },
  );
  return (
    <Panel title={t(verbs.try)}>
      <Stack>
        <Span ink="secondary">{t(TRY_NOTE)}</Span>
        <Grid>
          <TryVolume value={typed} onChange={setTyped} />
          <TryDay value={day} onChange={setDay} />
          <Field id={`${id}-customer`} label={t(words.customer)}>
            <CustomerPicker id={`${id}-customer`} value={customerId} onValue={setCustomerId} />
          </Field>
        </Grid>
        {data ? (
          <Stack gap="xs" aria-label={t(nouns.outcome)}>
            <Span size="xl" weight="strong" isBlock>
              {data.kbps === null ? t(NOT_LIMITED) : `${data.kbps} kbps`}
            </Span>
            <Span ink="secondary">{data.why}</Span>
          </Stack>
        ) : null}
      </Stack>
    </Panel>
  );
}
