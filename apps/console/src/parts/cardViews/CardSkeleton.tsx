import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Grid } from '@cardinal/ui/layout/Grid.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
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
    <Stack gap="s" below="xs" role="status" aria-label={t(LOADING)}>
      <i className="bone card-skeleton-title" />
      <i className="bone" style={{ width: 380 }} />
      <Inline>
        {CHIPS.map((width) => (
          <i key={width} className="bone card-skeleton-chip" style={{ width }} />
        ))}
      </Inline>
      <i className="bone card-skeleton-line" />
      <i className="bone card-skeleton-actions" />
      <Grid columns={3}>
        <BoxSkeleton />
        <BoxSkeleton className="wide" />
      </Grid>
    </Stack>
  );
}
