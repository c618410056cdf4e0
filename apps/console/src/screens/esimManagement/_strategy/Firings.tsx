import { listFirings } from '@cardinal/contract/api/esimOperations/strategies.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { Identifier } from '@cardinal/ui/Identifier.tsx';
import { CountryName } from '../../../kit/CountryName.tsx';
import { ListScreen } from '../../../kit/list/ListScreen.tsx';
import { type Looks, Nothing } from '../../../kit/table/cells.tsx';
import { hrefOf, navigate } from '../../../shell/navigation.ts';
import { chipPath } from '../_esim/chipPath.ts';
import { profileTypeFilter } from '../_esim/kindFilters.tsx';
import { STRATEGY_COUNTRY } from './strategyCountry.tsx';
import { FIRING_LOOKS } from './strategyLooks.ts';

const words = {
  none: text('还没有触发记录', 'No firings yet'),
  noneHint: text(
    '策略试运行或启用后，芯片首次开机、换国家、断网或码号故障时会记录在这里。',
    'Once a strategy is in shadow mode or enabled, first boots, country changes, lost networks and number failures are recorded here.',
  ),
};
const PROFILE_TYPE = profileTypeFilter('profileType', listFirings.fields.profileType.label);
const LOOKS: Readonly<Record<string, Looks>> = { result: FIRING_LOOKS };

/** The decisions of strategies by chip, with their reasons. */
export default function Firings() {
  return (
    <ListScreen
      list={listFirings}
      title={listFirings.summary}
      looks={LOOKS}
      columns={[
        { field: 'firedAt', width: 168, pinned: 'left' },
        {
          field: 'eid',
          width: 340,
          cell: (row) => (
            <Identifier value={row.eid} href={hrefOf(chipPath(row.eid))} onOpen={() => navigate(chipPath(row.eid))} />
          ),
        },
        { field: 'trigger', width: 110 },
        {
          field: 'country',
          width: 130,
          cell: (row) => (row.country ? <CountryName code={row.country} /> : <Nothing />),
        },
        { field: 'decision', width: 130 },
        { field: 'profileType', width: 120 },
        { field: 'result', width: 130 },
        { field: 'strategyName', width: 150 },
        { field: 'why', width: 380 },
        { field: 'missing', width: 130 },
        { field: 'iccid', width: 220 },
        { field: 'customerName', width: 140, isOff: true },
        { field: 'isShadow', isOff: true },
      ]}
      filters={['eid', 'trigger', STRATEGY_COUNTRY, 'decision', PROFILE_TYPE, 'result', 'isShadow', 'firedAt']}
      filterNames={{ strategyId: nouns.strategy }}
      empty={{ title: words.none, hint: words.noneHint }}
    />
  );
}
