import { arrangeDashboard, readDashboardCards } from '@cardinal/contract/api/settings/settings.ts';
import type { CustomerKind } from '@cardinal/contract/enumerations/customer.ts';
import { text } from '@cardinal/primitives/text.ts';
import { ColumnsIcon } from '@cardinal/ui/icons.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { DetailSkeleton, EmptyState } from '@cardinal/ui/States.tsx';
import { lazy, Suspense, useState } from 'react';
import { useRead } from '../../kit/useRead.ts';
import { Can } from '../../shell/Can.tsx';
import { mayCall } from '../../shell/permissions.ts';
import { arrangedTiles, LAYOUTS } from './layouts.ts';
import { TILES } from './tiles.ts';

const ArrangeSheet = lazy(() => import('./ArrangeSheet.tsx'));

const words = {
  title: text('首页', 'Dashboard'),
  arrange: text('排列', 'Arrange'),
  nothing: text('首页没有可显示的内容', 'Nothing to show on the dashboard'),
  nothingHint: text(
    '当前角色不含卡、任务或通道的查看权限，或所有卡片都被隐藏。',
    'Your role cannot view cards, tasks or carrier accounts, or all tiles are hidden.',
  ),
};

/** The day's figures for one kind of customer, in the account's arrangement. */
export function NormalDashboard(props: { kind: CustomerKind; customerName: string }) {
  const t = useText();
  const [isArranging, setIsArranging] = useState(false);
  const kept = useRead(readDashboardCards, {}, { staleTime: Number.POSITIVE_INFINITY });
  const allowed = arrangedTiles(LAYOUTS[props.kind], kept.data?.cards).filter((tile) => mayCall(TILES[tile.key].call));
  const shown = allowed.filter((tile) => tile.isShown);
  return (
    <div>
      <Inline gap="m" below="m">
        <h1>{t(words.title)}</h1>
        <Span ink="secondary" grows>
          {props.customerName}
        </Span>
        <Can call={arrangeDashboard}>
          <button type="button" className="button" disabled={kept.isPending} onClick={() => setIsArranging(true)}>
            <ColumnsIcon size={14} />
            {t(words.arrange)}
          </button>
        </Can>
      </Inline>
      {shown.length === 0 && !kept.isPending ? (
        <EmptyState title={t(words.nothing)} hint={t(words.nothingHint)} />
      ) : null}
      {/* Nothing moves once it stands: the arrangement is known before the first tile is drawn. */}
      {kept.isPending ? (
        <DetailSkeleton />
      ) : (
        <div className="tiles">
          {shown.map(({ key, size }) => {
            const { Tile } = TILES[key];
            return (
              <div key={key} className={`tile is-${size}`}>
                <Tile />
              </div>
            );
          })}
        </div>
      )}
      {isArranging ? (
        <Suspense fallback={null}>
          <ArrangeSheet tiles={allowed} onClose={() => setIsArranging(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}
