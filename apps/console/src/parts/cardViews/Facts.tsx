import type { Text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import type { ReactNode } from 'react';
import { Nothing } from '../../kit/table/cells.tsx';
import './cardDetail.css';

export type Fact = { readonly label: Text | string; readonly value: ReactNode };

/** Facts with their names; what is not known shows a dash. */
export function Facts(props: { facts: readonly Fact[] }) {
  const t = useText();
  return (
    <dl className="card-facts">
      {props.facts.map(({ label, value }) => {
        const words = typeof label === 'string' ? label : t(label);
        return (
          <div key={words}>
            <dt>{words}</dt>
            <dd>{value === null || value === undefined || value === '' ? <Nothing /> : value}</dd>
          </div>
        );
      })}
    </dl>
  );
}
