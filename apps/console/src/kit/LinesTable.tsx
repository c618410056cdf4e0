import type { Text } from '@cardinal/primitives/text.ts';
import { classNames } from '@cardinal/ui/classNames.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { reachedByKeys } from '@cardinal/ui/reachedByKeys.ts';
import type { ReactNode } from 'react';

type Head = Text & { readonly isFigure?: true };

/** The head of a column of figures; its cells are `FigureCell`. */
export const figures = (head: Text): Head => ({ ...head, isFigure: true });

/** A figure in a `LinesTable`: at the right, under a head of `figures`. */
export function FigureCell(props: { isBad?: boolean; children: ReactNode }) {
  return <td className={classNames('lines-figure', props.isBad && 'ink-danger')}>{props.children}</td>;
}

/** A short table inside a panel: its column heads, and the rows as they are given. */
export function LinesTable(props: { heads: readonly Head[]; children: ReactNode }) {
  const t = useText();
  return (
    <div className="plain-scroll" ref={reachedByKeys}>
      <table className="lines-table">
        <thead>
          <tr>
            {props.heads.map((head) => (
              <th key={head.en} scope="col" className={head.isFigure && 'lines-figure'}>
                {t(head)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{props.children}</tbody>
      </table>
    </div>
  );
}
