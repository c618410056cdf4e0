import { cardFields } from '@cardinal/contract/api/cards/cardFields.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { lazy, Suspense } from 'react';
import { choiceFilter } from '../../kit/filters/choiceFilter.tsx';
import { type ControlProps, NumbersControl } from '../../kit/filters/FilterControls.tsx';
import type { FilterSpec, OwnFilter } from '../../kit/filters/FilterForm.tsx';
import { textFilter } from '../../kit/filters/textFilter.tsx';
import { can } from '../../shell/permissions.ts';
import type { MoreFilter } from './MoreFilters.tsx';

// Loaded lazily: a list does not wait for the folded controls of «more filters».
const MoreFilters = lazy(() => import('./MoreFilters.tsx'));

const words = {
  minutesLeft: text('剩余分钟少于', 'Fewer minutes left than'),
  whiteList: text('白名单', 'Allow list'),
  empty: text('白名单为空', 'Empty'),
  filled: text('有号码', 'Has numbers'),
  subType: text('通道类型', 'Sub-type'),
  usedPercent: text('用量占比 %', 'Used, %'),
  imeiChanged: text('IMEI 变更晚于', 'IMEI changed since'),
};

const more = (which: MoreFilter) => (props: ControlProps) => (
  <Suspense>
    <MoreFilters {...props} which={which} />
  </Suspense>
);

export const MINUTES_LEFT = textFilter('minutesLeftBelow', words.minutesLeft);
const WHITE_LIST_EMPTY = choiceFilter('whiteListEmpty', words.whiteList, () => {
  const t = useText();
  return [
    { value: 'true', label: t(words.empty) },
    { value: 'false', label: t(words.filled) },
  ];
});
export const CUSTOMER: OwnFilter = {
  keys: ['underCustomerId', 'customerId'],
  label: nouns.customer,
  isWide: true,
  control: more('customer'),
};
const TAGS: OwnFilter = {
  keys: ['tags', 'tagsAll', 'tagsNone'],
  label: nouns.tags,
  isWide: true,
  control: more('tags'),
};
const SUB_TYPE: OwnFilter = { keys: ['subType'], label: words.subType, control: more('subType') };
const ACCOUNT: OwnFilter = { keys: ['carrierAccountId'], label: nouns.carrierAccount, control: more('account') };
const USED_PERCENT: OwnFilter = {
  keys: ['usedPercentFrom', 'usedPercentTo'],
  label: words.usedPercent,
  control: (props) => <NumbersControl {...props} from="usedPercentFrom" to="usedPercentTo" />,
};
const IMEI_CHANGED: OwnFilter = {
  keys: ['imeiChangedSince'],
  label: words.imeiChanged,
  control: more('imeiChanged'),
};

const STATE: readonly FilterSpec[] = ['stopReasons', 'realNameStatus', 'onlineState'];
const rest = (): readonly FilterSpec[] => [
  { field: 'packageEndsAt', range: { mode: 'any' } },
  'packageName',
  'productCode',
  'poolCode',
  CUSTOMER,
  TAGS,
  'carrierStatus',
  SUB_TYPE,
  // Without permission to see the accounts there is nothing to choose from.
  ...(can(cardFields.carrierAccountName.permission ?? '') ? [ACCOUNT] : []),
  'communicationPlan',
  'mappingNumber',
  'flowUsed',
  USED_PERCENT,
  'usageJumpedAt',
  'activatedAt',
  'imei',
  IMEI_CHANGED,
  'remark',
  'lastSyncAt',
  'createdAt',
];

export const flowFilters = (): readonly FilterSpec[] => ['iccid', 'lifecycle', ...STATE, ...rest()];
export const voiceFilters = (): readonly FilterSpec[] => [
  'iccid',
  'lifecycle',
  MINUTES_LEFT,
  'voiceOn',
  'smsOn',
  'whiteListCount',
  WHITE_LIST_EMPTY,
  ...STATE,
  ...rest(),
];
export const nbFilters = (): readonly FilterSpec[] => [
  'iccid',
  'lifecycle',
  'silentDays',
  'boundImei',
  'apn',
  ...STATE,
  ...rest(),
];
