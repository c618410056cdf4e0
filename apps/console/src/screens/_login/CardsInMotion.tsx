import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { type StatusShape, StatusTag, type Tone } from '@cardinal/ui/StatusTag.tsx';

const on = nouns.activated;
const off = nouns.stopped;
const notYet = nouns.unactivated;
const stopping = text('停机中', 'Stopping');

const ROWS = 16;
/** Three lanes, three issuers; the numbers are invented. */
const LANES = [
  { prefix: '898601', colour: '#e5484d', seconds: 150 },
  { prefix: '898607', colour: '#3b9eff', seconds: 190 },
  { prefix: '898611', colour: '#3ecf8e', seconds: 170 },
];

const STATES: { shape: StatusShape; tone: Tone; word: typeof on }[] = [
  { shape: 'disc', tone: 'good', word: on },
  { shape: 'disc', tone: 'good', word: on },
  { shape: 'ring', tone: 'neutral', word: notYet },
  { shape: 'disc', tone: 'good', word: on },
  { shape: 'square', tone: 'bad', word: off },
];

const numberAt = (prefix: string, row: number) =>
  prefix + String(24_071_500_000_000n + BigInt(row) * 7_919_331_017n).slice(0, 14);

function Row(props: { prefix: string; row: number; lane: number }) {
  const t = useText();
  const { row, lane } = props;
  const state = STATES[(row * 3 + lane) % STATES.length]!;
  const isPending = (row + lane * 2) % 8 === 5;
  const number = numberAt(props.prefix, row + lane * 5);
  return (
    <li>
      <code>{number.match(/.{1,4}/g)?.join(' ')}</code>
      {isPending ? (
        <StatusTag
          shape="disc"
          tone="good"
          word={t(on)}
          pending={{ shape: 'square', tone: 'busy', word: t(stopping) }}
        />
      ) : (
        <StatusTag shape={state.shape} tone={state.tone} word={t(state.word)} />
      )}
    </li>
  );
}

/** Decoration: cards of several carriers passing by in their states. */
export default function CardsInMotion() {
  return (
    <div className="motion" aria-hidden="true">
      {LANES.map(({ prefix, colour, seconds }, lane) => (
        <div key={prefix} className="motion-lane">
          <ul style={{ animationDuration: `${seconds}s` }}>
            {/* Twice the same, so that the loop has no seam. */}
            {Array.from({ length: ROWS * 2 }, (_, at) => at).map((at) => (
              <Row key={at} prefix={prefix} row={at % ROWS} lane={lane} />
            ))}
          </ul>
          <i style={{ background: colour }} />
        </div>
      ))}
    </div>
  );
}
