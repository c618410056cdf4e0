import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import './cardDetail.css';

const LOADING = text('加载中', 'Loading');

/** How wide the chips of most cards stand. */
const CHIPS = [88, 104, 72];
const LINES = [62, 84, 48, 70, 55];

function BoxSkeleton(props: { className?: string }) {
  return (
    <div className={`panel card-skeleton-box ${props.className ?? ''}`}>
      {LINES.map((width) => (
        <i key={width} className="bone" style={{ width: `${width}%` }} />
      ))}
    </div>
  );
}

/** A card on its way, where it will stand. */
export function CardSkeleton() {
  const t = useText();
  return (
    <div className="card-head" role="status" aria-label={t(LOADING)}>
      <i className="bone card-skeleton-title" />
      <i className="bone" style={{ width: 380 }} />
      <div className="card-chips">
        {CHIPS.map((width) => (
          <i key={width} className="bone card-skeleton-chip" style={{ width }} />
        ))}
      </div>
      <i className="bone card-skeleton-line" />
      <i className="bone card-skeleton-actions" />
      <div className="card-overview">
        <BoxSkeleton />
        <BoxSkeleton className="card-overview-wide" />
      </div>
    </div>
  );
}
