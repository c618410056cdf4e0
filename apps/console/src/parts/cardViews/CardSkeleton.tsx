import { text } from '@cardinal/primitives/text.ts';
import { classNames } from '@cardinal/ui/classNames.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Grid } from '@cardinal/ui/layout/Grid.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';

const LOADING = text('加载中', 'Loading');

/** The usual width of a card's chips. */
const CHIPS = [88, 104, 72];
const BOX = { gap: 20, minHeight: 240, paddingTop: 20 };
const LINES = [62, 84, 48, 70, 55];

function BoxSkeleton(props: { isWide?: boolean }) {
  return (
    <div className={classNames('panel', props.isWide && 'wide')} style={BOX}>
      {LINES.map((width) => (
        <i key={width} className="bone" style={{ width: `${width}%` }} />
      ))}
    </div>
  );
}

/** The placeholder of a card that is loading. */
export function CardSkeleton() {
  const t = useText();
  return (
    <Stack gap="s" below="xs" role="status" aria-label={t(LOADING)}>
      <i className="bone" style={{ width: 280, height: 24 }} />
      <i className="bone" style={{ width: 380 }} />
      <Inline>
        {CHIPS.map((width) => (
          <i key={width} className="bone" style={{ width, height: 28 }} />
        ))}
      </Inline>
      <i className="bone" style={{ height: 44 }} />
      <i className="bone" style={{ width: '60%', height: 32, marginBottom: 56 }} />
      <Grid columns={3}>
        <BoxSkeleton />
        <BoxSkeleton isWide />
      </Grid>
    </Stack>
  );
}
