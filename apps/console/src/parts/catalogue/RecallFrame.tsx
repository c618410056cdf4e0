import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { NotLoaded } from '../../kit/NotLoaded.tsx';

const words = {
  title: text('收回 {code}', 'Recall {code}'),
  recall: text('从 {n} 个客户收回', 'Recall from {n} {n|customer|customers}'),
};

export const RECALLED = text('已从 {n} 个客户收回', 'Recalled from {n} {n|customer|customers}');

/** The sheet of a recall: what it affects, and a button that says from how many customers it takes. */
export function RecallFrame(props: {
  code: string | undefined;
  /** Undefined until it is known. */
  customers: number | undefined;
  isRunning: boolean;
  error: Error | null;
  onRetry: () => unknown;
  onRecall: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const t = useText();
  const { code, customers } = props;
  return (
    <Sheet
      isOpen
      title={code === undefined ? t(verbs.recall) : t(words.title, { code })}
      width={520}
      onClose={props.onClose}
      footer={
        <Inline justify="end">
          <Button onClick={props.onClose}>{t(verbs.cancel)}</Button>
          <Button
            type="primary"
            danger
            disabled={customers === undefined}
            loading={props.isRunning}
            onClick={props.onRecall}
          >
            {t(words.recall, { n: customers === undefined ? '…' : countAmount(customers) })}
          </Button>
        </Inline>
      }
    >
      {customers === undefined ? <NotLoaded error={props.error} onRetry={props.onRetry} /> : props.children}
    </Sheet>
  );
}

/** A customer of the preview, indented by its depth below the first. */
export const IndentedCustomer = (props: { name: string; depth: number }) => (
  <td style={{ paddingLeft: props.depth * 16 }}>{props.name}</td>
);
