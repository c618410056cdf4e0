import { uploadLoginBackground } from '@cardinal/contract/api/settings/loginBackgrounds.ts';
import { uploadLogo } from '@cardinal/contract/api/settings/logos.ts';
import { editPlatformSettings, readPlatformSettings } from '@cardinal/contract/api/settings/settings.ts';
import { Platform } from '@cardinal/contract/enumerations/card.ts';
import { Edition } from '@cardinal/contract/enumerations/customer.ts';
import {
  CARRIER_FAMILIES,
  DEFAULT_SITE_SETTINGS,
  type Site,
  type SiteSettings,
  siteOf,
  tileOrigin,
} from '@cardinal/contract/siteSettings.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { DATUMS } from '@cardinal/primitives/datum.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { Badge } from '@cardinal/ui/layout/Text.tsx';
import { Button } from 'antd';
import { useState } from 'react';
import { useChange } from '../../../kit/change.ts';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import type { FormFields, Values } from '../../../kit/form/formFields.ts';
import { readAgain } from '../../../kit/form/readAgain.ts';
import { DATUM_NAMES } from '../../../kit/map/datumNames.ts';
import { Nothing } from '../../../kit/table/cells.tsx';
import { DataTable, type TableColumn } from '../../../kit/table/DataTable.tsx';
import { RowActions } from '../../../kit/table/RowActions.tsx';
import { Can } from '../../../shell/Can.tsx';
import { SitePicture } from './SitePicture.tsx';
import { SETTINGS_SAVED } from './usePlatformSettings.ts';

const words = {
  maintenance: text(
    '不为空时显示在所有页面顶部，一分钟内生效',
    'Shown at the top of every page while not empty; takes effect within a minute',
  ),
  add: text('新增站点', 'New host'),
  logo: text('标志', 'Logo'),
  background: text('登录背景', 'Login background'),
  editNamed: text('站点 {host}', 'Host {host}'),
  open: text('打开登录页', 'Open login'),
  question: text('删除站点 {host}？', 'Delete host {host}?'),
  consequence: text('之后它按默认站点（第一个）显示。', 'It is then served as the default host (the first one).'),
  saved: text('站点已保存，刷新页面后可见', 'Host saved; reload to see it'),
  isDefault: text('默认', 'Default'),
  host: text('域名', 'Host'),
  brand: text('品牌', 'Brand'),
  hidden: text('隐藏的运营商', 'Hidden carriers'),
  offers: text('语言切换', 'Language switch'),
  partner: text('同级合作', 'Partner area'),
  support: text('客服电话', 'Support phone'),
  everywhere: text('所有页面', 'Everywhere'),
  where: text('仅测试、本机与英文地址', 'Test hosts, local hosts and English paths only'),
  yes: text('开启', 'On'),
  no: text('关闭', 'Off'),
  map: text('地图', 'Map'),
  shell: text('界面', 'Shell'),
  outlines: text('内置轮廓', 'Built-in outlines'),
};

