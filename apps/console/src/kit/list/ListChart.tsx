import { Span } from '@cardinal/ui/layout/Text.tsx';
import { type ReactNode, useState } from 'react';

/** The chart of a list, folded to its title: the rows are what people come for. */
export function ListChart(props: { title: string; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Span
      as="details"
      size="m"
      ink="secondary"
      onToggle={(event) => setIsOpen(event.currentTarget.hasAttribute('open'))}
    >
      <summary>{props.title}</summary>
      {isOpen ? props.children : null}
    </Span>
  );
}
