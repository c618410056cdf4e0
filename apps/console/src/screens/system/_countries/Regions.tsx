import {
  addRegion,
  editRegion,
  listRegions,
  listRegionVersions,
  retireRegion,
} from '@cardinal/contract/api/settings/countries.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { Badge, Span } from '@cardinal/ui/layout/Text.tsx';
import { useState } from 'react';
import { CallButton } from '../../../kit/CallButton.tsx';
import { useChange } from '../../../kit/change.ts';
import type { ColumnSpec } from '../../../kit/list/columns.tsx';
import { ListScreen } from '../../../kit/list/ListScreen.tsx';
import { RegionCountries } from './RegionCountries.tsx';
import { RegionForm, type RegionTask } from './RegionForm.tsx';
import { RegionVersions } from './RegionVersions.tsx';

const words = {
  add: text('新增地区', 'New region'),
  countries: text('国家', 'Countries'),
  edit: verbs.edit,
  copy: verbs.copy,
  versions: text('版本', 'Versions'),
  retire: text('停用', 'Retire'),
  retireQuestion: text('停用地区「{name}」？', 'Disable region “{name}”?'),
  retireNote: text(
    '新建时不再提供；已售出的不受影响。',
    'No longer offered for new items. Items already sold are not affected.',
  ),
  back: text('恢复', 'Bring back'),
  retired: text('已停用', 'Retired'),
  isBack: text('已恢复', 'Brought back'),
  count: text('国家数', 'Count'),
  more: text('等 {n} 个', 'and {n} more'),
  none: text('还没有地区', 'No regions yet'),
  noneHint: text(
    '地区是一组国家，国际套餐、流量池和区域规则按它售卖和限制。',
    'A region is a group of countries used to sell and restrict international packages, pools and area rules.',
  ),
};

type Row = RowOf<typeof listRegions>;
/** As many chips as a row has room for. */
const CHIPS = 3;

const COLUMNS: readonly ColumnSpec<typeof listRegions>[] = [
  { field: 'code', pinned: 'left', width: 120, cell: (row) => <code title={row.code}>{row.code}</code> },
  { field: 'zh', width: 140 },
  { field: 'en', width: 190 },
  { key: 'count', title: words.count, width: 90, isNumeric: true, cell: (row) => row.countries.length },
  { field: 'countries', width: 360, cell: (row) => <Countries row={row} /> },
  { field: 'version', width: 80, cell: (row) => `v${row.version}` },
  { field: 'isRetired', width: 90 },
  'updatedAt',
];

function Countries({ row }: { row: Row }) {
  const t = useText();
  const rest = row.countries.length - CHIPS;
  return (
    <Inline as="span" gap="xs" isOneLine title={row.countries.map((country) => t(country)).join(', ')}>
      {row.countries.slice(0, CHIPS).map((country) => (
        <Badge key={country.code} ink={country.isEnabled ? 'ink' : 'secondary'} isStruck={!country.isEnabled}>
          {t(country)}
        </Badge>
      ))}
      {rest > 0 ? (
        <Span as="small" ink="secondary">
          {t(words.more, { n: rest })}
        </Span>
      ) : null}
    </Inline>
  );
}

export function Regions() {
  const t = useText();
  const [task, setTask] = useState<RegionTask>();
  const [seen, setSeen] = useState<Row>();
  const [looked, setLooked] = useState<Row>();
  const retiring = useChange(retireRegion, { done: t(words.retired) });
  const returning = useChange(retireRegion, { done: t(words.isBack) });
  const retire = (row: Row) =>
    retiring.confirm({
      title: t(words.retireQuestion, { name: t(row) }),
      body: <p>{t(words.retireNote)}</p>,
      confirm: t(words.retire),
      sends: { body: { regionId: row.id, isRetired: true } },
    });
  return (
    <>
      <ListScreen
        list={listRegions}
        columns={COLUMNS}
        rowName={(row) => t(row)}
        actions={
          <CallButton call={addRegion} type="primary" onClick={() => setTask({ kind: 'add' })}>
            {t(words.add)}
          </CallButton>
        }
        rowActions={(row) => [
          { key: 'countries', label: t(words.countries), onPick: () => setSeen(row) },
          { key: 'edit', label: t(words.edit), call: editRegion, onPick: () => setTask({ kind: 'edit', row }) },
          { key: 'versions', label: t(words.versions), call: listRegionVersions, onPick: () => setLooked(row) },
          { key: 'copy', label: t(words.copy), call: addRegion, onPick: () => setTask({ kind: 'copy', row }) },
          row.isRetired
            ? {
                key: 'back',
                label: t(words.back),
                call: retireRegion,
                onPick: () => void returning.run({ body: { regionId: row.id, isRetired: false } }),
              }
            : { key: 'retire', label: t(words.retire), call: retireRegion, onPick: () => void retire(row) },
        ]}
        empty={{ title: words.none, hint: words.noneHint }}
      />
      {task ? <RegionForm task={task} onClose={() => setTask(undefined)} /> : null}
      {seen ? <RegionCountries region={seen} onClose={() => setSeen(undefined)} /> : null}
      {looked ? <RegionVersions region={looked} onClose={() => setLooked(undefined)} /> : null}
    </>
  );
}
