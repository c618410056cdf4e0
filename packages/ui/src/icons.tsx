import type { ReactNode } from 'react';

/**
 * The shell's own icons: 16 px, one stroke, in the text's colour. They are always beside a text or in a labelled button, so
 * they are hidden from screen readers.
 */
type IconProps = { size?: number };

function Drawing(props: IconProps & { children: ReactNode }) {
  const size = props.size ?? 16;
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="icon"
    >
      {props.children}
    </svg>
  );
}

const drawn = (shape: ReactNode) => (props: IconProps) => <Drawing {...props}>{shape}</Drawing>;

const path = (d: string) => drawn(<path d={d} />);

export const HomeIcon = path('M2.5 7 8 2.5 13.5 7v6.5h-4V10h-3v3.5h-4z');
export const CardIcon = path('M3.5 1.5h6l3 3v10h-9zM6 8h4v4H6zM8 8v4M6 10h4');
export const PoolIcon = path(
  'M2 5.5C2 4 4.7 3 8 3s6 1 6 2.5S11.3 8 8 8 2 7 2 5.5zM2 5.5v5C2 12 4.7 13 8 13s6-1 6-2.5v-5',
);
export const GlobeIcon = path(
  'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8zM2 8h12M8 2c2 1.7 2.7 3.8 2.7 6S10 12.3 8 14C6 12.3 5.3 10.2 5.3 8S6 3.7 8 2z',
);
export const BoxIcon = path('M8 1.8 13.5 4.8v6.4L8 14.2l-5.5-3V4.8zM2.5 4.8 8 7.8l5.5-3M8 7.8v6.4');
export const OrderIcon = path('M3.5 1.8h9v12.4l-2.2-1.4L8 14.2l-2.3-1.4-2.2 1.4zM6 5.5h4M6 8.5h4');
export const PeopleIcon = path(
  'M6 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM1.5 13.5c0-2.5 2-4 4.5-4s4.5 1.5 4.5 4M10.5 2.7a2.5 2.5 0 0 1 0 4.6M12 9.8c1.6.5 2.5 1.8 2.5 3.7',
);
export const KeyIcon = path('M5 13.5a2.9 2.9 0 1 0 0-5.8 2.9 2.9 0 0 0 0 5.8zM7 8.6l6-6M10.5 5l2 2');
export const GearIcon = path(
  'M8 10.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4zM8 1.5v2M8 12.5v2M1.5 8h2M12.5 8h2M3.4 3.4l1.4 1.4M11.2 11.2l1.4 1.4M12.6 3.4l-1.4 1.4M4.8 11.2l-1.4 1.4',
);
export const ChartIcon = path('M2 2v12h12M5 11V8M8.5 11V4.5M12 11V6.5');
export const MoneyIcon = path(
  'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8zM5.5 4.5 8 8l2.5-3.5M8 8v4M5.8 8.5h4.4M5.8 10.3h4.4',
);
export const GiftIcon = path(
  'M2 5h12v3H2zM3 8v6h10V8M8 5v9M8 5C5.5 5 4.5 4 4.5 3S6.5 1.5 8 5c1.5-3.5 3.5-3 3.5-2S10.5 5 8 5z',
);
export const MessageIcon = path('M2 3h12v8.5H7.5L4.5 14v-2.5H2z');
export const StockIcon = path('M1.8 6.5 8 2.5l6.2 4v7.5H1.8zM5 14V9h6v5M5 11.5h6');
export const ControlIcon = path('M3 4h10M3 8h10M3 12h10M6 2.5v3M10.5 6.5v3M5 10.5v3');
export const DeviceIcon = path('M2 4h9v8H2zM11 7l3.5-2v6L11 9M5 8a1.5 1.5 0 1 0 3 0 1.5 1.5 0 0 0-3 0z');
export const EsimIcon = path(
  'M3.5 3.5h9v9h-9zM6 6h4v4H6zM6 1.5v2M10 1.5v2M6 12.5v2M10 12.5v2M1.5 6h2M1.5 10h2M12.5 6h2M12.5 10h2',
);
export const HandshakeIcon = path(
  'M1.5 5 4.5 3.5 8 5l3.5-1.5 3 1.5v5l-2 .5L8.5 13 4 10.5H1.5zM8 5 5.5 7.5c1 1 2 .8 3-.2l3.5 3',
);
export const ShareIcon = path(
  'M12 5.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM4 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM12 14.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM5.8 7.1l4.4-2.6M5.8 8.9l4.4 2.6',
);
export const InvoiceIcon = path('M3 1.8h7l3 3v9.4H3zM10 1.8v3h3M5.5 8h5M5.5 10.8h5');
export const TaskIcon = path('M2.5 2.5h11v11h-11zM5 8l2 2 4-4.5');
export const CodeIcon = path('M5.5 4 1.5 8l4 4M10.5 4l4 4-4 4M9 2.5l-2 11');
export const EyeIcon = path(
  'M1.5 8C3 5 5.3 3.5 8 3.5S13 5 14.5 8C13 11 10.7 12.5 8 12.5S3 11 1.5 8zM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
);
export const DotIcon = drawn(<circle cx="8" cy="8" r="1.5" fill="currentColor" stroke="none" />);

