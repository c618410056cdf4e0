import { importNetworks, listNetworks, networks, steerNetwork } from '@cardinal/contract/api/carriers/networks.ts';
import { NetworkPreference } from '@cardinal/contract/enumerations/network.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useLanguage, useText } from '@cardinal/ui/language.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { Badge, Span } from '@cardinal/ui/layout/Text.tsx';
import { type StatusLook, StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { choiceFilter } from '../../kit/filters/choiceFilter.tsx';
import type { ColumnSpec } from '../../kit/list/columns.tsx';
import { RegisterScreen } from '../../kit/register/RegisterScreen.tsx';
import { runOf, type Step } from '../../kit/register/registerSpec.ts';
import { Nothing } from '../../kit/table/cells.tsx';
import { flagOf } from './_countries/flag.ts';
import { useNetworkFields, useRoamingAccounts } from './_networks/networkFields.ts';
import { SheetDrawer } from './_sheets/SheetDrawer.tsx';

const words = {
  find: text('网络、国家或 MCC-MNC', 'Network, country or MCC-MNC'),
  imported: text('新增 {added} 个，更新 {changed} 个网络', '{added} {added|network|networks} added, {changed} changed'),
  country: nouns.country,
  network: nouns.network,
  code: text('MCC-MNC', 'MCC-MNC'),
  through: text('可漫游通道', 'Roaming through'),
  mainland: text('中国大陆', 'Mainland China'),
  yes: nouns.yes,
  no: nouns.no,
  cardsSeen: text('30 天出现', 'Cards seen, 30 days'),
  seen: text('30 天内出现', 'Seen in the last 30 days'),
  unregistered: text('未登记', 'Unregistered'),
  steer: text('引导', 'Steer'),
  steered: text('运营商已接受引导', 'The carrier accepted the steering'),
  unsteer: text('取消引导', 'Stop steering'),
  unsteered: text('运营商已取消引导', 'The carrier removed the steering'),
};

type Row = RowOf<typeof listNetworks>;

const COLUMNS: readonly ColumnSpec<typeof listNetworks>[] = [
  { key: 'country', title: words.country, width: 116, pinned: 'left', cell: (row) => <Country row={row} /> },
  { key: 'network', title: words.network, width: 180, cell: (row) => <Network row={row} /> },
  {
    field: 'mcc',
    title: words.code,
    width: 100,
    cell: (row) => (
      <Span isMono>
        {row.mcc}-{row.mnc}
      </Span>
    ),
  },
  // The columns with decisions must be visible at 1280 px.
  { field: 'preference', width: 104, cell: (row) => <Preference row={row} /> },
  { field: 'rats', width: 132, cell: (row) => <Rats row={row} /> },
  { field: 'cardsSeen', title: words.cardsSeen, width: 104 },
  {
    field: 'trafficPercent',
    width: 90,
    cell: ({ trafficPercent: share, cardsSeen }) => (share === null || cardsSeen === 0 ? <Nothing /> : `${share}%`),
  },
  { field: 'priceClass', width: 90 },
  { field: 'platform', width: 120 },
  {
    field: 'through',
    width: 220,
    cell: (row) => (row.through.length === 0 ? <Nothing /> : row.through.map(({ name }) => name).join(' · ')),
  },
  { field: 'firstSeenAt', isOff: true },
  { field: 'remark', width: 180, isOff: true },
  { field: 'updatedAt', isOff: true },
];

function Country({ row }: { row: Row }) {
  const language = useLanguage();
  if (!row.country) return <Nothing />;
  const name = language === 'en' ? row.countryEn : row.countryZh;
  return (
    <>
      <span aria-hidden="true">{flagOf(row.country)}</span>
      {name ?? row.country}
    </>
  );
}

const PREFERENCE_LOOKS: Readonly<Record<Exclude<NetworkPreference, 'none'>, StatusLook>> = {
  preferred: { shape: 'disc', tone: 'good' },
  steered: { shape: 'disc', tone: 'busy' },
  forbidden: { shape: 'square', tone: 'bad' },
};

function Preference({ row: { preference } }: { row: Row }) {
  const t = useText();
  if (preference === 'none') return <Nothing />;
  return <StatusTag {...PREFERENCE_LOOKS[preference]} word={t(NetworkPreference.labelOf(preference))} />;
}

function Network({ row }: { row: Row }) {
  const t = useText();
  const language = useLanguage();
  if (!row.isRegistered) return <StatusTag shape="ring" tone="warning" word={t(words.unregistered)} />;
  if (language === 'en' || !row.zh) return row.en;
  return (
    <>
      {row.zh}{' '}
      <Span as="small" ink="secondary">
        {row.en}
      </Span>
    </>
  );
}

function Rats({ row }: { row: Row }) {
  if (row.rats.length === 0) return <Nothing />;
  return (
    <Inline as="span" isOneLine gap="xs">
      {row.rats.map((rat) => (
        <Badge key={rat}>{rat}</Badge>
      ))}
    </Inline>
  );
}

const THROUGH = choiceFilter(
  'throughId',
  words.through,
  () => useRoamingAccounts().data?.map(({ id, name }) => ({ value: id, label: name })) ?? [],
);

const SEEN = choiceFilter('isSeen', words.seen, () => {
  const t = useText();
  return [
    { value: 'true', label: t(words.yes) },
    { value: 'false', label: t(words.no) },
  ];
});

const STEER: Step<Row> = {
  key: 'steer',
  label: ({ preference }) => (preference === 'steered' ? words.unsteer : words.steer),
  disabled: ({ notSteerable }) => notSteerable,
  runs: ({ id: networkId, preference, version }) =>
    runOf(
      steerNetwork,
      { networkId, isSteered: preference !== 'steered', version },
      { done: preference === 'steered' ? words.unsteered : words.steered },
    ),
};

function Import({ onClose }: { onClose: () => void }) {
  const t = useText();
  const { mcc, mnc, country, en, zh, rats } = listNetworks.fields;
  return (
    <SheetDrawer
      endpoint={importNetworks}
      title={t(verbs.import)}
      body={{}}
      columns={[mcc, mnc, country, en, zh, rats].map((field) => t(field.label))}
      done={(answer) => t(words.imported, answer)}
      onClose={onClose}
    />
  );
}

export default function MobileNetworks() {
  return (
    <RegisterScreen
      register={networks}
      columns={COLUMNS}
      search={{ key: 'keyword', label: words.find }}
      filters={['country', 'rats', THROUGH, SEEN, 'priceClass', 'preference', 'mcc', 'mnc', 'platform']}
      views={[
        { title: words.seen, query: 'isSeen=true' },
        { title: words.unregistered, query: 'isRegistered=false' },
        { title: words.mainland, query: 'country=CN' },
      ]}
      rowName={({ mcc, mnc }) => `${mcc}-${mnc}`}
      form={useNetworkFields}
      begin={{ rats: [], through: [], preference: 'none' }}
      // The form that registers an unknown network.
      values={({ isRegistered, en, zh, through }) => ({
        en: isRegistered ? en : '',
        zh: isRegistered ? zh : null,
        through: through.map(({ id }) => id),
      })}
      steps={['edit', STEER]}
      tools={[
        { key: 'import', label: verbs.import, call: importNetworks, opens: (close) => <Import onClose={close} /> },
      ]}
    />
  );
}
