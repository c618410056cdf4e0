import type { Tier } from '@cardinal/contract/api/control/limitTiers.ts';
import { volumeText } from '@cardinal/primitives/dataVolume.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Tracks } from '@cardinal/ui/layout/Grid.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { heightOf, stairsOf } from './staircase.ts';

export const NOT_LIMITED = text('不限速', 'Not limited');
/** From a used volume on. */
export const FROM_VOLUME = text('≥ {volume}', '≥ {volume}');
const [STEP, HIGH, EDGE] = [40, 40, 3];

type Drawn = {
  readonly tiers: readonly Tier[];
  /** The strategy they are part of, if not the whole: its parts are drawn to one scale. */
  readonly of?: readonly Tier[] | undefined;
  /** The step reached. */
  readonly at?: number | undefined;
};

/** The speeds of tiers as steps of equal width that lead down; words beside it say the same. */
export function Staircase(props: Drawn & { width: number | string; height: number }) {
  const speeds = (props.of ?? props.tiers).map(({ kbps }) => kbps);
  const stairs = stairsOf(props.tiers);
  const wide = stairs.length * STEP;
  const levels = stairs.map(({ kbps }) => EDGE + (1 - heightOf(kbps, speeds)) * (HIGH - 2 * EDGE));
  const line = levels.map(
    (level, at) => `${at === 0 ? 'M' : 'V'}${at === 0 ? `0 ${level}` : level}H${(at + 1) * STEP}`,
  );
  return (
    <svg
      aria-hidden="true"
      width={props.width}
      height={props.height}
      viewBox={`0 0 ${wide} ${HIGH}`}
      preserveAspectRatio="none"
      fill="none"
    >
      <path d={`${line.join('')}V${HIGH}H0Z`} fill="var(--primary-soft)" />
      {props.at === undefined ? null : (
        <rect
          x={props.at * STEP}
          y={levels[props.at]}
          width={STEP}
          height={HIGH - (levels[props.at] ?? 0)}
          fill="var(--primary)"
          fillOpacity="0.25"
        />
      )}
      <path d={line.join('')} stroke="var(--primary)" strokeWidth="2" vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

/** A staircase with its volumes and speeds below the steps. */
export function LabelledStaircase(props: Drawn) {
  const t = useText();
  const { tiers, of, at } = props;
  const stairs = stairsOf(tiers);
  return (
    <Stack gap="xs">
      <Staircase tiers={tiers} of={of} at={at} width="100%" height={72} />
      <Tracks columns={`repeat(${stairs.length}, minmax(0, 1fr))`} gap="none">
        {stairs.map(({ afterBytes, kbps }, step) => (
          <Stack key={afterBytes} gap="none" size="s" weight={step === at ? 'strong' : 'normal'}>
            <Span ink={step === at ? 'primary' : 'ink'}>{kbps === null ? t(NOT_LIMITED) : `${kbps} kbps`}</Span>
            <Span ink="secondary">
              {afterBytes === '0' ? '0' : t(FROM_VOLUME, { volume: volumeText(BigInt(afterBytes)) })}
            </Span>
          </Stack>
        ))}
      </Tracks>
    </Stack>
  );
}
