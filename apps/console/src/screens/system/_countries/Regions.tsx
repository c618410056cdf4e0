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
import type { FormFields } from '../../../kit/form/formFields.ts';
import type { ColumnSpec } from '../../../kit/list/columns.tsx';
import { RegisterScreen } from '../../../kit/register/RegisterScreen.tsx';
import { runOf, type Step } from '../../../kit/register/registerSpec.ts';
import { RegionCountries } from './RegionCountries.tsx';
import { RegionVersions } from './RegionVersions.tsx';
import { useCountryChoices } from './useCountryChoices.ts';

const words = {
  countries: text('国家', 'Countries'),
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
  codeHelp: text('字母、数字、- 和 _，保存后不能修改', 'Letters, digits, - and _; cannot be changed after saving'),
  versionNote: text(
    '增减国家会生成新版本 v{n}；已经售出的仍按原版本执行。',
    'Changing countries creates version v{n}. Items already sold keep their version.',
  ),
  noneHint: text(
    '地区是一组国家，国际套餐、流量池和区域规则按它售卖和限制。',
    'A region is a group of countries used to sell and restrict international packages, pools and area rules.',
  ),
};

type Row = RowOf<typeof listRegions>;
/** As many chips as fit a row. */
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

const COUNTRIES: Step<Row> = {
  key: 'countries',
  label: words.countries,
  opens: (row, close) => <RegionCountries region={row} onClose={close} />,
};
const VERSIONS: Step<Row> = {
  key: 'versions',
  label: words.versions,
  call: listRegionVersions,
  opens: (row, close) => <RegionVersions region={row} onClose={close} />,
};
const valuesOf = ({ zh, en, countries }: Row) => ({ zh, en, countries: countries.map(({ code }) => code) });
const COPY: Step<Row> = { key: 'copy', label: verbs.copy, copies: valuesOf };
const RETIRE: Step<Row> = {
  key: 'retire',
  label: ({ isRetired }) => (isRetired ? words.back : words.retire),
  runs: (row, t) =>
    runOf(
      retireRegion,
      { regionId: row.id, isRetired: !row.isRetired },
      row.isRetired
        ? { done: words.isBack }
        : {
            done: words.retired,
            ask: {
              title: t(words.retireQuestion, { name: t(row) }),
              body: <p>{t(words.retireNote)}</p>,
              confirm: t(words.retire),
            },
          },
    ),
};

const REGIONS = {
  noun: { zh: '地区', en: 'region', many: 'regions' },
  list: listRegions,
  create: addRegion,
  edit: editRegion,
  idKey: 'regionId',
  isVersioned: true,
} as const;

function useFields(row: Row | undefined): FormFields {
  const countries = useCountryChoices(row?.countries);
  return [
    { name: 'code', kind: 'text', help: words.codeHelp, maxLength: 32 },
    { name: 'zh', kind: 'text', maxLength: 30 },
    { name: 'en', kind: 'text', maxLength: 60 },
    { name: 'countries', kind: 'multiple', isSearchable: true, options: countries },
  ];
}

export function Regions() {
  return (
    <RegisterScreen
      register={REGIONS}
      columns={COLUMNS}
      rowName={({ zh, en }) => ({ zh, en })}
      form={useFields}
      values={valuesOf}
      intro={(row, t) => (row ? t(words.versionNote, { n: row.version + 1 }) : null)}
      steps={[COUNTRIES, 'edit', VERSIONS, COPY, RETIRE]}
      hint={words.noneHint}
    />
  );
}