const FIELDS: FormFields = [
  {
    name: 'host',
    kind: 'text',
    label: words.host,
    isRequired: true,
    maxLength: 253,
    help: text('小写，不含端口；每个站点唯一', 'Lower case, without port; each host once'),
    typed: (typed) => typed.trim().toLowerCase(),
  },
  { name: 'brand.zh', kind: 'text', label: text('品牌名称（中文）', 'Brand (Chinese)'), maxLength: 30 },
  { name: 'brand.en', kind: 'text', label: text('品牌名称（英文）', 'Brand (English)'), maxLength: 30 },
  {
    name: 'brandColour',
    kind: 'text',
    label: text('品牌颜色', 'Brand colour'),
    placeholder: text('#1550d1', '#1550d1'),
    help: text(
      '登录页画面与标志的底色；须能看清白色文字',
      'Background of the login picture and logo; white text must be readable',
    ),
    maxLength: 7,
    typed: (typed) => typed.trim().toLowerCase(),
  },
  { name: 'title.zh', kind: 'text', label: text('网页标题（中文）', 'Page title (Chinese)'), maxLength: 60 },
  { name: 'title.en', kind: 'text', label: text('网页标题（英文）', 'Page title (English)'), maxLength: 60 },
  {
    name: 'loginNotice.zh',
    kind: 'textarea',
    label: text('登录公告（中文）', 'Login notice (Chinese)'),
    maxLength: 200,
  },
  {
    name: 'loginNotice.en',
    kind: 'textarea',
    label: text('登录公告（英文）', 'Login notice (English)'),
    maxLength: 200,
  },
  {
    name: 'maintenanceNotice.zh',
    kind: 'textarea',
    label: text('维护公告（中文）', 'Maintenance notice (Chinese)'),
    help: words.maintenance,
    maxLength: 200,
  },
  {
    name: 'maintenanceNotice.en',
    kind: 'textarea',
    label: text('维护公告（英文）', 'Maintenance notice (English)'),
    help: words.maintenance,
    maxLength: 200,
  },
  { name: 'icp', kind: 'text', label: text('ICP 备案号', 'ICP filing number'), maxLength: 60 },
  { name: 'supportPhone', kind: 'text', label: words.support, maxLength: 30 },
  { name: 'offersLanguages', kind: 'flag', label: text('所有页面提供语言切换', 'Language switch on all pages') },
  {
    name: 'isTestHost',
    kind: 'flag',
    label: text('测试站点', 'Test host'),
    help: text('提供语言切换和额外隐藏的运营商', 'Offers the language switch and additional hidden carriers'),
  },
  {
    name: 'editions',
    kind: 'multiple',
    label: nouns.editions,
    options: Edition.options.map(({ value, label }) => ({ value, label })),
  },
  {
    name: 'hiddenCarriers',
    kind: 'multiple',
    label: words.hidden,
    help: text(
      '只影响菜单、页签和筛选；卡继续运行并计入总数',
      'Affects menus, tabs and filters only. Cards keep running and count in totals.',
    ),
    options: CARRIER_FAMILIES.map((key) => ({ value: key, label: Platform.labelOf(Platform.values[key]) })),
  },
  {
    name: 'specialDashboardCustomerId',
    kind: 'integer',
    label: text('特殊首页的客户编号', 'Customer id of the special dashboard'),
  },
  {
    name: 'map.tiles',
    kind: 'text',
    label: text('地图服务', 'Map service'),
    placeholder: text('https://…/{z}/{x}/{y}.png', 'https://…/{z}/{x}/{y}.png'),
    help: text(
      '留空使用内置轮廓，不访问外网。填写后，定位页面的浏览器会向该地址请求所看区域的图片；瓦片须为 Web 墨卡托（XYZ）。',
      'Leave empty to use the built-in outlines without external requests. Otherwise browsers on the positioning page request Web Mercator tiles (XYZ) from this address.',
    ),
    maxLength: 500,
    section: words.map,
  },
  { name: 'map.credit', kind: 'text', label: text('地图署名', 'Map attribution'), maxLength: 120 },
  {
    name: 'map.datum',
    kind: 'select',
    label: text('坐标系', 'Datum'),
    help: text(
      '页面显示的坐标按此换算；库内始终存 WGS-84。高德、腾讯为 GCJ-02，百度为 BD-09。',
      'Coordinates are displayed in this datum and stored as WGS-84. Amap and Tencent use GCJ-02, Baidu BD-09.',
    ),
    options: DATUMS.map((datum) => ({ value: datum, label: DATUM_NAMES[datum] })),
  },
  { name: 'hasPartnerArea', kind: 'flag', label: words.partner, section: words.shell },
  { name: 'hasTagsView', kind: 'flag', label: text('多页签', 'Page tabs') },
  { name: 'hasFixedHeader', kind: 'flag', label: text('固定顶栏', 'Fixed header') },
  { name: 'hasSidebarLogo', kind: 'flag', label: text('侧栏标志', 'Logo in the sidebar') },
  {
    name: 'errorLog',
    kind: 'select',
    label: text('收集页面错误', 'Collect console errors'),
    options: [
      { value: 'production', label: text('正式环境', 'In production') },
      { value: 'always', label: text('始终', 'Always') },
      { value: 'never', label: text('不收集', 'Never') },
    ],
  },
];

/** Fields carry the path of their value in the request, so that errors appear at the right field. */
const pathOf = (index: number, name: string): string => `settings.sites.${index}.${name}`;

function valuesOf(site: Site, index: number): Values {
  const read = (name: string) =>
    name.split('.').reduce<unknown>((value, key) => (value as Readonly<Record<string, unknown>>)[key], site);
  const values = FIELDS.map(({ name }) => [pathOf(index, name), read(name)] as const);
  const hidden = Array.isArray(site.hiddenCarriers) ? site.hiddenCarriers : [];
  return { ...Object.fromEntries(values), [pathOf(index, 'hiddenCarriers')]: hidden };
}

/** The site of a form; values that the form does not show are kept. */
function siteFrom(values: Values, index: number, before: Site): Site {
  const typed = (name: string) => values[pathOf(index, name)];
  const written = (name: string) => String(typed(name) ?? '').trim();
  const both = (name: string) => ({ zh: written(`${name}.zh`), en: written(`${name}.en`) });
  const plain = FIELDS.filter(({ name }) => !name.includes('.')).map(({ name }) => [name, typed(name)] as const);
  return {
    ...before,
    ...(Object.fromEntries(plain) as Partial<Site>),
    brand: both('brand'),
    title: both('title'),
    loginNotice: both('loginNotice'),
    maintenanceNotice: both('maintenanceNotice'),
    brandColour: written('brandColour') || null,
    specialDashboardCustomerId: written('specialDashboardCustomerId'),
    map: {
      tiles: written('map.tiles') || null,
      credit: written('map.credit'),
      datum: typed('map.datum') as Site['map']['datum'],
    },
  };
}

const NEW_SITE: Site = { ...siteOf(DEFAULT_SITE_SETTINGS, ''), host: '' };
/** The settings a form began with: all of them are written, with one site changed. */
type Read = { readonly version: number; readonly settings: SiteSettings };

