import { listCards } from '@cardinal/contract/api/cards/cardList.ts';
import { ENDING_DAYS, ignorePackageEndings } from '@cardinal/contract/api/renewals/packageEndings.ts';
import { sentences } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { DAY_MS, dayText } from '@cardinal/primitives/time.ts';
import { DEFAULT_ZONE, startOfDay, wallTimeIn } from '@cardinal/primitives/zone.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { useMemo } from 'react';
import { MAX_PICKED } from '../../kit/bulk/BulkBar.tsx';
import { useChange } from '../../kit/change.ts';
import type { FilterSpec } from '../../kit/filters/FilterForm.tsx';
import type { ColumnSpec } from '../../kit/list/columns.tsx';
import type { Filters } from '../../kit/listState.ts';
import { FLOW_COLUMNS } from '../../parts/cards/cardColumns.tsx';
import { CUSTOMER } from '../../parts/cards/cardFilters.tsx';
import { CardList } from '../../parts/cardViews/CardList.tsx';
import { mayCall } from '../../shell/permissions.ts';
import { useSearch } from '../../shell/screenContext.ts';
import { toast } from '../../shell/toasts.ts';
import { EndingOverview, shownPart } from './_endings/EndingOverview.tsx';

const words = {
  none: text('没有即将到期的卡', 'No cards are about to lose their package'),
  noneHint: text(
    '套餐将到期、且没有后续套餐的卡会列在这里。',
    'Cards whose package ends with nothing behind it are listed here.',
  ),
  ignore: text('忽略 30 天', 'Ignore for 30 days'),
  restore: text('恢复提醒', 'Stop ignoring'),
  ignored: text('已忽略 {n} 张卡', '{n} {n|card|cards} ignored'),
  restored: text('已恢复 {n} 张卡', '{n} {n|card|cards} listed again'),
};

/** The same cards as in their own lists, those that end first in front. */
const ENDING = { ...listCards, defaultSort: 'packageEndsAt' } as typeof listCards;
const IGNORED_DAYS = 30;

const isColumn = (name: string) => (spec: ColumnSpec<typeof listCards>) =>
  (typeof spec === 'string' ? spec : 'field' in spec ? spec.field : spec.key) === name;
const FIRST = ['iccid', 'packageName', 'packageEndsAt', 'customerName'];
/** The columns of the card list, those about the package in front. */
const COLUMNS = [
  ...FIRST.flatMap((name) => FLOW_COLUMNS.filter(isColumn(name))),
  ...FLOW_COLUMNS.filter((spec) => !FIRST.some((name) => isColumn(name)(spec))),
];

const filters = (): readonly FilterSpec[] => [
  'iccid',
  { field: 'packageEndsAt', range: { mode: 'any' } },
  'packageName',
  CUSTOMER,
  'productCode',
  'onlineState',
];

/** Cards about to lose their package: how many on which day, what they are worth, and the button that prevents it. */
export default function PackageEndTips() {
  const t = useText();
  const [search] = useSearch();
  const part = shownPart(search);
  const { run } = useChange(ignorePackageEndings, {
    done: ({ cards }) => t(part === 'ignored' ? words.restored : words.ignored, { n: countAmount(cards) }),
  });
  const hasDays = search.has('packageEndsAtFrom') || search.has('packageEndsAtTo');
  const fixed = useMemo((): Filters => {
    const now = Date.now();
    const ended = {
      packageEndsAtFrom: new Date(now - 30 * DAY_MS).toISOString(),
      packageEndsAtTo: new Date(now).toISOString(),
    };
    const today = wallTimeIn(DEFAULT_ZONE, new Date(now));
    // The days of the overview, to the card.
    const coming: Filters = hasDays
      ? {}
      : {
          packageEndsAtFrom: new Date(now).toISOString(),
          packageEndsAtTo: new Date(
            +startOfDay(DEFAULT_ZONE, { ...today, day: today.day + ENDING_DAYS }) - 1,
          ).toISOString(),
        };
    return {
      hasNextPackage: String(part === 'renewed'),
      ...(part === 'renewed' ? {} : { ignoresEnding: String(part === 'ignored') }),
      ...(part === 'ended' ? ended : coming),
      lifecycle: ['activated', 'stopped', 'unactivated'],
    };
  }, [part, hasDays]);
  const ignoring = {
    key: 'ignore',
    label: part === 'ignored' ? words.restore : words.ignore,
    onPick: (picked: { kind: string; ids?: readonly string[] }, done: () => void) => {
      if (picked.kind !== 'ids' || !picked.ids) {
        toast.error(t(sentences.tickThem, { max: countAmount(MAX_PICKED) }));
        return;
      }
      const until = part === 'ignored' ? null : dayText(new Date(Date.now() + IGNORED_DAYS * DAY_MS));
      void run({ body: { cardIds: [...picked.ids], until } }).then((answer) => answer && done());
    },
  };
  return (
    <CardList
      list={ENDING}
      columns={COLUMNS}
      filters={filters}
      overview={<EndingOverview />}
      question={{
        name: 'cards.ending',
        fixed,
        empty: { title: words.none, hint: words.noneHint },
        offers: ['renew_package', 'order_package', 'set_tag', 'edit_remark'],
        bulk: mayCall(ignorePackageEndings) ? [ignoring] : [],
      }}
    />
  );
}
