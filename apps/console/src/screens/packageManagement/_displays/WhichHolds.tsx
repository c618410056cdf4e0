import { governingDisplayStrategy } from '@cardinal/contract/api/control/displayStrategies.ts';
import { DisplayAudience, DisplayBinding } from '@cardinal/contract/enumerations/control.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph, Span } from '@cardinal/ui/layout/Text.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { Select } from 'antd';
import { useId, useState } from 'react';
import { CustomerPicker } from '../../../kit/CustomerPicker.tsx';
import { Field } from '../../../kit/Field.tsx';
import { Panel } from '../../../kit/Panel.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { PackageChoice, ProductChoice } from './BoundChoice.tsx';
import { SeenLines } from './SeenLines.tsx';

const words = {
  note: text(
    '选择卡的套餐、产品和归属客户，看哪个策略生效。只看本级自己的策略。',
    'Choose package, product and customer of a card to see which strategy holds. Only strategies of your own are considered.',
  ),
  none: text('没有策略，全部显示', 'No strategy: everything is shown'),
  by: text('依据绑定：{kind}「{name}」', 'By its binding: {kind} “{name}”'),
  overruled: text('范围更大、未生效：{names}', 'Broader, without effect: {names}'),
  overruledOne: text('「{name}」（{kind}）', '“{name}” ({kind})'),
};

/** Which strategy decides what an audience sees of a card, and what it sees. */
export default function WhichHolds({ onClose }: { onClose: () => void }) {
  const t = useText();
  const id = useId();
  const [audience, setAudience] = useState<DisplayAudience>('child');
  const [[packageId], setPackage] = useState<string[]>([]);
  const [[productCode], setProduct] = useState<string[]>([]);
  const [customerId, setCustomer] = useState<string>();
  const answer = useRead(
    governingDisplayStrategy,
    { audience, packageId, productCode, customerId },
    { keepsPrevious: true },
  );
  const { data } = answer;
  return (
    <Sheet isOpen title={t(governingDisplayStrategy.summary)} width={600} onClose={onClose}>
      <Paragraph ink="secondary">{t(words.note)}</Paragraph>
      <Stack gap="l" above="l">
        <Field id={`${id}-audience`} label={t(DisplayAudience.title)}>
          <Select
            id={`${id}-audience`}
            value={audience}
            options={DisplayAudience.options.map(({ value, label }) => ({ value, label: t(label) }))}
            onChange={setAudience}
          />
        </Field>
        <Field id={`${id}-package`} label={t(nouns.package)}>
          <PackageChoice
            id={`${id}-package`}
            isOne
            value={packageId === undefined ? [] : [packageId]}
            onValue={setPackage}
          />
        </Field>
        <Field id={`${id}-product`} label={t(nouns.product)}>
          <ProductChoice
            id={`${id}-product`}
            isOne
            value={productCode === undefined ? [] : [productCode]}
            onValue={setProduct}
          />
        </Field>
        <Field id={`${id}-customer`} label={t(nouns.customer)}>
          <CustomerPicker id={`${id}-customer`} value={customerId} onValue={setCustomer} />
        </Field>
      </Stack>
      <Panel title={data?.strategy?.name ?? t(words.none)} state={answer} height={320} className="above-l">
        {data ? (
          <Stack gap="s">
            {data.by ? (
              <Span ink="secondary">
                {t(words.by, { kind: DisplayBinding.labelOf(data.by.kind), name: data.by.name })}
              </Span>
            ) : null}
            {data.overruled.length > 0 ? (
              <Span ink="secondary">
                {t(words.overruled, {
                  names: data.overruled
                    .map(({ kind, strategyName }) =>
                      t(words.overruledOne, { name: strategyName, kind: DisplayBinding.labelOf(kind) }),
                    )
                    .join(' '),
                })}
              </Span>
            ) : null}
            <SeenLines lines={data.lines} />
          </Stack>
        ) : undefined}
      </Panel>
    </Sheet>
  );
}