/** The appearance and behaviour of each host. The first applies to every unlisted host. */
export default function Sites(props: { version: number; settings: SiteSettings }) {
  const { version, settings } = props;
  const t = useText();
  const [edited, setEdited] = useState<number>();
  const [marked, setMarked] = useState<{ kind: 'logo' | 'background'; host: string }>();
  const removing = useChange(editPlatformSettings, { done: t(SETTINGS_SAVED) });
  const { sites } = settings;
  const remove = (site: Site) =>
    removing.confirm({
      title: t(words.question, { host: site.host }),
      body: <p>{t(words.consequence)}</p>,
      confirm: t(verbs.delete),
      isDanger: true,
      sends: { body: { version, settings: { ...settings, sites: sites.filter((each) => each !== site) } } },
    });
  const columns: TableColumn<Site>[] = [
    {
      key: 'host',
      title: t(words.host),
      width: 200,
      pinned: 'left',
      cell: (site) => (
        <>
          {site.host} {site === sites[0] ? <Badge>{t(words.isDefault)}</Badge> : null}
        </>
      ),
    },
    {
      key: 'brand',
      title: t(words.brand),
      width: 140,
      cell: (site) => (
        <Inline as="span" isWithin>
          <i style={site.brandColour ? { background: site.brandColour } : undefined} />
          {t(site.brand)}
        </Inline>
      ),
    },
    {
      key: 'hidden',
      title: t(words.hidden),
      width: 150,
      cell: ({ hiddenCarriers }) =>
        Array.isArray(hiddenCarriers) && hiddenCarriers.length > 0 ? hiddenCarriers.join(' · ') : <Nothing />,
    },
    {
      key: 'offers',
      title: t(words.offers),
      width: 220,
      cell: (site) => t(site.offersLanguages ? words.everywhere : words.where),
    },
    {
      key: 'partner',
      title: t(words.partner),
      width: 110,
      cell: (site) => t(site.hasPartnerArea ? words.yes : words.no),
    },
    {
      key: 'map',
      title: t(words.map),
      width: 180,
      cell: ({ map }) => `${map.tiles ? (tileOrigin(map.tiles)?.slice('https://'.length) ?? '') : t(words.outlines)}`,
    },
    { key: 'support', title: t(words.support), width: 150, cell: (site) => site.supportPhone || <Nothing /> },
    {
      key: '__actions',
      title: t(nouns.actions),
      width: 200,
      pinned: 'right',
      cell: (site) => (
        <RowActions
          actions={[
            {
              key: 'edit',
              label: t(verbs.edit),
              call: editPlatformSettings,
              onPick: () => setEdited(sites.indexOf(site)),
            },
            {
              key: 'logo',
              label: t(words.logo),
              call: uploadLogo,
              onPick: () => setMarked({ kind: 'logo', host: site.host }),
            },
            {
              key: 'background',
              label: t(words.background),
              call: uploadLoginBackground,
              onPick: () => setMarked({ kind: 'background', host: site.host }),
            },
            {
              key: 'open',
              label: t(words.open),
              onPick: () =>
                window.open(`${location.protocol}//${site.host}:${location.port}/login`, '_blank', 'noreferrer'),
            },
            ...(site === sites[0]
              ? []
              : [
                  {
                    key: 'remove',
                    label: t(verbs.delete),
                    call: editPlatformSettings,
                    isDanger: true,
                    onPick: () => void remove(site),
                  },
                ]),
          ]}
        />
      ),
    },
  ];
  const before = edited === undefined ? undefined : (sites[edited] ?? NEW_SITE);
  const readOf = (read: Read): Values => ({
    ...valuesOf(read.settings.sites[edited ?? 0] ?? NEW_SITE, edited ?? 0),
    read,
  });
  return (
    <>
      <Can call={editPlatformSettings}>
        <Inline justify="end" below="m">
          <Button type="primary" onClick={() => setEdited(sites.length)}>
            {t(words.add)}
          </Button>
        </Inline>
      </Can>
      <DataTable
        label={t(nouns.hosts)}
        columns={columns}
        rows={sites}
        rowId={({ host }) => host}
        density="default"
        isBusy={false}
        page="sites"
        empty={null}
      />
      {marked === undefined ? null : <SitePicture {...marked} onClose={() => setMarked(undefined)} />}
      {before && edited !== undefined ? (
        <FormDrawer
          title={before.host ? t(words.editNamed, { host: before.host }) : t(words.add)}
          endpoint={editPlatformSettings}
          fields={FIELDS.map((field) => ({
            ...field,
            name: pathOf(edited, field.name),
            isRequired: field.isRequired ?? false,
          }))}
          initial={readOf({ version, settings })}
          anew={async () => readOf(await readAgain(readPlatformSettings))}
          toBody={({ read, ...values }) => {
            const { version, settings } = read as Read;
            const at = settings.sites[edited] ?? before;
            const sites = [...settings.sites.slice(0, edited), siteFrom(values, edited, at)];
            return { version, settings: { ...settings, sites: [...sites, ...settings.sites.slice(edited + 1)] } };
          }}
          done={t(words.saved)}
          onClose={() => setEdited(undefined)}
        />
      ) : null}
    </>
  );
}
