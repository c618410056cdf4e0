import { readMenuTree, saveMenuEntry } from '@cardinal/contract/api/identity/menus.ts';
import { CustomerKind, Edition } from '@cardinal/contract/enumerations/customer.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { MENU_ICONS } from '@cardinal/ui/icons.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import type { FormFields, Values } from '../../../kit/form/formFields.ts';
import { readAgain } from '../../../kit/form/readAgain.ts';
import type { MenuEntry } from './menuRows.ts';
import { KINDS } from './menuWords.ts';

const words = {
  add: text('新增菜单', 'New menu entry'),
  edit: text('编辑 {title}', 'Edit {title}'),
  kindHelp: text(
    '页面来自控制台的路由表：删除过的页面用「恢复」找回',
    'Pages come from the console’s routes. Use “Restore” to bring back a deleted page.',
  ),
  pathHelp: text('一级路径，如 /reports', 'One path segment, such as /reports'),
  permissionKey: text('权限标识', 'Permission identifier'),
  permissionHelp: text('如 flowCard.stop，或一个 GUID；不可重复', 'Such as flowCard.stop, or a GUID; must be unique'),
  parent: text('上级', 'Below'),
  top: text('（顶级）', '(top level)'),
  zh: text('中文标题', 'Chinese title'),
  icon: text('图标', 'Icon'),
  sortHelp: text('小的在前', 'Lower numbers come first'),
  editions: text('适用版本', 'Editions'),
  kinds: text('适用客户', 'Customer kinds'),
  everyone: text('不选则全部适用', 'Leave empty for all customers'),
  saved: text('菜单已保存', 'Menu saved'),
};

const many = (values: Values, name: string): unknown[] => (Array.isArray(values[name]) ? values[name] : []);

const valuesOf = (entry: MenuEntry): Values => ({
  version: entry.version,
  zh: entry.zh,
  en: entry.en,
  parentKey: entry.parentKey ?? '',
  icon: entry.icon ?? undefined,
  permissionId: entry.permissionId ?? undefined,
  sort: entry.sort,
  editions: entry.editions,
  kinds: entry.kinds,
});

/** A new entry below `parentKey`, or an existing one. */
export function MenuEntryForm(props: {
  tree: readonly MenuEntry[];
  entry?: MenuEntry;
  parentKey?: string | null;
  onClose: () => void;
}) {
  const t = useText();
  const { tree, entry } = props;
  const parentKind = tree.find((each) => each.key === props.parentKey)?.kind;
  const kind = entry?.kind ?? (parentKind === 'page' ? 'button' : 'directory');
  const isButton = (values: Values) => (values['kind'] ?? kind) === 'button';
  const parents = (wanted: MenuEntry['kind']) =>
    tree
      .filter((each) => each.kind === wanted && !each.isDeleted && each.key !== entry?.key)
      .map((each) => ({ value: each.key, label: text(each.zh, each.en) }));
  const top = { value: '', label: words.top };
  const below = { kind: 'select', label: words.parent, isSearchable: true } as const;

  const fields: FormFields = [
    ...(entry
      ? []
      : ([
          {
            name: 'kind',
            kind: 'select',
            label: nouns.kind,
            help: words.kindHelp,
            options: (['directory', 'button'] as const).map((value) => ({ value, label: KINDS[value] })),
          },
          {
            name: 'key',
            kind: 'text',
            label: nouns.path,
            help: words.pathHelp,
            maxLength: 42,
            isHidden: isButton,
          },
        ] satisfies FormFields)),
    { name: 'zh', kind: 'text', label: words.zh, maxLength: 30 },
    { name: 'en', kind: 'text', label: nouns.englishTitle, maxLength: 30 },
    ...(kind === 'page'
      ? ([
          { ...below, name: 'parentKey', isRequired: false, options: [top, ...parents('directory')] },
        ] satisfies FormFields)
      : []),
    ...(!entry || kind === 'button'
      ? ([
          { ...below, name: 'parentKey', options: parents('page'), isHidden: (values) => !isButton(values) },
        ] satisfies FormFields)
      : []),
    ...(entry
      ? []
      : ([
          {
            name: 'key',
            kind: 'text',
            label: words.permissionKey,
            help: words.permissionHelp,
            maxLength: 130,
            isHidden: (values) => !isButton(values),
          },
        ] satisfies FormFields)),
    {
      name: 'icon',
      kind: 'select',
      label: words.icon,
      options: Object.keys(MENU_ICONS).map((name) => ({ value: name, label: text(name, name) })),
      isHidden: isButton,
    },
    ...(kind === 'page'
      ? ([{ name: 'permissionId', kind: 'text', label: words.permissionKey, maxLength: 130 }] satisfies FormFields)
      : []),
    { name: 'sort', kind: 'integer', label: nouns.order, help: words.sortHelp },
    {
      name: 'editions',
      kind: 'multiple',
      label: words.editions,
      help: words.everyone,
      options: Edition.options.map(({ value, label }) => ({ value, label })),
    },
    {
      name: 'kinds',
      kind: 'multiple',
      label: words.kinds,
      help: words.everyone,
      options: CustomerKind.options.map(({ value, label }) => ({ value, label })),
    },
  ];
  const initial: Values = entry
    ? valuesOf(entry)
    : { kind, parentKey: props.parentKey ?? '', sort: 1_000, editions: [], kinds: [] };

  const toBody = (values: Values) => {
    const isDirectory = (entry?.kind ?? values['kind']) === 'directory';
    const key = entry?.key ?? values['key'];
    return {
      key: key ?? '',
      version: values['version'] ?? 0,
      kind: entry?.kind ?? values['kind'],
      // A page may be at the top level, a button may not.
      parentKey: isDirectory ? null : values['parentKey'] || (isButton(values) ? undefined : null),
      zh: values['zh'] ?? '',
      en: values['en'] ?? '',
      icon: values['icon'] || null,
      sort: Number(values['sort'] ?? 0),
      ...(entry?.kind === 'page' && values['permissionId'] ? { permissionId: values['permissionId'] } : {}),
      editions: many(values, 'editions'),
      kinds: many(values, 'kinds'),
    };
  };
  return (
    <FormDrawer
      endpoint={saveMenuEntry}
      title={entry ? t(words.edit, { title: t(entry) }) : t(words.add)}
      fields={fields}
      initial={initial}
      anew={async () => {
        const now = (await readAgain(readMenuTree)).find(({ key }) => key === entry?.key);
        return now && valuesOf(now);
      }}
      toBody={toBody}
      done={t(words.saved)}
      onClose={props.onClose}
    />
  );
}
