import type { previewEarlyWarning, switchEarlyWarning } from '@cardinal/contract/api/earlyWarnings/rules.ts';
import type { WarningRuleState } from '@cardinal/contract/enumerations/warning.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { lazy } from 'react';
import { OpenLink } from '../../kit/OpenLink.tsx';
import { runOf, type Step } from '../../kit/register/registerSpec.ts';

const PreviewWarning = lazy(() => import('./PreviewWarning.tsx'));

const words = {
  turnOff: text('停用预警「{name}」？', 'Turn the warning “{name}” off?'),
  offBody: text('不再判断，{n} 件未解除的事件随之解除。', 'It judges nothing any more, and {n} open events are over.'),
};

type Row = {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly open: number;
  readonly state: WarningRuleState;
};

/** How many events of a rule are open, and the way to them. */
export function OpenEvents({ row, screen }: { row: Row; screen: string }) {
  return row.open === 0 ? (
    <Span ink="secondary">0</Span>
  ) : (
    <OpenLink to={`${screen}?tab=events&ruleId=${row.id}`}>{countAmount(row.open)}</OpenLink>
  );
}

export const previewStep = (endpoint: typeof previewEarlyWarning): Step<Row> => ({
  key: 'preview',
  label: verbs.preview,
  call: endpoint,
  opens: (row, onClose) => <PreviewWarning endpoint={endpoint} rule={row} onClose={onClose} />,
});

export const switchStep = (endpoint: typeof switchEarlyWarning, to: WarningRuleState): Step<Row> => {
  const label = to === 'on' ? verbs.enable : verbs.switchOff;
  return {
    key: to,
    label,
    isOffered: ({ state }) => state !== to,
    runs: ({ id, name, version, open }, t) =>
      runOf(
        endpoint,
        { id, version, state: to },
        {
          done: text(to === 'on' ? `「${name}」已启用` : `「${name}」已停用`, `“${name}” is ${to}`),
          ...(to === 'on'
            ? {}
            : {
                ask: {
                  title: t(words.turnOff, { name }),
                  body: t(words.offBody, { n: countAmount(open) }),
                  confirm: t(label),
                },
              }),
        },
      ),
  };
};
