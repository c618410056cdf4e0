import type { Text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import './import.css';

/** Rows of a sheet that were refused: row number, content and reason. It scrolls on its own. */
export function RowsAtFault(props: {
  title: string;
  columns: readonly [rowNumber: Text, value: Text, reason: Text];
  rows: readonly { rowNumber: number; value: string; words: string }[];
}) {
  const t = useText();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="box scroll height-m" tabIndex={0} aria-label={props.title}>
      <table className="lines-table is-prose">
        <thead>
          <tr>
            {props.columns.map((column) => (
              <th key={column.en} scope="col">
                {t(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.rows.map((row) => (
            <tr key={`${row.rowNumber} ${row.value} ${row.words}`}>
              <td>{row.rowNumber}</td>
              <td>
                <code>{row.value || '—'}</code>
              </td>
              <td>{row.words}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
