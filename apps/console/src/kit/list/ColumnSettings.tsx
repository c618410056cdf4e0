import { nouns, sentences, verbs } from '@cardinal/contract/words.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { Button, Checkbox } from 'antd';
import { type Arrangeable, arranged, type ColumnChoice, choiceFrom, isShown } from './columnChoice.ts';

/** Which columns are shown and in which order; kept for the account. */
export default function ColumnSettings(props: {
  columns: readonly Arrangeable[];
  choice: ColumnChoice | undefined;
  onChoose: (choice: ColumnChoice | null) => void;
  onClose: () => void;
}) {
  const t = useText();
  const { choice, onChoose } = props;
  const ordered = arranged(props.columns, choice).filter(
    (column) => column.title !== '' && !column.key.startsWith('__'),
  );
  const choose = (columns: readonly Arrangeable[], shown: (column: Arrangeable) => boolean) =>
    onChoose(choiceFrom(columns, shown));
  const move = (at: number, by: number) => {
    const next = [...ordered];
    const [moved] = next.splice(at, 1);
    next.splice(at + by, 0, moved!);
    choose(next, (column) => isShown(column, choice));
  };
  return (
    <Sheet
      isOpen
      width={360}
      title={t(nouns.columns)}
      onClose={props.onClose}
      extra={<Button onClick={() => onChoose(null)}>{t(verbs.restoreDefault)}</Button>}
    >
      <ol className="column-settings">
        {ordered.map((column, at) => (
          <li key={column.key}>
            <Checkbox
              checked={isShown(column, choice)}
              disabled={column.pinned === 'left'}
              onChange={(event) =>
                choose(ordered, (each) => (each === column ? event.target.checked : isShown(each, choice)))
              }
            >
              {column.title}
            </Checkbox>
            {column.pinned ? null : (
              <span>
                <button
                  type="button"
                  className="icon-button icon-button-small"
                  aria-label={t(sentences.moveUp, { name: column.title })}
                  disabled={at === 0 || ordered[at - 1]?.pinned === 'left'}
                  onClick={() => move(at, -1)}
                >
                  ↑
                </button>
                <button
                  type="button"
                  className="icon-button icon-button-small"
                  aria-label={t(sentences.moveDown, { name: column.title })}
                  disabled={at === ordered.length - 1}
                  onClick={() => move(at, 1)}
                >
                  ↓
                </button>
              </span>
            )}
          </li>
        ))}
      </ol>
    </Sheet>
  );
}
