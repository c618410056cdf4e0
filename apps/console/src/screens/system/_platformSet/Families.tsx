import { CarrierOperation } from '@cardinal/contract/api/carriers/carrierCapabilities.ts';
import { listCarrierAccounts } from '@cardinal/contract/api/carriers/carriers.ts';
import { switchCarrierFamily } from '@cardinal/contract/api/settings/settings.ts';
import { Lifecycle, Platform } from '@cardinal/contract/enumerations/card.ts';
import type { CarrierFamily, SiteSettings } from '@cardinal/contract/siteSettings.ts';
import { statusOptionsOf } from '@cardinal/contract/statuses/cardStatus.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { useState } from 'react';
import { useChange } from '../../../kit/change.ts';
import { FactsList } from '../../../kit/FactsList.tsx';
import { Nothing } from '../../../kit/table/cells.tsx';
import { DataTable, type TableColumn } from '../../../kit/table/DataTable.tsx';
import { RowActions } from '../../../kit/table/RowActions.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { Link } from '../../../shell/Link.tsx';
import { mayCall } from '../../../shell/permissions.ts';
import { confirmFirst } from '../../../shell/questions.ts';
import { useAdapters } from '../_carriers/useAdapters.ts';
import { NEW_SCHEDULES, NewSchedules } from './NewSchedules.tsx';

const words = {
  key: text('标识', 'Key'),
  on: text('启用', 'On'),
  off: text('停用', 'Off'),
  adapters: text('接口', 'Adapters'),
  accounts: text('通道', 'Accounts'),
  queue: text('排队指令', 'Waiting'),
  hiddenOn: text('隐藏站点', 'Hidden on'),
  turnOn: text('启用', 'Switch on'),
  question: text('停用{carrier}？', 'Disable {carrier}?'),
  consequence: text(
    '它将从所有站点的菜单、页签、选项、列表和统计中消失。{cards} 张卡继续运行，可按完整号码打开，{queue} 条排队指令照常执行。',
    'It leaves menus, tabs, pickers, lists and counts of every host. Its {cards} {cards|card keeps|cards keep} running and {cards|opens|open} by {cards|its|their} whole number; {queue} waiting {queue|job goes|jobs go} on.',
  ),
  switched: text('已更新，刷新页面后可见', 'Updated; reload to see it'),
  statuses: text('卡状态', 'Card statuses'),
  capabilities: text('接口能力', 'Interface capabilities'),
};

const FAMILIES = Platform.options.filter(
  (option): option is typeof option & { key: CarrierFamily } => option.key !== 'unknown',
);
type Family = (typeof FAMILIES)[number];

