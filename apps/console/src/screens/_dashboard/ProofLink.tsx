import type { TileLink } from '@cardinal/contract/api/reports/dashboard.ts';
import type { ReactNode } from 'react';
import { OpenLink } from '../../kit/OpenLink.tsx';
import { addressOf } from './figures.ts';

/** A figure that links to the list behind it; plain where that list may not be opened. */
export function ProofLink(props: { link: TileLink | null; title?: string; className?: string; children: ReactNode }) {
  const { link, className, ...rest } = props;
  return (
    <OpenLink
      to={link ? addressOf(link) : undefined}
      className={className ? `${className} proof` : 'proof'}
      {...rest}
    />
  );
}
