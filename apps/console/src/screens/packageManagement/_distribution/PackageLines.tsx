import {
  listPackageDistributions,
  MOST_PAIRS,
  PAIRS_AT_ONCE,
  packageOptions,
} from '@cardinal/contract/api/packages/packageDistributions.ts';
import { sentences, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { typedDecimal, typedInteger } from '@cardinal/primitives/typing.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Box } from '@cardinal/ui/layout/Box.tsx';
import { TextButton } from '@cardinal/ui/layout/Choices.tsx';
import { Tracks } from '@cardinal/ui/layout/Grid.tsx';
import { Inline, Spacer, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph, Span } from '@cardinal/ui/layout/Text.tsx';
import { Input, Select } from 'antd';
import { useDeferredValue, useId, useState } from 'react';
import { describedBy, Field } from '../../../kit/Field.tsx';
import type { OwnControl } from '../../../kit/form/formFields.ts';
import { useRead } from '../../../kit/useRead.ts';
import { givingWords } from '../../../parts/catalogue/distributionFields.tsx';
import { PriceOutcome, useCost } from '../../../parts/packages/PriceOutcome.tsx';
import { byOf, type Cost, costOf, type PricedBy } from '../../../parts/packages/packagePrices.ts';
import { PERCENT, wayLabel, waysOf } from '../../../parts/packages/priceFields.ts';

const { fields } = listPackageDistributions;

const words = {
  none: text('没有可分配的套餐', 'No packages to give'),
  remove: text('移除 {code}', 'Remove {code}'),
  alike: text('其余套餐照此定价', 'Price the others alike'),
  pairs: text(
    '{packages} 个套餐 × {children} 个下级 = {n} 项',
    '{packages} {packages|package|packages} × {children} {children|child|children} = {n}',
  ),
  asTask: text('超过 {most} 项，将作为任务逐项执行', 'More than {most} run as a task, one by one'),
  tooMany: text('一次最多 {most} 项', 'At most {most} at once'),
};

/** A package to give, and its price as it is typed. */
export type PackageLine = {
  readonly packageId: string;
  readonly code: string;
  readonly name: string;
  readonly cost?: Cost | undefined;
  readonly by: PricedBy;
} & Readonly<Partial<Record<PricedBy | 'minPrice' | 'suggestPrice', string>>>;

type Priced = 'minPrice' | 'suggestPrice' | PricedBy;

/** A further package is priced in the way of the last one; an amount is its own, a margin or mark-up is not. */
const pricedAlike = (last: PackageLine | undefined): Pick<PackageLine, 'by' | PricedBy> => {
  if (!last) return { by: 'reservePrice' };
  const amount = last[last.by];
  return { by: last.by, ...(last.by === 'reservePrice' || amount === undefined ? {} : { [last.by]: amount }) };
};

/** The packages to give, each with its price for all chosen children. */
export function PackageLines({ own, currency }: { own: OwnControl; currency: string | undefined }) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const keyword = useDeferredValue(typed.trim());
  const found = useRead(packageOptions, keyword ? { keyword } : {}, { keepsPrevious: true });
  const lines = own.value as readonly PackageLine[];
  const options = found.data ?? [];
  const children = (own.values['customerIds'] as readonly string[] | undefined)?.length ?? 0;
  const pairs = lines.length * children;
  const limit =
    pairs > MOST_PAIRS
      ? t(words.tooMany, { most: MOST_PAIRS })
      : pairs > PAIRS_AT_ONCE
        ? t(words.asTask, { most: PAIRS_AT_ONCE })
        : undefined;
  const pick = (ids: readonly string[]) => {
    const kept = lines.filter(({ packageId }) => ids.includes(packageId));
    const added = options.filter(({ id }) => ids.includes(id) && !kept.some(({ packageId }) => packageId === id));
    own.onChange([
      ...kept,
      ...added.map((each) => ({
        packageId: each.id,
        code: each.code,
        name: each.name,
        cost: costOf(each),
        ...pricedAlike(kept.at(-1)),
      })),
    ]);
  };
  const change = (at: number, part: Partial<PackageLine>) =>
    own.onChange(lines.map((line, index) => (index === at ? { ...line, ...part } : line)));
  const priceAlike = () => {
    const [first, ...others] = lines;
    if (first) own.onChange([first, ...others.map((line) => ({ ...line, by: first.by, [first.by]: first[first.by] }))]);
  };
  return (
    <Stack>
      <Select
        id={own.id}
        mode="multiple"
        maxTagCount="responsive"
        placeholder={t(sentences.findPackages)}
        notFoundContent={t(words.none)}
        showSearch={{ filterOption: false, onSearch: setTyped }}
        loading={found.isFetching}
        status={own.problem ? 'error' : ''}
        aria-invalid={own.problem ? true : undefined}
        value={lines.map(({ packageId }) => packageId)}
        options={[
          ...options.map(({ id, code, name }) => ({ value: id, label: `${code} · ${name}` })),
          ...lines
            .filter(({ packageId }) => !options.some(({ id }) => id === packageId))
            .map(({ packageId, code, name }) => ({ value: packageId, label: `${code} · ${name}` })),
        ]}
        onChange={pick}
      />
      {lines.map((line, at) => (
        <Line
          key={line.packageId}
          line={line}
          currency={currency}
          problemOf={(name) => own.problems[`lines.${at}.${name}`]}
          onChange={(part) => change(at, part)}
          onRemove={() => own.onChange(lines.filter((each) => each !== line))}
          {...(at === 0 && lines.length > 1 ? { onAlike: priceAlike } : {})}
        />
      ))}
      {pairs > 1 ? (
        <Paragraph size="s" ink={pairs > MOST_PAIRS ? 'warning' : 'secondary'}>
          {t(words.pairs, { packages: lines.length, children, n: pairs })}
          {limit ? ` · ${limit}` : null}
        </Paragraph>
      ) : null}
    </Stack>
  );
}

