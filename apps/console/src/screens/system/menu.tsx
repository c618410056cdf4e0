import { previewMenu, readMenuTree, restoreMenu, saveMenuEntry } from '@cardinal/contract/api/identity/menus.ts';
import { CustomerKind, Edition } from '@cardinal/contract/enumerations/customer.ts';
import { nouns, sentences, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { classNames } from '@cardinal/ui/classNames.ts';
import { ChevronRightIcon, MENU_ICONS, SearchIcon } from '@cardinal/ui/icons.tsx';
import { type Say, useText } from '@cardinal/ui/language.tsx';
import { TextButton } from '@cardinal/ui/layout/Choices.tsx';
import { Inline, Spacer, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Badge, Span } from '@cardinal/ui/layout/Text.tsx';
import { EmptyState } from '@cardinal/ui/States.tsx';
import { StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { Checkbox, Input, Select } from 'antd';
import { useMemo, useState } from 'react';
import { CallButton } from '../../kit/CallButton.tsx';
import { NotLoaded } from '../../kit/NotLoaded.tsx';
import { useDensity } from '../../kit/preferences.ts';
import { Nothing } from '../../kit/table/cells.tsx';
import { DataTable, type TableColumn } from '../../kit/table/DataTable.tsx';
import { RowActions } from '../../kit/table/RowActions.tsx';
import { useRead } from '../../kit/useRead.ts';
import { MenuEntryForm } from './_menu/MenuEntryForm.tsx';
import { MenuFile } from './_menu/MenuFile.tsx';
import { MenuPreviewPane } from './_menu/MenuPreviewPane.tsx';
import { isNarrowed, type MenuEntry, type MenuRow, type MenuView, menuProblems, menuRows } from './_menu/menuRows.ts';
import { KINDS, LOCKS, PROBLEMS } from './_menu/menuWords.ts';
import { useMenuSteps } from './_menu/useMenuSteps.tsx';
import { withScreens } from './_menu/withScreens.ts';

const words = {
  title: text('菜单管理', 'Menu'),
  add: text('新增菜单', 'New entry'),
  restoreAll: text('恢复全部', 'Restore all'),
  nothingChanged: text('与内置菜单一致', 'Same as the built-in menu'),
  find: text('标题、路径或权限标识', 'Title, path or permission'),
  allKinds: text('全部类型', 'All kinds'),
  edition: text('版本', 'Edition'),
  allEditions: text('全部版本', 'All editions'),
  onlyProblems: text('仅看问题（{n}）', 'Problems only ({n})'),
  onlyChanged: text('仅看改动（{n}）', 'Changes only ({n})'),
  unfold: text('全部展开', 'Unfold all'),
  fold: text('全部收起', 'Fold all'),
  count: text('共 {n} 项', '{n} {n|entry|entries}'),
  found: text('{n} / 共 {all} 项', '{n} of {all} {all|entry|entries}'),
  otherLanguage: text('英文', 'Chinese'),
  permission: text('权限标识', 'Permission'),
  visible: text('显示', 'Visible'),
  shown: text('显示', 'Shown'),
  hidden: text('隐藏', 'Hidden'),
  kinds: text('客户类型', 'Customers'),
  roles: text('使用角色', 'Roles'),
  sets: text('使用方案', 'Sets'),
  problems: text('问题', 'Problems'),
  changed: text('已改', 'Changed'),
  own: text('自建', 'Own'),
  open: text('展开 {title}', 'Unfold {title}'),
  close: text('收起 {title}', 'Fold {title}'),
  withoutScreen: text('含无页面的（{n}）', 'Include entries without a page ({n})'),
  none: text('没有符合条件的菜单', 'Nothing matches'),
};

const STATES = {
  shown: { shape: 'disc', tone: 'good', word: words.shown },
  hidden: { shape: 'square', tone: 'neutral', word: words.hidden },
  deleted: { shape: 'cross', tone: 'bad', word: nouns.deleted },
} as const;

function columnsOf(t: Say, toggle: (key: string) => void): TableColumn<MenuRow>[] {
  const joined = (parts: readonly string[]) => (parts.length > 0 ? parts.join(' · ') : t(nouns.all));
  return [
    {
      key: 'title',
      title: t(nouns.title),
      width: 280,
      pinned: 'left',
      cell: (row) => <Title row={row} onToggle={() => toggle(row.entry.key)} />,
    },
    {
      key: 'en',
      title: t(words.otherLanguage),
      width: 180,
      cell: ({ entry }) => t(text(entry.en, entry.zh)) || <Nothing />,
    },
    { key: 'kind', title: t(nouns.kind), width: 84, cell: ({ entry }) => t(KINDS[entry.kind]) },
    {
      key: 'visible',
      title: t(words.visible),
      width: 88,
      cell: ({ entry }) => {
        const { word, ...look } = STATES[entry.isDeleted ? 'deleted' : entry.isVisible ? 'shown' : 'hidden'];
        return <StatusTag {...look} word={t(word)} />;
      },
    },
    {
      key: 'roles',
      title: t(words.roles),
      width: 72,
      isNumeric: true,
      cell: ({ entry }) => (entry.permissionId || entry.kind === 'directory' ? countAmount(entry.roles) : <Nothing />),
    },
    {
      key: 'sets',
      title: t(words.sets),
      width: 72,
      isNumeric: true,
      cell: ({ entry }) => (entry.kind === 'button' ? <Nothing /> : countAmount(entry.sets)),
    },
    {
      key: 'path',
      title: t(nouns.path),
      width: 240,
      cell: ({ entry }) => (entry.kind === 'button' ? <Nothing /> : <code title={entry.key}>{entry.key}</code>),
    },
    {
      key: 'permission',
      title: t(words.permission),
      width: 200,
      cell: ({ entry: { permissionId } }) =>
        permissionId ? <code title={permissionId}>{permissionId}</code> : <Nothing />,
    },
    { key: 'sort', title: t(nouns.order), width: 72, isNumeric: true, cell: ({ entry }) => entry.sort },
    {
      key: 'editions',
      title: t(nouns.editions),
      width: 120,
      cell: ({ entry }) => joined(entry.editions.map((edition) => t(Edition.labelOf(edition)))),
    },
    {
      key: 'kinds',
      title: t(words.kinds),
      width: 130,
      cell: ({ entry }) => joined(entry.kinds.map((kind) => t(CustomerKind.labelOf(kind)))),
    },
    {
      key: 'problems',
      title: t(words.problems),
      width: 150,
      cell: ({ problems }) =>
        problems.length > 0 ? (
          <Span ink="danger">{problems.map((each) => t(PROBLEMS[each])).join(' · ')}</Span>
        ) : (
          <Nothing />
        ),
    },
  ];
}

function Title(props: { row: MenuRow; onToggle: () => void }) {
  const t = useText();
  const { entry, depth, isOpen } = props.row;
  const Icon = MENU_ICONS[entry.icon ?? ''];
  return (
    <span
      className={classNames('inline within gap-s', entry.isDeleted && 'struck')}
      style={{ paddingLeft: depth * 20 }}
    >
      {isOpen === undefined ? (
        <i className="tree-arrow" />
      ) : (
        <button
          type="button"
          className={classNames('tree-arrow', isOpen && 'is-open')}
          aria-label={t(isOpen ? words.close : words.open, { title: t(entry) })}
          aria-expanded={isOpen}
          onClick={props.onToggle}
        >
          <ChevronRightIcon size={12} />
        </button>
      )}
      {Icon ? <Icon size={16} /> : null}
      {t(entry)}
      {entry.lockedBy ? <Badge title={t(LOCKS[entry.lockedBy].why)}>{t(LOCKS[entry.lockedBy].mark)}</Badge> : null}
      {entry.isChanged && !entry.isDeleted ? <Badge>{t(entry.isBuiltIn ? words.changed : words.own)}</Badge> : null}
    </span>
  );
}

const NO_VIEW: MenuView = {
  open: new Set(),
  words: '',
  kind: undefined,
  edition: undefined,
  onlyProblems: false,
  onlyChanged: false,
};
type Editing = { entry?: MenuEntry; parentKey?: string };

export default function Menu() {
  const t = useText();
  const [density] = useDensity();
  const [view, setView] = useState(NO_VIEW);
  const [editing, setEditing] = useState<Editing>();
  const [isPreviewing, setIsPreviewing] = useState(false);
  const { data, error, isFetching, refetch } = useRead(readMenuTree);
  const tree = useMemo(() => data ?? [], [data]);
  const change = (next: Partial<MenuView>) => setView((before) => ({ ...before, ...next }));
  const { stepsOf, restoreAll } = useMenuSteps({
    tree,
    onEdit: (entry) => setEditing({ entry }),
    onAdd: (parentKey) => setEditing({ parentKey }),
  });
  const [showsAll, setShowsAll] = useState(false);
  const led = useMemo(() => withScreens(tree), [tree]);
  // Entries counted as changed or invalid are shown even without a screen.
  const seen = showsAll || view.onlyChanged || view.onlyProblems ? tree : led;
  const rows = useMemo(() => menuRows(seen, view), [seen, view]);
  const isFinding = isNarrowed(view);
  const wrong = useMemo(() => [...menuProblems(tree).values()].filter((found) => found.length > 0).length, [tree]);
  const changed = tree.filter((entry) => entry.isChanged).length;
  const restorable = tree.filter((entry) => entry.isChanged && entry.isBuiltIn).length;

  const [toggle] = useState(() => (key: string) => {
    setView((before) => {
      const open = new Set(before.open);
      if (!open.delete(key)) open.add(key);
      return { ...before, open };
    });
  });
  const shown: TableColumn<MenuRow>[] = [
    ...columnsOf(t, toggle),
    {
      key: '__actions',
      title: t(nouns.actions),
      width: 150,
      pinned: 'right',
      cell: (row) => <RowActions actions={stepsOf(row)} />,
    },
  ];

  return (
    <div className="list-screen">
      <Inline>
        <h1>{t(words.title)}</h1>
        <Spacer />
        <CallButton call={previewMenu} aria-pressed={isPreviewing} onClick={() => setIsPreviewing((before) => !before)}>
          {t(verbs.preview)}
        </CallButton>
        <CallButton
          call={restoreMenu}
          disabled={restorable === 0}
          title={restorable === 0 ? t(words.nothingChanged) : undefined}
          onClick={() => void restoreAll(restorable)}
        >
          {t(words.restoreAll)}
        </CallButton>
        <MenuFile tree={tree} />
        <CallButton call={saveMenuEntry} type="primary" onClick={() => setEditing({})}>
          {t(words.add)}
        </CallButton>
      </Inline>
      <Inline as="search" data-search="">
        <Input
          allowClear
          prefix={<SearchIcon size={14} />}
          placeholder={t(words.find)}
          aria-label={t(words.find)}
          value={view.words}
          onChange={(event) => change({ words: event.target.value })}
        />
        <Select
          allowClear
          aria-label={t(nouns.kind)}
          placeholder={t(words.allKinds)}
          style={{ width: 120 }}
          value={view.kind ?? null}
          options={(['directory', 'page', 'button'] as const).map((kind) => ({ value: kind, label: t(KINDS[kind]) }))}
          onChange={(kind) => change({ kind: kind ?? undefined })}
        />
        <Select
          allowClear
          aria-label={t(words.edition)}
          placeholder={t(words.allEditions)}
          style={{ width: 130 }}
          value={view.edition ?? null}
          options={Edition.options.map(({ value, label }) => ({ value, label: t(label) }))}
          onChange={(edition) => change({ edition: edition ?? undefined })}
        />
        <Checkbox checked={view.onlyProblems} onChange={(event) => change({ onlyProblems: event.target.checked })}>
          {t(words.onlyProblems, { n: data ? countAmount(wrong) : '…' })}
        </Checkbox>
        <Checkbox checked={view.onlyChanged} onChange={(event) => change({ onlyChanged: event.target.checked })}>
          {t(words.onlyChanged, { n: data ? countAmount(changed) : '…' })}
        </Checkbox>
        {led.length < tree.length ? (
          <Checkbox checked={showsAll} onChange={(event) => setShowsAll(event.target.checked)}>
            {t(words.withoutScreen, { n: countAmount(tree.length - led.length) })}
          </Checkbox>
        ) : null}
        <TextButton
          onClick={() =>
            change({ open: new Set(seen.filter((each) => each.kind !== 'button').map((each) => each.key)) })
          }
        >
          {t(words.unfold)}
        </TextButton>
        <TextButton onClick={() => change({ open: new Set() })}>{t(words.fold)}</TextButton>
        <Spacer />
        <Span ink="secondary" role="status">
          {data
            ? isFinding
              ? t(words.found, { n: countAmount(rows.length), all: countAmount(seen.length) })
              : t(words.count, { n: countAmount(seen.length) })
            : null}
        </Span>
      </Inline>
      <Inline grows isOneLine gap="l" align="stretch">
        {data ? (
          <Stack grows>
            <DataTable
              label={t(words.title)}
              columns={shown}
              rows={rows}
              rowId={(row) => row.entry.key}
              density={density}
              isBusy={isFetching}
              page={`${view.words} ${view.kind} ${view.edition} ${view.onlyProblems} ${view.onlyChanged} ${showsAll}`}
              empty={<EmptyState title={t(words.none)} />}
            />
          </Stack>
        ) : (
          <NotLoaded failed={sentences.menuNotLoaded} error={error} onRetry={refetch} outline="table" />
        )}
        {isPreviewing ? <MenuPreviewPane onClose={() => setIsPreviewing(false)} /> : null}
      </Inline>
      {editing ? <MenuEntryForm tree={tree} {...editing} onClose={() => setEditing(undefined)} /> : null}
    </div>
  );
}
