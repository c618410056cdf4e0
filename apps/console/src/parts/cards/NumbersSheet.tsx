import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { Button } from 'antd';
import { useState } from 'react';
import { type CardNumbers, CardPicker, hasNumbers, NO_NUMBERS, numbersProblem } from '../../kit/CardPicker.tsx';

const words = {
  none: text('请先输入号码', 'Enter numbers first'),
};

/** Asks for a pasted list or a segment and shows its errors. */
export default function NumbersSheet(props: {
  current: CardNumbers | undefined;
  onFind: (numbers: CardNumbers) => void;
  onClose: () => void;
}) {
  const t = useText();
  const [numbers, setNumbers] = useState(props.current ?? NO_NUMBERS);
  const [problem, setProblem] = useState<string>();
  const find = () => {
    const found = hasNumbers(numbers) ? numbersProblem(numbers, t) : t(words.none);
    setProblem(found);
    if (!found) props.onFind(numbers);
  };
  return (
    <Sheet
      isOpen
      title={t(verbs.findPastedNumbers)}
      width={480}
      onClose={props.onClose}
      footer={
        <Inline justify="end">
          <Button type="primary" onClick={find}>
            {t(verbs.find)}
          </Button>
        </Inline>
      }
    >
      <CardPicker value={numbers} onChange={setNumbers} problem={problem} />
    </Sheet>
  );
}