function Line(props: {
  line: PackageLine;
  currency: string | undefined;
  problemOf: (name: string) => string | undefined;
  onChange: (part: Partial<PackageLine>) => void;
  onRemove: () => void;
  onAlike?: () => void;
}) {
  const t = useText();
  const id = useId();
  const { line, problemOf } = props;
  const cost = useCost(line, line.cost);
  const by = byOf(line);
  const notGivable = problemOf('packageId');
  const amount = (name: Priced, label: string, problem: string | undefined) => (
    <Field id={`${id}-${name}`} label={label} isRequired={name === by} problem={problem}>
      <Input
        {...describedBy(`${id}-${name}`, { problem })}
        status={problem ? 'error' : ''}
        inputMode="decimal"
        maxLength={20}
        suffix={name === 'markUp' ? t(PERCENT) : undefined}
        value={line[name] ?? ''}
        onChange={({ target }) =>
          props.onChange({ [name]: (name === 'markUp' ? typedInteger : typedDecimal)(target.value) })
        }
      />
    </Field>
  );
  return (
    <Box as="fieldset">
      <Stack gap="s">
        <Inline isOneLine>
          <Span isCut weight="medium">
            {line.code} · {line.name}
          </Span>
          <Spacer />
          <TextButton aria-label={t(words.remove, { code: line.code })} onClick={props.onRemove}>
            {t(verbs.remove)}
          </TextButton>
        </Inline>
        {notGivable ? (
          <Span ink="danger" role="alert">
            {notGivable}
          </Span>
        ) : null}
        <Tracks columns="minmax(0, 4fr) repeat(3, minmax(0, 3fr))">
          <Field id={`${id}-by`} label={t(givingWords.by)}>
            <Select
              id={`${id}-by`}
              value={by}
              options={waysOf(cost).map(({ value, label }) => ({ value, label: t(label) }))}
              onChange={(next) => props.onChange({ by: next })}
            />
          </Field>
          {amount(by, t(wayLabel(by)), problemOf(by) ?? problemOf('reservePrice'))}
          {amount('minPrice', t(fields.minPrice.label), problemOf('minPrice'))}
          {amount('suggestPrice', t(fields.suggestPrice.label), problemOf('suggestPrice'))}
        </Tracks>
        <PriceOutcome typed={line} cost={cost} currency={props.currency} />
        {props.onAlike ? (
          <Inline>
            <TextButton onClick={props.onAlike}>{t(words.alike)}</TextButton>
          </Inline>
        ) : null}
      </Stack>
    </Box>
  );
}
