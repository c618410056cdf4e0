import type { Text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import type { ReactNode } from 'react';
import './factsList.css';

export type FactLine = {
  readonly label: Text;
  /** An unknown value shows a dash. */
  readonly value: ReactNode;
};

/** The labelled facts of one object. */
export function FactsList(props: { facts: readonly FactLine[] }) {
  const t = useText();
  return (
    <dl className="facts-lines">
      {props.facts.map(({ label, value }) => (
        <div key={label.en}>
          <dt>{t(label)}</dt>
          <dd>{value === null || value === undefined || value === '' ? <span className="nothing">—</span> : value}</dd>
        </div>
      ))}
    </dl>
  );
}
