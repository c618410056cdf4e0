import { listPackageShares, previewShareSplit } from '@cardinal/contract/api/packageShares/packageShares.ts';
import type { ShareKind } from '@cardinal/contract/enumerations/share.ts';
import { text } from '@cardinal/primitives/text.ts';
import { moneyAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { PartsBar } from '@cardinal/ui/layout/Bar.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { Money } from '@cardinal/ui/Quantity.tsx';
import { useDeferredValue } from 'react';
import { minorOf } from '../../../kit/form/amountText.ts';
import type { OwnControl } from '../../../kit/form/formFields.ts';
import { useRead } from '../../../kit/useRead.ts';

const { fields } = listPackageShares;

const words = {
  split: text('一笔 {paid} 的分账', 'How {paid} is split'),
  none: text('选择套餐并填写分润后显示分账', 'Choose a package and a share to see the split'),
  over: text('超过可分配利润 {over}', 'More than the distributable profit by {over}'),
};

type Parts = { readonly owed: string; readonly mine: string; readonly child: string };

/** Who gets how much of a sale, side by side. */
export function SplitBar({ parts, label, isThick }: { parts: Parts; label?: string; isThick?: boolean }) {
  return (
    <PartsBar
      {...(label === undefined ? {} : { label })}
      isThick={isThick ?? false}
      parts={[
        { key: 'owed', amount: Number(parts.owed), tone: 'edge' },
        { key: 'mine', amount: Number(parts.mine), tone: 'primary' },
        { key: 'child', amount: Number(parts.child), tone: 'success' },
      ]}
    />
  );
}

/** The same of what is being typed, with the amounts. */
export function SplitField({ own, packageId }: { own: OwnControl; packageId: string | undefined }) {
  const t = useText();
  const typed = useDeferredValue(own.values);
  const [price, share] = [minorOf(typed['retailPrice']), minorOf(typed['shareValue'])];
  const isNumber = (value: unknown): value is string => typeof value === 'string' && /^\d{1,12}$/.test(value);
  const query = packageId !== undefined &&
    isNumber(share) && {
      packageId,
      shareKind: typed['shareKind'] as ShareKind,
      shareValue: share,
      ...(isNumber(price) ? { retailPrice: price } : {}),
    };
  const { data } = useRead(previewShareSplit, query, { keepsPrevious: true });
  if (!query || !data)
    return (
      <Span id={own.id} size="s" ink="secondary">
        {t(words.none)}
      </Span>
    );
  const { currency, paid, over } = data;
  const amounts = [
    [fields.owed.label, data.owed, 'secondary'],
    [fields.myNet.label, data.mine, 'primary'],
    [fields.childEarns.label, data.child, 'success'],
  ] as const;
  return (
    <Stack as="output" id={own.id} gap="xs" size="s" aria-live="polite">
      <SplitBar isThick parts={data} label={t(words.split, { paid: moneyAmount(paid, currency) })} />
      <Inline gap="m">
        {amounts.map(([label, minor, ink]) => (
          <Span key={ink} ink={ink}>
            {t(label)} <Money minor={minor} currency={currency} />
          </Span>
        ))}
      </Inline>
      {over === null ? null : <Span ink="warning">{t(words.over, { over: moneyAmount(over, currency) })}</Span>}
    </Stack>
  );
}
