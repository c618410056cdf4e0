import type { Text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import type { ReactNode } from 'react';
import './linesTable.css';

/** A short table inside a panel: its column heads, and the rows as they are given. */
export function LinesTable(props: { heads: readonly Text[]; children: ReactNode }) {
  const t = useText();
  return (
    <div className="plain-scroll">
      <table className="lines-table">
        <thead>
          <tr>
            {props.heads.map((head) => (
              <th key={head.en} scope="col">
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
