import { type listOpenInterfaces, OpenState } from '@cardinal/contract/api/openApi/catalogue.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { wallTime } from '@cardinal/ui/moments.ts';
import { type StatusLook, StatusTag } from '@cardinal/ui/StatusTag.tsx';

const until = text('至 {day}', 'until {day}');

type Row = Pick<RowOf<typeof listOpenInterfaces>, 'method' | 'path' | 'state' | 'endsAt'>;

const LOOKS: Readonly<Record<OpenState, StatusLook>> = {
  draft: { shape: 'ring', tone: 'neutral' },
  online: { shape: 'disc', tone: 'good' },
  deprecated: { shape: 'half', tone: 'warning' },
  off: { shape: 'cross', tone: 'neutral' },
};

export const InterfacePath = ({ row }: { row: Pick<Row, 'method' | 'path'> }) => (
  <Inline as="span" isWithin align="baseline">
    <Span ink="secondary" size="s" weight="strong">
      {row.method}
    </Span>
    <code>{row.path}</code>
  </Inline>
);

/** Its status; a deprecated one shows its end date. */
export function InterfaceStanding({ row }: { row: Pick<Row, 'state' | 'endsAt'> }) {
  const t = useText();
  return (
    <StatusTag
      {...LOOKS[row.state]}
      word={t(OpenState.labelOf(row.state))}
      {...(row.endsAt ? { origin: t(until, { day: wallTime(row.endsAt).slice(0, 10) }) } : {})}
    />
  );
}
