import { tagOptions } from '@cardinal/contract/api/cards/tags.ts';
import { listCarrierAccounts } from '@cardinal/contract/api/carriers/carriers.ts';
import { LtSubType, Platform, YdSubType } from '@cardinal/contract/enumerations/card.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Columns } from '@cardinal/ui/layout/Grid.tsx';
import { DatePicker, Select } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { CustomerPicker } from '../../kit/CustomerPicker.tsx';
import { type ControlProps, ManyChoices } from '../../kit/filters/FilterControls.tsx';
import { useRead } from '../../kit/useRead.ts';
import { useShownCarriers } from '../../shell/shownCarriers.ts';

const words = {
  below: text('含下级', 'And below'),
  only: text('仅本级', 'Itself only'),
  reach: text('客户范围', 'Customer scope'),
  any: text('任一', 'Any of'),
  every: text('全部包含', 'All of'),
  none: text('不含', 'None of'),
  mode: text('标签条件', 'Tag condition'),
  pair: text('{carrier} · {type}', '{carrier} · {type}'),
};

const MOST_ACCOUNTS = 100;

const first = (props: ControlProps, key: string): string | undefined => [props.filters[key] ?? []].flat()[0];
const many = (props: ControlProps, key: string): string[] => [props.filters[key] ?? []].flat();

/** A filter under one of several query keys: which one, and how to move it to another. */
function useKey<K extends string>(props: ControlProps, keys: readonly [K, ...K[]]) {
  const standing = keys.find((key) => props.filters[key] !== undefined);
  const [chosen, setChosen] = useState<K>(keys[0]);
  const key = standing ?? chosen;
  const move = (to: K) => {
    setChosen(to);
    const value = props.filters[key];
    if (value === undefined) return;
    props.change(key, undefined);
    props.change(to, value);
  };
  return [key, move] as const;
}

const CUSTOMER_KEYS = ['underCustomerId', 'customerId'] as const;

/** One customer of the subtree, with or without its descendants. */
function CustomerControl(props: ControlProps) {
  const t = useText();
  const [key, move] = useKey(props, CUSTOMER_KEYS);
  return (
    <Columns as="span" isSideLast side="xs" gap="xs">
      <CustomerPicker id={props.id} value={first(props, key)} onValue={(id) => props.change(key, id)} />
      <Select
        aria-label={t(words.reach)}
        value={key}
        options={[
          { value: 'underCustomerId', label: t(words.below) },
          { value: 'customerId', label: t(words.only) },
        ]}
        onChange={move}
      />
    </Columns>
  );
}

const TAG_KEYS = ['tags', 'tagsAll', 'tagsNone'] as const;

function TagsControl(props: ControlProps) {
  const t = useText();
  const [key, move] = useKey(props, TAG_KEYS);
  const { data } = useRead(tagOptions, {}, { isSilent: false });
  return (
    <Columns as="span" isSideLast side="xs" gap="xs">
      <ManyChoices
        id={props.id}
        isLoading={!data}
        value={many(props, key)}
        options={(data ?? []).map((tag) => ({ value: tag.id, label: tag.name }))}
        onValue={(ids) => props.change(key, ids)}
      />
      <Select
        aria-label={t(words.mode)}
        value={key}
        options={[
          { value: 'tags', label: t(words.any) },
          { value: 'tagsAll', label: t(words.every) },
          { value: 'tagsNone', label: t(words.none) },
        ]}
        onChange={move}
      />
    </Columns>
  );
}

function AccountControl(props: ControlProps) {
  const query = { pageNum: 1, pageSize: MOST_ACCOUNTS, sort: 'platform' };
  const { data } = useRead(listCarrierAccounts, query);
  return (
    <ManyChoices
      id={props.id}
      isLoading={!data}
      value={many(props, 'carrierAccountId')}
      options={(data?.list ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      onValue={(ids) => props.change('carrierAccountId', ids)}
    />
  );
}

const SUB_TYPES = [
  { platform: Platform.values.Lt, types: LtSubType },
  { platform: Platform.values.Yd, types: YdSubType },
];

/** A sub-type number differs in meaning by carrier, so a sub-type sets its carrier too. */
function SubTypeControl(props: ControlProps) {
  const t = useText();
  const shown = useShownCarriers();
  const options = SUB_TYPES.flatMap(({ platform, types }) => {
    const carrier = shown.find((each) => each.value === platform);
    return carrier
      ? types.options.map((type) => ({
          value: `${platform}:${type.value}`,
          label: t(words.pair, { carrier: t(carrier.label), type: t(type.label) }),
        }))
      : [];
  });
  const [platform, subType] = [first(props, 'platform'), first(props, 'subType')];
  const current = subType === undefined ? null : `${platform}:${subType}`;
  // Another carrier was picked since: only the number filters.
  const other = { value: current ?? '', label: subType ?? '' };
  return (
    <Select
      id={props.id}
      allowClear
      placeholder={t(nouns.all)}
      value={current}
      options={current === null || options.some(({ value }) => value === current) ? options : [...options, other]}
      onChange={(picked: string | null) => {
        const [carrier, type] = picked?.split(':') ?? [];
        if (carrier) props.change('platform', [carrier]);
        props.change('subType', type);
      }}
    />
  );
}

function ImeiChangedControl(props: ControlProps) {
  const since = first(props, 'imeiChangedSince');
  return (
    <DatePicker
      id={props.id}
      value={since ? dayjs(since) : null}
      disabledDate={(day) => day.isAfter(dayjs().endOf('day'))}
      onChange={(day) => props.change('imeiChangedSince', day?.startOf('day').format())}
    />
  );
}

const CONTROLS = {
  customer: CustomerControl,
  tags: TagsControl,
  account: AccountControl,
  subType: SubTypeControl,
  imeiChanged: ImeiChangedControl,
};
export type MoreFilter = keyof typeof CONTROLS;

/** The initially folded filters of a card list, each with its control. */
export default function MoreFilters({ which, ...props }: ControlProps & { which: MoreFilter }) {
  const Control = CONTROLS[which];
  return <Control {...props} />;
}