/** The carrier families: where they appear, what depends on them, and their switch. */
export default function Families(props: { settings: SiteSettings }) {
  const { settings } = props;
  const t = useText();
  const adapters = useAdapters();
  const accounts = useRead(listCarrierAccounts, {
    pageSize: 200,
    platform: FAMILIES.map(({ value }) => value),
  });
  const [shown, setShown] = useState<Family>();
  const switching = useChange(switchCarrierFamily, { done: t(words.switched) });
  const ofFamily = ({ value }: Family) => (accounts.data?.list ?? []).filter(({ platform }) => platform === value);
  const cardsOf = (family: Family) => ofFamily(family).reduce((sum, { cards }) => sum + (cards ?? 0), 0);
  const queueOf = (family: Family) => ofFamily(family).reduce((sum, { queue }) => sum + queue, 0);
  const isOff = (key: CarrierFamily) => settings.offCarriers.includes(key);
  const hostsHiding = (key: string) =>
    settings.sites.filter(({ hiddenCarriers: hidden }) => Array.isArray(hidden) && hidden.includes(key));
  const turn = async (family: Family, isOn: boolean) => {
    const figures = { cards: countAmount(cardsOf(family)), queue: countAmount(queueOf(family)) };
    const isSure =
      isOn ||
      (await confirmFirst({
        title: t(words.question, { carrier: family.label }),
        body: <p>{t(words.consequence, figures)}</p>,
        confirm: t(verbs.switchOff),
        isDanger: true,
      }));
    if (isSure) await switching.run({ body: { carrier: family.key, isOn } });
  };
  const stepsOf = (family: Family) => {
    const { key } = family;
    const details = { key: 'details', label: t(nouns.details), onPick: () => setShown(family) };
    if (!mayCall(switchCarrierFamily)) return [details];
    const isOn = !isOff(key);
    return [
      details,
      {
        key: 'switch',
        label: t(isOn ? verbs.switchOff : words.turnOn),
        isDanger: isOn,
        onPick: () => void turn(family, !isOn),
      },
    ];
  };
  const columns: TableColumn<Family>[] = [
    { key: 'name', title: t(nouns.name), width: 126, pinned: 'left', cell: ({ label }) => t(label) },
    { key: 'key', title: t(words.key), width: 104, cell: ({ key, value }) => <code>{`${key} · ${value}`}</code> },
    {
      key: 'state',
      title: t(nouns.state),
      width: 140,
      cell: ({ key }) => (
        <StatusTag
          shape={isOff(key) ? 'cross' : 'disc'}
          tone={isOff(key) ? 'neutral' : 'good'}
          word={t(isOff(key) ? words.off : words.on)}
        />
      ),
    },
    {
      key: 'adapters',
      title: t(words.adapters),
      width: 142,
      most: 320,
      cell: ({ value }) => {
        const names = (adapters.data ?? []).filter(({ platform }) => platform === value).map(({ name }) => t(name));
        return names.length > 0 ? <span title={names.join('\n')}>{names.join(' · ')}</span> : <Nothing />;
      },
    },
    {
      key: 'accounts',
      title: t(words.accounts),
      width: 72,
      isNumeric: true,
      cell: (family) => (
        <Link to={`/system/platformConfig?platform=${family.value}`}>{countAmount(ofFamily(family).length)}</Link>
      ),
    },
    {
      key: 'cards',
      title: t(nouns.cardCount),
      width: 80,
      isNumeric: true,
      cell: (family) => countAmount(cardsOf(family)),
    },
    {
      key: 'queue',
      title: t(words.queue),
      width: 72,
      isNumeric: true,
      cell: (family) => countAmount(queueOf(family)),
    },
    {
      key: 'hiddenOn',
      title: t(words.hiddenOn),
      width: 142,
      cell: ({ key }) => {
        const hosts = hostsHiding(key).map(({ host }) => host);
        return hosts.length > 0 ? <span title={hosts.join('\n')}>{hosts.join(' · ')}</span> : <Nothing />;
      },
    },
    {
      key: '__actions',
      title: t(nouns.actions),
      width: 156,
      pinned: 'right',
      cell: (family) => <RowActions actions={stepsOf(family)} />,
    },
  ];
  return (
    <>
      <DataTable
        label={t(nouns.carriers)}
        columns={columns}
        rows={FAMILIES}
        rowId={({ key }) => key}
        density="default"
        isBusy={accounts.isFetching}
        page="families"
        empty={null}
      />
      <Sheet isOpen={shown !== undefined} title={shown ? t(shown.label) : ''} onClose={() => setShown(undefined)}>
        {shown ? <FamilyFacts family={shown} /> : null}
      </Sheet>
    </>
  );
}

function FamilyFacts({ family }: { family: Family }) {
  const t = useText();
  const adapters = useAdapters();
  const own = (adapters.data ?? []).filter(({ platform }) => platform === family.value);
  return (
    <>
      {own.length > 0 ? (
        <Paragraph as="h2" above="xl">
          {t(NEW_SCHEDULES)}
        </Paragraph>
      ) : null}
      {own.map((adapter) => (
        <NewSchedules key={adapter.key} adapter={adapter} />
      ))}
      <Paragraph as="h2" above="xl">
        {t(words.statuses)}
      </Paragraph>
      <FactsList
        facts={statusOptionsOf(family.value).map(({ value, label, lifecycle }) => ({
          label,
          value: `${value} → ${t(Lifecycle.labelOf(lifecycle))}`,
        }))}
      />
      {own.length > 0 ? (
        <Paragraph as="h2" above="xl">
          {t(words.capabilities)}
        </Paragraph>
      ) : null}
      <FactsList
        facts={own.map(({ name, isConnected, capabilities }) => ({
          label: name,
          value: isConnected
            ? capabilities.operations.map((each) => t(CarrierOperation.labelOf(each))).join(' · ')
            : t(nouns.notConnected),
        }))}
      />
    </>
  );
}