export const TagIcon = path('M2.5 2.5h5.2l6 6-5.2 5.2-6-6zM5.3 5.3v.1');
export const StackIcon = path('M8 2 14 5 8 8 2 5zM2 8l6 3 6-3M2 11l6 3 6-3');
export const ShopIcon = path(
  'M2.5 6.5v7h11v-7M1.5 6 3 2.5h10L14.5 6c0 1.3-1 2-2.2 2S10.2 7.3 10.2 6c0 1.3-1 2-2.2 2S5.8 7.3 5.8 6c0 1.3-1 2-2.2 2S1.5 7.3 1.5 6z',
);
export const PieIcon = path('M8 1.8v6.2h6.2A6.2 6.2 0 1 1 8 1.8zM10.5 2.3a6.2 6.2 0 0 1 3.2 3.2h-3.2z');
export const SearchIcon = path('M7 12a5 5 0 1 0 0-10 5 5 0 0 0 0 10zM10.7 10.7 14.2 14.2');
export const ChevronDownIcon = path('M4 6l4 4 4-4');
export const ChevronLeftIcon = path('M10 4l-4 4 4 4');
export const ChevronRightIcon = path('M6 4l4 4-4 4');
export const CloseIcon = path('M4 4l8 8M12 4l-8 8');
export const CheckIcon = path('M3 8.5 6.5 12 13 4.5');
export const RefreshIcon = path('M13.5 8A5.5 5.5 0 1 1 11.8 4M13.5 1.8v3h-3');
export const CopyIcon = path('M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3');
export const OpenIcon = path('M6 3H3v10h10v-3M9 2.5h4.5V7M13.5 2.5 7.5 8.5');
export const SunIcon = path(
  'M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM8 1.5v1M8 13.5v1M1.5 8h1M13.5 8h1M3.4 3.4l.7.7M11.9 11.9l.7.7M12.6 3.4l-.7.7M4.1 11.9l-.7.7',
);
export const MoonIcon = path('M13.5 9.5A6 6 0 0 1 6.5 2.5a6 6 0 1 0 7 7z');
export const BellIcon = path('M4 11.5V7a4 4 0 0 1 8 0v4.5l1 1H3zM6.5 14.2h3');
export const UserIcon = path('M8 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2.5 14c0-2.8 2.4-4.5 5.5-4.5s5.5 1.7 5.5 4.5');
export const SwapIcon = path('M2.5 5.5h10L10 3M13.5 10.5h-10L6 13');
export const DownloadIcon = path('M8 2v8M4.5 7 8 10.5 11.5 7M2.5 13.5h11');
export const UploadIcon = path('M8 10.5v-8M4.5 5.5 8 2l3.5 3.5M2.5 13.5h11');
export const AlertIcon = path('M8 2 14.5 13.5h-13zM8 6.5v3M8 11.5v.1');
export const InfoIcon = path('M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8zM8 7.5v3.5M8 5v.1');
export const MenuIcon = path('M2.5 4h11M2.5 8h11M2.5 12h11');
export const MoreIcon = drawn(
  <g fill="currentColor" stroke="none">
    <circle cx="3.5" cy="8" r="1.2" />
    <circle cx="8" cy="8" r="1.2" />
    <circle cx="12.5" cy="8" r="1.2" />
  </g>,
);
export const ColumnsIcon = path('M2.5 2.5h11v11h-11zM6.2 2.5v11M9.8 2.5v11');
export const DensityIcon = path('M2.5 3h11M2.5 6.3h11M2.5 9.7h11M2.5 13h11');
export const FilterIcon = path('M2 3h12L9.5 8.5v5l-3-1.5V8.5z');
export const StarIcon = path('M8 2l1.8 3.8 4.2.5-3.1 2.9.8 4.1L8 11.3l-3.7 2 .8-4.1L2 6.3l4.2-.5z');
export const PlusIcon = path('M8 3v10M3 8h10');
export const PauseIcon = path('M5.5 3.5v9M10.5 3.5v9');
export const PlayIcon = path('M4.5 3l8 5-8 5z');

/**
 * Menu entries name their icon as in @ant-design/icons; an unknown name gets a dot.
 */
export const MENU_ICONS: Readonly<Record<string, ReturnType<typeof drawn>>> = {
  HomeOutlined: HomeIcon,
  IdcardOutlined: CardIcon,
  EyeOutlined: EyeIcon,
  AppstoreOutlined: BoxIcon,
  TagsOutlined: TagIcon,
  FileDoneOutlined: OrderIcon,
  ClusterOutlined: StackIcon,
  DeploymentUnitOutlined: PoolIcon,
  GlobalOutlined: GlobeIcon,
  QrcodeOutlined: EsimIcon,
  ControlOutlined: ControlIcon,
  InboxOutlined: StockIcon,
  ShopOutlined: ShopIcon,
  TeamOutlined: PeopleIcon,
  AccountBookOutlined: InvoiceIcon,
  PieChartOutlined: PieIcon,
  SwapOutlined: SwapIcon,
  GiftOutlined: GiftIcon,
  MessageOutlined: MessageIcon,
  ShareAltOutlined: ShareIcon,
  MobileOutlined: DeviceIcon,
  BarChartOutlined: ChartIcon,
  ScheduleOutlined: TaskIcon,
  ApiOutlined: CodeIcon,
  SafetyCertificateOutlined: KeyIcon,
  SettingOutlined: GearIcon,
};
